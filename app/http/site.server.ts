import type { Site } from '~/content/metadata'
import { env } from '~/env.server'

/** The provider and the public origin, as the environment names them. */
export const site: Site = {
  brand: {
    name: env.BRAND_NAME,
    phone: env.BRAND_PHONE,
    email: env.BRAND_EMAIL,
    address: env.BRAND_ADDRESS,
  },
  appUrl: env.APP_URL,
}
