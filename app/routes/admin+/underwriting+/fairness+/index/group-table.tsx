import type { FairnessGroup } from '~/domain/fairness/groups'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

type Props = {
  caption: string
  /** Whether something beside the table says what it has. */
  captionHidden?: boolean
  groups: readonly FairnessGroup[]
  /** Whether each group says what people are grouped by. */
  showsKind: boolean
}

/** Groups with their ratios; one below four fifths has a badge. */
export function GroupTable({ caption, captionHidden, groups, showsKind }: Props) {
  return (
    <Table
      caption={caption}
      captionHidden={captionHidden}
      dense
      rows={groups}
      rowKey={({ kind, name }) => `${kind}: ${name}`}
      columns={[
        {
          header: 'Group',
          rowHeader: true,
          phone: 'title',
          cell: ({ name, kind }) => (
            <>
              {name}
              {showsKind ? <span className="cell-note">{kind}</span> : null}
            </>
          ),
        },
        { header: 'People', numeric: true, cell: ({ people }) => people.toLocaleString('en-US') },
        {
          header: 'Approved',
          numeric: true,
          phone: 'first',
          cell: ({ approvedShare, people }) => (
            <>
              {(100 * approvedShare).toFixed(1)}%
              <span className="phone-only"> of {people.toLocaleString('en-US')} approved</span>
            </>
          ),
        },
        {
          header: 'To the highest',
          numeric: true,
          phone: 'mark',
          cell: ({ approvalRatio, belowFourFifths }) => (
            <>
              {approvalRatio === null ? <Unset /> : approvalRatio.toFixed(3)}
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
          phone: 'third',
          cell: ({ perThousand, priceRatio }) => (
            <>
              {perThousand === null ? <Unset /> : `$${perThousand.toFixed(2)}`}
              {priceRatio === null ? null : <span className="phone-only">, ×{priceRatio.toFixed(2)}</span>}
            </>
          ),
        },
        {
          header: 'To the average',
          numeric: true,
          cell: ({ priceRatio }) => (priceRatio === null ? <Unset /> : `×${priceRatio.toFixed(2)}`),
        },
        {
          header: 'What moved it',
          phone: 'below',
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
