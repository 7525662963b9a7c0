import type { Impact } from '~/domain/engine-versions/impact.server'
import { money } from '~/domain/formats'
import { DescriptionList } from '~/ui/description-list'

type Props = {
  summary: Impact['summary']
  /** The number of quotes that were run. */
  count: number
  /** Whether to leave out the quotes that do not change. */
  changesOnly?: boolean
}

/** The effect of a draft or of another configuration on the newest quotes, in totals. */
export function ImpactSummary({ summary, count, changesOnly = false }: Props) {
  const priced = count - summary.failed
  const item = (term: string, quotes: number) => ({ term, description: countQuotes(quotes) })
  return (
    <DescriptionList
      items={[
        item('Premium goes up', summary.dearer),
        item('Premium goes down', summary.cheaper),
        ...(changesOnly ? [] : [item('Premium stays', summary.same)]),
        item('Another tier', summary.tier),
        item('Another decision', summary.decision),
        ...(changesOnly ? [] : [item('No result', summary.failed)]),
        {
          term: 'Mean premium a month',
          description:
            priced === 0
              ? 'N/A'
              : `${money(summary.premiumBefore / priced)} before, ${money(summary.premiumAfter / priced)} after`,
        },
      ]}
    />
  )
}

export function countQuotes(count: number) {
  return count === 1 ? '1 quote' : `${count} quotes`
}
