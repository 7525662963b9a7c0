import type { FairnessGroup } from '~/domain/fairness/groups'
import { counted } from '~/domain/formats'

import { GroupTable } from './group-table'

type Props = {
  title: string
  groups: readonly FairnessGroup[]
  /** The number of all pairs and of those below four fifths, if the groups are the pairs that are shown. */
  pairs?: { count: number; below: number }
}

/** Groups that are compared with each other, collapsed under a heading and what the comparison comes to. */
export function GroupFold({ title, groups, pairs }: Props) {
  if (groups.length === 0) return null
  return (
    <details className="group-fold">
      <summary>
        <h2>{title}</h2> <span>{summaryOf(groups, pairs)}</span>
      </summary>
      <GroupTable caption={title} captionHidden groups={groups} showsKind={pairs !== undefined} />
    </details>
  )
}

/** Says how many groups are below four fifths, which one is approved the least, and from where to where the prices go. */
function summaryOf(groups: Props['groups'], pairs: Props['pairs']) {
  const below = pairs?.below ?? groups.filter(({ belowFourFifths }) => belowFourFifths).length
  const all = pairs ? counted(pairs.count, 'pair') : counted(groups.length, 'group')
  const lowest = groups.reduce((a, b) => ((b.approvalRatio ?? 1) < (a.approvalRatio ?? 1) ? b : a))
  const isCut = pairs !== undefined && pairs.count > groups.length
  const prices = isCut ? [] : groups.flatMap(({ priceRatio }) => priceRatio ?? [])
  return [
    `${all}, ${below === 0 ? 'none' : below} below 0.80.`,
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
