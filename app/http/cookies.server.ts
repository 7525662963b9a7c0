import { createCookie } from '@remix-run/node'

import { env } from '~/env.server'

const secure = env.APP_URL.startsWith('https:')

/** A signed cookie of this site, kept from scripts and from other sites' requests. */
export function siteCookie(name: string, { maxAge }: { maxAge?: number } = {}) {
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    secrets: env.SESSION_SECRET,
    ...(maxAge === undefined ? {} : { maxAge }),
  })
}
