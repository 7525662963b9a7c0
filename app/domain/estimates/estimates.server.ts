import type { Db } from '../../../db/schema'
import { facts } from '~/content/facts'
import { addDays, calendarDay, longDate } from '~/domain/dates'
import { effectsUnder, questionEffects } from '~/domain/engine-versions/effects.server'
import type { GateConfiguration } from '~/domain/engine-versions/gate/draws'
import { briefMoney, counted } from '~/domain/formats'
import { fingerprint } from '~/domain/hashes.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { RecentMap } from '~/domain/recent-map'
import type { ResultFigures, Sandbox } from '~/domain/underwriting/sandbox.server'
import { sharedPart, type RunnableEngine } from '~/domain/underwriting/underwriting.server'
import { log } from '~/log.server'

import * as queries from './estimates.queries.server'
import type { EstimateAnswers } from './estimates.schema'
import {
  largestMoves,
  weightedPercentile,
  type DeclinedEstimate,
  type Estimate,
  type PricedEstimate,
} from './estimates'
import { peopleWith, type EstimatePerson } from './people.server'

export type EstimateOutcome = { ok: true; estimate: Estimate } | { ok: false; reason: 'busy' }

export const busyMessage = 'We cannot work out a price at this moment. Please try again in a minute.'

type Computed = PricedEstimate | DeclinedEstimate

/** The maximum number of concurrent estimates: others are rejected as busy, so that underwriting never waits. */
const maxPending = 8
let pending = 0

/** Estimates by the hash of their input, the most recently used last. */
const cache = new RecentMap<string, Computed>(500)

/**
 * Estimates the price of cover from three answers: people of the bundled population who would give them are run by the engine in use.
 * Nothing is stored or logged. An estimate that has to be computed counts for the IP's limit.
 * @throws {TooManyAttempts}
 */
export async function estimatePrice(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
  input: EstimateAnswers,
  { ip, today = calendarDay(new Date()) }: { ip: string | null; today?: string },
): Promise<EstimateOutcome> {
  const answers = rounded(input)
  const [{ hash, ...basis }, effects] = await Promise.all([
    queries.estimateBasis(db, answers.industry, answers.employer_name ?? null),
    questionEffects(db, sandbox),
  ])
  if (hash === null) return { ok: false, reason: 'busy' }
  const key = fingerprint({ today, hash, basis, answers })
  const known = cache.get(key)
  if (known === undefined) await consume(db, 'estimate', ip)
  const computed = known ?? (await compute(db, sandbox, hash, basis, answers, today))
  if (computed === null) return { ok: false, reason: 'busy' }
  cache.set(key, computed)
  const ownEffects = effectsUnder(effects, basis.stateRules, answers.region_state ?? null)
  const knowsEmployer = answers.employer_name !== undefined
  const moves = largestMoves(ownEffects, knowsEmployer)
  return { ok: true, estimate: { ...computed, moves, knowsEmployer } }
}

/**
 * Close answers share an estimate: $10 of a pay of $1,000 or more, hundredths of years, 10 points of a credit score. Those of an application,
 * which has a salary too, are priced as they are.
 */
function rounded(answers: EstimateAnswers): EstimateAnswers {
  const known = Object.fromEntries(
    Object.entries(answers).filter(([, answer]) => answer != null),
  ) as EstimateAnswers
  if (known.salary !== undefined) return known
  const { income, years, credit_score: score } = known
  const step = income < 1000 ? 1 : 10
  return {
    ...known,
    income: Math.round(income / step) * step,
    years: Math.round(years * 100) / 100,
    ...(score === undefined ? {} : { credit_score: Math.round(score / 10) * 10 }),
  }
}

/** Returns null if the sandbox is busy or fails. */
async function compute(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
  hash: string,
  configuration: GateConfiguration,
  answers: EstimateAnswers,
  today: string,
): Promise<Computed | null> {
  if (pending >= maxPending) return null
  pending += 1
  try {
    const engine = await queries.findEngine(db, hash)
    if (!engine) return null // replaced in between
    const unsure = await run(sandbox, engine, peopleWith(answers, configuration, today))
    if (unsure === null) return null
    const [tier] = mostCommon(unsure, (result) => !isDeclined(result) && result.coverage_tier) ?? []
    if (tier === undefined || shareOf(unsure, isDeclined) > 0.5)
      return declinedEstimate(unsure, configuration, answers, today)
    const price = async (one: string, reason: string) => {
      const people = await run(sandbox, engine, peopleWith(answers, configuration, today, one.toLowerCase()))
      return people && pricedEstimate(people, reason, one, configuration, answers)
    }
    const requested = tierNamed(configuration, answers.coverage_level)
    const own =
      requested === undefined || requested === tier
        ? null
        : await price(requested, 'It is the tier that you ask for.')
    return own ?? (await price(tier, tierReason(unsure, tier, configuration)))
  } finally {
    pending -= 1
  }
}

