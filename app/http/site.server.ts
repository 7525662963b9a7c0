import { brand } from '~/brand.server'
import type { Site } from '~/content/metadata'
import { env } from '~/env.server'

/** The provider and the public origin, from the environment. */
export const site: Site = { brand, appUrl: env.APP_URL }
