import { money } from '~/domain/formats'

import type { Alternative } from './alternatives.server'

/** An alternative in a sentence; `declined` is whether nothing is offered now. */
export function alternativeText({ kind, years, tier, coverage, monthly }: Alternative, declined: boolean) {
  if (declined) return `After ${inYears(years ?? 0)} at this employer we could offer you ${tier}.`
  const offer = `${tier}, ${money(coverage)} at most for ${money(monthly)} a month`
  if (kind === 'tier') return `The next lower tier: ${offer}.`
  return `After ${inYears(years ?? 0)} at this employer: ${offer}.`
}

function inYears(years: number) {
  if (years % 1 !== 0) return `${Math.round(12 * years)} months`
  return years === 1 ? '1 year' : `${years} years`
}
