import { createCookie } from '@remix-run/node'

import { env } from '~/env.server'

const secure = env.APP_URL.startsWith('https:')

/** Creates a signed cookie, hidden from scripts and from requests of other sites. */
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
