import { db, nullIfUnavailable } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { progressOf } from '~/domain/quotes/progress'
import { findQuote } from '~/domain/quotes/quotes.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { siteCookie } from '~/http/cookies.server'

const cookie = siteCookie('holdfast_quote', { maxAge: 10 * 60 })

/** The application just sent by this browser, and the idempotency key of its form. */
type Sent = { id: number; key: string }

/** Returns the header that identifies the application just sent by this browser. */
export async function sentQuoteCookie({ id, key }: { id: number; key: unknown }) {
  const sent: Sent = { id, key: typeof key === 'string' ? key : '' }
  return cookie.serialize(sent)
}

/** Returns the idempotency key of the form just sent by this browser, so that the same form sent again after Back counts once. */
export async function sentKey(request: Request) {
  return (await readSent(request))?.key || null
}

/**
 * Returns the id, email, progress and tier of the application just sent by this browser; the tier is null if none was requested;
 * null when unknown or when the database is unavailable.
 */
export async function sentQuote(request: Request) {
  const sent = await readSent(request)
  if (!sent) return null
  const loaded = await Promise.all([findQuote(db, sent.id), listPublicTiers(db)]).catch(nullIfUnavailable)
  const [quote, tiers] = loaded ?? []
  if (!quote || !tiers) return null
  const requested = tiers.find(({ tier }) => tier.toLowerCase() === quote.coverage_level.toLowerCase())
  return {
    id: sent.id,
    email: quote.email,
    stages: progressOf(quote, calendarDay(new Date())),
    tier: requested ? { name: requested.tier, vestingMonths: requested.vesting } : null,
  }
}

async function readSent(request: Request) {
  return (await cookie.parse(request.headers.get('Cookie'))) as Sent | null
}
