import type { Db } from '../../../db/schema'
import { withRow } from '~/domain/configuration/with-row'
import type { ConfigurationPart, Row } from '~/domain/engine-versions/gate/draws'
import { assembleInput, figuresOf } from '~/domain/underwriting/underwriting.server'

import * as queries from './impacts.queries.server'
import type { BookQuote, EmployerEntry, IndustryEntry } from './impacts.queries.server'

/** A row of the configuration that is replaced, added with the id 0, or removed; its values are those after the change. */
export type ConfigurationChange = { part: ConfigurationPart; row: Row & { id: number }; removed?: true }

/** The quotes of one job of the sandbox. */
export const jobSize = 200

/** A tier as the engine gets it. */
export type Tier = Record<string, unknown> & { id: number }

/** What all pages of a run share: the tiers, and the names of a changed row, in lower case. */
export type Book = {
  tiers: { before: Tier[]; after: Tier[] }
  change: (ConfigurationChange & { key: string | null; industryKey: string | null }) | null
  /** The released factor of the portfolio, and the factors that each state does not allow. */
  portfolio: number
  stateRules: ReadonlyMap<string, string[]>
  asOf: string
}

export async function openBook(db: Db, change: ConfigurationChange | null, asOf: string): Promise<Book> {
  const before = (await queries.readTiers(db)).map(figuresOf) as Tier[]
  const portfolio = await queries.readPortfolioFactor(db)
  const stateRules = await queries.readStateRules(db)
  if (change === null) return { tiers: { before, after: before }, change, portfolio, stateRules, asOf }
  const { part, row } = change
  const names = [row.tier_name ?? row.employer_name ?? row.industry_name, row.industry]
  const [key = null, industryKey = null] = await queries.lowerCase(
    db,
    names.map((name) => (typeof name === 'string' ? name : null)),
  )
  const after = part === 'tiers' ? ordered(changedRows(before, change)) : before
  return { tiers: { before, after }, change: { ...change, key, industryKey }, portfolio, stateRules, asOf }
}

/** Returns the rows that the engine reads after a change. */
export function changedRows<Item extends Row | Tier>(
  rows: readonly Item[],
  { part, row, removed }: ConfigurationChange,
) {
  return withRow(part, rows, Number(row.id), removed ? null : (row as unknown as Item))
}

/** The order in which the engine gets tiers: by base premium, those without one last. */
function ordered(tiers: Tier[]) {
  const premium = ({ base_premium: value }: Tier) => (typeof value === 'number' ? value : Infinity)
  return tiers.toSorted((a, b) => (premium(a) === premium(b) ? a.id - b.id : premium(a) - premium(b)))
}

export type BookInput = ReturnType<typeof assembleInput<Tier>>

/** A quote with its input under the configuration in use and under the changed one: the same object where nothing of it changes. */
export type BookItem = { id: number; before: BookInput; after: BookInput }

/** Returns the next page of quotes, in the order of their ids; an empty one at the end. */
export async function readPage(
  db: Db,
  { tiers, change, portfolio, stateRules, asOf }: Book,
  range: { from: number; last: number; limit: number },
): Promise<BookItem[]> {
  const quotes = await queries.readQuotes(db, range)
  if (quotes.length === 0) return []
  const employers = distinct(quotes.map((quote) => quote.employer_key))
  const industries = distinct([...quotes.map((quote) => quote.industry_key), change?.industryKey ?? null])
  const stored = await queries.readConfiguration(db, { employers, industries })
  const before = lookup(stored.employers, stored.industries)
  const after = change === null ? before : lookup(...changedEntries(stored, change))
  return quotes.map((quote) => {
    const rows = before(quote)
    const shared = { portfolio, notRated: stateRules.get(quote.region_state ?? '') ?? [] }
    const input = assembleInput(quote, { ...rows, ...shared, tiers: tiers.before }, asOf)
    if (change === null) return { id: quote.id, before: input, after: input }
    const other = after(quote)
    const isSame =
      tiers.after === tiers.before && other.employer === rows.employer && other.industry === rows.industry
    return {
      id: quote.id,
      before: input,
      after: isSame ? input : assembleInput(quote, { ...other, ...shared, tiers: tiers.after }, asOf),
    }
  })
}

/** Finds the employer of a quote by name, and its industry, or the one that the applicant names. */
function lookup(employers: readonly EmployerEntry[], industries: readonly IndustryEntry[]) {
  const employerOf = new Map(employers.map((entry) => [entry.key, entry]))
  const industryOf = new Map(industries.map((entry) => [entry.key, entry.row]))
  return ({ employer_key, industry_key }: BookQuote) => {
    const employer = employerOf.get(employer_key)
    const industry = industryOf.get(employer?.industry_key ?? industry_key ?? '')
    return { employer: employer?.row ?? null, industry: industry ?? null }
  }
}

/** Replaces the changed row, which may have got another name. */
function changedEntries(
  { employers, industries }: { employers: EmployerEntry[]; industries: IndustryEntry[] },
  { part, row, removed, key, industryKey }: NonNullable<Book['change']>,
): [EmployerEntry[], IndustryEntry[]] {
  const others = <Entry extends { row: { id: number } }>(entries: Entry[]) =>
    entries.filter((entry) => entry.row.id !== row.id)
  if (key === null || part === 'tiers') return [employers, industries]
  if (part === 'industries') {
    if (removed) return [employers, others(industries)]
    return [employers, [...others(industries), { key, row: row as unknown as IndustryEntry['row'] }]]
  }
  if (removed) return [others(employers), industries]
  const changed = { key, industry_key: industryKey, row: row as unknown as EmployerEntry['row'] }
  return [[...others(employers), changed], industries]
}

function distinct(keys: readonly (string | null)[]) {
  return [...new Set(keys.filter((key) => key !== null))]
}
