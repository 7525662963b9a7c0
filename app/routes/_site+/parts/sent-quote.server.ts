import { db, nullIfUnavailable } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { progressOf } from '~/domain/quotes/progress'
import { findQuote } from '~/domain/quotes/quotes.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { readSentQuote } from '~/http/sent-quote-cookie.server'

import { estimateOf } from './estimate.server'

/**
 * Returns the id, email, progress, tier and estimate of the application just sent by this browser; the tier is null if none was
 * requested; null when unknown or when the database is unavailable.
 */
export async function sentQuote(request: Request) {
  const sent = await readSentQuote(request)
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
    estimate: await estimateOf(textsOf(quote)),
  }
}

function textsOf(quote: object) {
  return Object.fromEntries(
    Object.entries(quote).map(([name, value]) => [name, value == null ? undefined : String(value)]),
  )
}
