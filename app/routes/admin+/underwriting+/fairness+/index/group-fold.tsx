import type { FairnessGroup } from '~/domain/fairness/groups'

import { GroupTable } from './group-table'

/** Groups that are compared with each other, folded up under a heading and what the comparison comes to. */
export function GroupFold({ title, groups }: { title: string; groups: readonly FairnessGroup[] }) {
  if (groups.length === 0) return null
  return (
    <details className="group-fold">
      <summary>
        <h2>{title}</h2> <span>{summaryOf(groups)}</span>
      </summary>
      <GroupTable caption={title} captionHidden groups={groups} />
    </details>
  )
}

/** Says how many groups are below four fifths, which one is approved the least, and from where to where the prices go. */
function summaryOf(groups: readonly FairnessGroup[]) {
  const below = groups.filter(({ belowFourFifths }) => belowFourFifths).length
  const counted = groups.length === 1 ? '1 group' : `${groups.length} groups`
  const lowest = groups.reduce((a, b) => ((b.approvalRatio ?? 1) < (a.approvalRatio ?? 1) ? b : a))
  const prices = groups.flatMap(({ priceRatio }) => priceRatio ?? [])
  return [
    `${counted}, ${below === 0 ? 'none' : below} below 0.80.`,
    groups.length > 1 && lowest.approvalRatio !== null && lowest.approvalRatio < 1
      ? `Approved least: ${lowest.name}, ${lowest.approvalRatio.toFixed(3)} of the highest.`
      : '',
    groups.length > 1 && prices.length > 1
      ? `Prices ×${Math.min(...prices).toFixed(2)} to ×${Math.max(...prices).toFixed(2)} of the average.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
