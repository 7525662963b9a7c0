import { db, isUnavailable } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { siteCookie } from '~/http/cookies.server'

const cookie = siteCookie('holdfast_quote', { maxAge: 10 * 60 })

/** The header by which the thank-you view knows which application this browser has just sent. */
export async function sentQuoteCookie(id: number): Promise<HeadersInit> {
  return { 'Set-Cookie': await cookie.serialize(id) }
}

/** The number and the address of the application that this browser has just sent; null when that is not known, or not now. */
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
