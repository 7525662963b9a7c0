import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

import { chancesOf, makeBook, type BookTier } from '~/engine/book'
import type { Employer } from '~/engine/model/price'
import { simulatePaths, type PathsRequest } from '~/engine/simulate-paths'

import { populationMembers, populationPolicies, type SoldTier } from './population'

/** An approved quote with the premium and the benefit of its result. Money in US dollars, the premium a month. */
export type ApprovedQuote = {
  tier: string
  premium: number
  benefit: number
  combined: number
  industry: string
  employment_length: number
  education: string
  employer_size: string
  employer_name: string
}

/** The rows that a book is made of, as plain data for a worker. Without quotes it is the bundled population. */
export type BookRows = {
  tiers: (BookTier & SoldTier)[]
  employers: (Employer & { employer_name: string })[]
  quotes: ApprovedQuote[] | null
  /** The path of population.csv. */
  population: string
}

/** Returns the mix of approved quotes, or of the population at the prices of the rating tables. */
export function bookOf({ tiers, employers, quotes, population }: BookRows) {
  const byName = new Map(employers.map((row) => [nameKey(row.employer_name), row]))
  const findEmployer = (name: string) => byName.get(nameKey(name)) ?? null
  if (quotes !== null) {
    const policies = quotes.map((quote) => ({
      ...quote,
      weight: 1,
      chance: chancesOf(quote, findEmployer(quote.employer_name)),
    }))
    return makeBook(policies, tiers)
  }
  const people: Record<string, string>[] = parse(readFileSync(population), { columns: true })
  return makeBook(populationPolicies(populationMembers(people, tiers, findEmployer)), tiers)
}

export type BookRequest = Omit<PathsRequest, 'book'> & { rows: BookRows }
export type BookResult = ReturnType<typeof simulateBook>

/** Makes the book and simulates it: what a worker does. */
export function simulateBook({ rows, ...request }: BookRequest, onProgress: (share: number) => void) {
  const book = bookOf(rows)
  return {
    ...simulatePaths({ ...request, book }, onProgress),
    policies: book.policies,
    lossRatio: book.lossRatio,
  }
}

/** Names are compared without case and outer blanks. */
export function nameKey(name: string) {
  return name.trim().toLowerCase()
}
