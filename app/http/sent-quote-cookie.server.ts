import { siteCookie } from './cookies.server'

const cookie = siteCookie('holdfast_quote', { maxAge: 10 * 60 })

/** The application just sent by this browser, and the idempotency key of its form. */
type Sent = { id: number; key: string }

/** Returns the header that identifies the application just sent by this browser. */
export async function sentQuoteCookie({ id, key }: { id: number; key: unknown }) {
  const sent: Sent = { id, key: typeof key === 'string' ? key : '' }
  return cookie.serialize(sent)
}

/** Returns the application just sent by this browser; null if there is none. */
export async function readSentQuote(request: Request) {
  return (await cookie.parse(request.headers.get('Cookie'))) as Sent | null
}

/** Returns the idempotency key of the form just sent by this browser, so that the same form sent again after Back counts once. */
export async function sentKey(request: Request) {
  return (await readSentQuote(request))?.key || null
}