function tierNamed({ tiers }: GateConfiguration, name: string | null | undefined) {
  const names = tiers.map(({ tier_name }) => String(tier_name))
  return names.find((tier) => tier.toLowerCase() === name?.toLowerCase())
}

type Outcome = { weight: number; result: ResultFigures }

async function run(
  sandbox: Pick<Sandbox, 'runFigures'>,
  engine: RunnableEngine,
  people: readonly EstimatePerson[],
): Promise<Outcome[] | null> {
  const [first] = people
  if (!first) return null
  const { shared } = sharedPart(engine, first.input)
  const inputs = people.map(({ input }) => ({ ...input, tiers: undefined }))
  const results = await sandbox.runFigures(engine.source, inputs, { trial: true, shared })
  const outcomes = people.flatMap(({ weight }, index) => {
    const outcome = results[index]
    return outcome?.ok ? [{ weight, result: outcome.result }] : []
  })
  if (outcomes.length === people.length) return outcomes
  // The message of a failed run may have answers in it.
  const failure = results.find(({ ok }) => !ok)
  log.warn(
    { kind: failure && !failure.ok ? failure.kind : 'incomplete' },
    'an estimate could not be computed',
  )
  return null
}

function pricedEstimate(
  people: readonly Outcome[],
  reason: string,
  tier: string,
  configuration: GateConfiguration,
  { income, salary = 12 * income }: EstimateAnswers,
): PricedEstimate | null {
  const sold = people.filter(({ result }) => !isDeclined(result) && result.coverage_tier === tier)
  const prices = sold.map(({ weight, result }) => ({ weight, value: result.monthly_premium }))
  const benefit = weightedPercentile(
    sold.map(({ weight, result }) => ({ weight, value: result.max_coverage })),
    0.5,
  )
  if (benefit <= 0) return null
  const [low, high] = [weightedPercentile(prices, 0.1), weightedPercentile(prices, 0.9)]
  // The engine counts the lower one where it finds that they differ, unless the salary is a slip: less than a dollar a month.
  const differ = sold.some(({ result }) => result.reasons.some(({ code }) => code === 'SALARY'))
  const pay = differ && salary >= 12 ? Math.min(income, salary / 12) : income
  const decisions = decisionsOf(people)
  const notes = [
    baseNote(configuration, { tier, benefit, low, high }),
    income > highPay && yearNote(income),
    ...notesOf(decisions),
  ].filter((note) => note !== false)
  return { tier, benefit, months: round(benefit / pay, 1), low, high, reason, ...decisions, notes }
}

/** Compares the price with the tier's base price, which the pages show. */
function baseNote(
  { tiers }: GateConfiguration,
  { tier, benefit, low, high }: Pick<PricedEstimate, 'tier' | 'benefit' | 'low' | 'high'>,
): string | false {
  const { base_premium, max_monthly_benefit } = tiers.find(({ tier_name }) => tier_name === tier) ?? {}
  const base = Number(base_premium)
  const max = Number(max_monthly_benefit)
  if (!(base > 0)) return false
  const forAll = benefit < max ? `, for ${briefMoney(max)}` : ''
  const move = high < base ? 'lower it' : low > base ? 'raise it' : 'leave it about there'
  return `The base price of ${tier} is ${briefMoney(base)} a month${forAll}: your answers ${move}.`
}

/** Few people earn more in a month: it may be what they earn in a year. Dollars. */
const highPay = 20_000

function yearNote(income: number) {
  return `${briefMoney(income)} a month is ${briefMoney(12 * income)} a year. If it is your pay for a year, enter ${briefMoney(Math.round(income / 12))} in its place.`
}

/**
 * Describes to how many people a tier is recommended, and why: each of the engine's reasons for it, since households differ. `unsure` are
 * all people with the same answers who requested no tier.
 */
