import type { Brand } from './content/brand'
import { env } from './env.server'

/** The provider configured in the environment. */
export const brand: Brand = {
  name: env.BRAND_NAME,
  phone: env.BRAND_PHONE,
  email: env.BRAND_EMAIL,
  address: env.BRAND_ADDRESS,
}
