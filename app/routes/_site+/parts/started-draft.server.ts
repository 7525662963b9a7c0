import { db, nullIfUnavailable } from '~/db.server'
import { findDraft } from '~/domain/quote-drafts/quote-drafts.server'
import { siteCookie } from '~/http/cookies.server'

/* A session cookie, since the link shows the applicant's answers. */
const cookie = siteCookie('holdfast_draft')

/** Returns the header that stores the token of the draft that this browser has started. */
export async function startedCookie(token: string) {
  return cookie.serialize(token)
}

/** Returns the header that removes a finished draft, if this browser has started it. */
export async function forgetStarted(request: Request, token: string): Promise<[string, string][]> {
  if ((await startedToken(request)) !== token) return []
  return [['Set-Cookie', await cookie.serialize('', { maxAge: 0 })]]
}

/** Returns the path of the application that this browser has started and not sent, or null; null too while the database is unavailable. */
export async function startedDraft(request: Request) {
  const token = await startedToken(request)
  if (token === null) return null
  const draft = await findDraft(db, token).catch(nullIfUnavailable)
  return draft && draft.quoteId === null ? `/get-a-quote/${token}` : null
}

async function startedToken(request: Request) {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}
