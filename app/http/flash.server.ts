import type { Flash } from '~/ui/flash'

import { siteCookie } from './cookies.server'
import { seeOther } from './redirects.server'

const cookie = siteCookie('holdfast_flash', { maxAge: 60 })

/** Redirects with a message that the next page shows once, and with other headers if any. */
export async function seeOtherWithFlash(path: string, flash: Flash, more: HeadersInit = {}) {
  const headers = new Headers(more)
  headers.append('Set-Cookie', await flashCookie(flash))
  return seeOther(path, headers)
}

/** Returns the header that stores the message for the next page. */
export function flashCookie(flash: Flash) {
  return cookie.serialize(flash)
}

/** Returns the pending message and the header that removes it; null if there is none. */
export async function takeFlash(request: Request) {
  const header = request.headers.get('Cookie')
  if (!header?.includes(cookie.name)) return null
  const flash = (await cookie.parse(header)) as Flash | null
  return flash ? { flash, header: await cookie.serialize('', { maxAge: 0 }) } : null
}
