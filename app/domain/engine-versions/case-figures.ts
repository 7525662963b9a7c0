import { briefMoney, money, signedMoney } from '~/domain/formats'
import type { GoldenCase } from '~/engine/golden-cases'

type Expected = GoldenCase['expected']

/** A golden case that a version fails: what differs, in words. */
export type FailingCase = { name: string; differences: string[] }

/** Returns what differs between the expected figures of a case and the found ones, in words; empty if it passes. */
export function figureDifferences(expected: Expected, found: Expected): string[] {
  const change = (before: string | null, after: string | null) =>
    `${before ?? 'no tier'} → ${after ?? 'no tier'}`
  const premium = found.monthly_premium - expected.monthly_premium
  const isPriced = expected.coverage_tier !== null && found.coverage_tier !== null
  return [
    ...(found.status === expected.status ? [] : [change(expected.status, found.status)]),
    ...(found.coverage_tier === expected.coverage_tier
      ? []
      : [change(expected.coverage_tier, found.coverage_tier)]),
    ...(isPriced && found.max_coverage !== expected.max_coverage
      ? [`covers ${change(briefMoney(expected.max_coverage), briefMoney(found.max_coverage))}`]
      : []),
    ...(isPriced && signedMoney(premium) !== money(0)
      ? [
          `${change(money(expected.monthly_premium), money(found.monthly_premium))} a month (${signedMoney(premium)})`,
        ]
      : []),
  ]
}