function tierReason(unsure: readonly Outcome[], tier: string, { tiers }: GateConfiguration) {
  const isRecommended = ({ status, coverage_tier }: ResultFigures) =>
    status !== 'declined' && coverage_tier === tier
  const codes = new Set(
    unsure.flatMap(({ result }) => (isRecommended(result) ? result.reasons.map(({ code }) => code) : [])),
  )
  const coverageOf = (name: string) =>
    Number(tiers.find(({ tier_name }) => tier_name === name)?.max_monthly_benefit)
  const coversMost = tiers.every(({ tier_name }) => coverageOf(String(tier_name)) <= coverageOf(tier))
  const reasons = [
    codes.has('RECOMMENDED_INCOME') &&
      `it is the lowest tier that covers two months of pay, and half a month more for each further person in the household, up to ${facts.maxMonthsOfPay} months`,
    codes.has('RECOMMENDED_TENURE') && 'it is the highest tier that your time with your employer allows',
    codes.has('RECOMMENDED_TIER') &&
      (coversMost ? 'no tier covers more' : 'it costs less than another tier that covers no more'),
  ].filter((reason) => reason !== false)
  const share = shareOf(unsure, isRecommended)
  const whom = tenthsOf(share) === 10 ? 'nearly all' : `about ${inTen(share)}`
  return `We recommend ${tier} to ${whom} people with these answers: ${reasons.join(', or ')}.`
}

function declinedEstimate(
  people: readonly Outcome[],
  { tiers }: GateConfiguration,
  { years }: EstimateAnswers,
  today: string,
): DeclinedEstimate {
  const declined = people.filter(({ result }) => isDeclined(result))
  const [code] = mostCommon(declined, ({ reasons }) => reasons[0]?.code ?? false) ?? []
  const shortest = Math.min(...tiers.map(({ min_job_tenure_months }) => Number(min_job_tenure_months ?? 0)))
  const none = { tier: null, benefit: null, months: null, low: null, high: null }
  if (code === 'TENURE') {
    const askAgain = addDays(today, Math.ceil((shortest / 12 - years) * daysOfYear))
    const reason = `Cover needs at least ${counted(shortest, 'month')} with your employer. Ask again from ${longDate(askAgain)}.`
    return { ...none, reason, askAgain, ...decisionsOf(people) }
  }
  const [reason] = mostCommon(declined, ({ reasons }) => reasons[0]?.text ?? false) ?? []
  return {
    ...none,
    reason: reason ?? 'The engine offers no cover for these answers.',
    askAgain: null,
    ...decisionsOf(people),
  }
}

const daysOfYear = 365.25

/** The engine's reasons for a referral that the answers of an estimate can give. */
const referralCodes = ['SALARY', 'FAMILY', 'BACKGROUND', 'AFFORDABLE']

/** Includes the reason of the referral if most people have it: then it comes from the answers. */
function decisionsOf(people: readonly Outcome[]) {
  const referred = people.filter(({ result }) => result.status === 'referred')
  const reasons = referralCodes.flatMap((code) => {
    const textOf = ({ reasons }: ResultFigures) =>
      reasons.find((reason) => reason.code === code)?.text ?? false
    const [text, share = 0] = mostCommon(referred, textOf) ?? []
    return text !== undefined && share > 0.5 ? [text] : []
  })
  return {
    declined: round(shareOf(people, isDeclined), 2),
    referred: round(
      shareOf(people, ({ status }) => status === 'referred'),
      2,
    ),
    referralReason: reasons.length > 0 ? reasons.join(' ') : null,
  }
}

function notesOf({ declined, referred, referralReason }: ReturnType<typeof decisionsOf>) {
  const isWorthSaying = (share: number) => share >= 0.05
  const whose = tenthsOf(referred) === 10 ? 'nearly all' : `about ${inTen(referred)}`
  const referral = `A person looks at the applications of ${whose} of them before we decide.`
  return [
    isWorthSaying(declined) && `About ${inTen(declined)} people with these answers are declined.`,
    isWorthSaying(referred) && (referralReason ? `${referral} ${referralReason}` : referral),
  ].filter((note) => note !== false)
}

function inTen(share: number) {
  return `${tenthsOf(share)} of 10`
}

function tenthsOf(share: number) {
  return Math.max(1, Math.round(10 * share))
}

function isDeclined({ status }: ResultFigures) {
  return status === 'declined'
}

function shareOf(people: readonly Outcome[], is: (result: ResultFigures) => boolean) {
  const weightOf = (some: readonly Outcome[]) => some.reduce((sum, { weight }) => sum + weight, 0)
  return weightOf(people.filter(({ result }) => is(result))) / Math.max(1e-9, weightOf(people))
}

/** Returns the text that most people have, by weight, and their share; people without one count only for the share. */
function mostCommon(people: readonly Outcome[], textOf: (result: ResultFigures) => string | null | false) {
  const weights = new Map<string, number>()
  let total = 0
  for (const { weight, result } of people) {
    total += weight
    const text = textOf(result)
    if (text) weights.set(text, (weights.get(text) ?? 0) + weight)
  }
  const [first] = [...weights].sort(([, one], [, other]) => other - one)
  return first && ([first[0], first[1] / total] as const)
}

function round(value: number, decimals: number) {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
