import type { FairnessGroup } from '~/domain/fairness/groups'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'

type Props = {
  caption: string
  groups: readonly FairnessGroup[]
  /** The group that the figure at the top of the page links to. */
  firstBelow: FairnessGroup | undefined
}

/** The id of that group in the page. */
export const firstBelowId = 'below-four-fifths'

/** Groups with their ratios; one below four fifths has a badge. */
export function GroupTable({ caption, groups, firstBelow }: Props) {
  return (
    <Table
      caption={caption}
      dense
      stickyHead
      rows={groups}
      rowKey={({ kind, name }) => `${kind}: ${name}`}
      columns={[
        {
          header: 'Group',
          rowHeader: true,
          cell: (group) => (
            <span {...(group === firstBelow && { id: firstBelowId, tabIndex: -1 })}>
              {group.name}
              <span className="cell-note">{group.kind}</span>
            </span>
          ),
        },
        { header: 'People', numeric: true, cell: ({ people }) => people.toLocaleString('en-US') },
        {
          header: 'Approved',
          numeric: true,
          cell: ({ approvedShare }) => `${(100 * approvedShare).toFixed(1)}%`,
        },
        {
          header: 'To the highest',
          numeric: true,
          cell: ({ approvalRatio, belowFourFifths }) => (
            <>
              {approvalRatio === null ? 'None' : approvalRatio.toFixed(3)}
              {belowFourFifths ? (
                <>
                  {' '}
                  <Badge tone="red">Below 0.80</Badge>
                </>
              ) : null}
            </>
          ),
        },
        {
          header: 'Per $1,000',
          numeric: true,
          cell: ({ perThousand }) => (perThousand === null ? 'None' : `$${perThousand.toFixed(2)}`),
        },
        {
          header: 'To the average',
          numeric: true,
          cell: ({ priceRatio }) => (priceRatio === null ? 'None' : priceRatio.toFixed(2)),
        },
        {
          header: 'What moved it',
          cell: ({ movers }) =>
            movers.length === 0
              ? 'Nothing by 0.5% or more'
              : movers
                  .map(
                    ({ factor, ratio }) =>
                      `${factor.replaceAll('_', ' ')} ${ratio > 1 ? '+' : '−'}${(100 * Math.abs(ratio - 1)).toFixed(1)}%`,
                  )
                  .join(', '),
        },
      ]}
    />
  )
}
