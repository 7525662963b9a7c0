import { db, isUnavailable } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { siteCookie } from '~/http/cookies.server'

const cookie = siteCookie('holdfast_quote', { maxAge: 10 * 60 })

/** Returns the header that identifies the application just sent by this browser, for the thank-you view. */
export async function sentQuoteCookie(id: number): Promise<HeadersInit> {
  return { 'Set-Cookie': await cookie.serialize(id) }
}

/** Returns the id and the email of the application just sent by this browser; null when unknown or when the database is unavailable. */
export async function sentQuote(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id !== 'number') return null
  try {
    const quote = await findQuote(db, id)
    return quote && { id, email: quote.email }
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
