import type { Difference } from '~/domain/engine-versions/grid'
import { Table } from '~/ui/table'

const shownAtOnce = 200

/** The cells and golden cases in which a draft differs from the active version. */
export function TableDifferences({ differences }: { differences: readonly Difference[] }) {
  const shown = differences.slice(0, shownAtOnce)
  return (
    <>
      <Table
        caption="Differences from the version in use"
        captionHidden
        dense
        rows={shown.map((difference, index) => ({ ...difference, index }))}
        rowKey={({ index }) => index}
        columns={[
          {
            header: 'Where',
            rowHeader: true,
            cell: ({ place, row }) => (
              <>
                {place}
                <span className="cell-note">{row}</span>
              </>
            ),
          },
          { header: 'What', cell: ({ what }) => what },
          { header: 'In use', cell: ({ before }) => before ?? 'not there' },
          { header: 'Changed to', cell: ({ after }) => after ?? 'removed' },
        ]}
      />
      {differences.length > shownAtOnce ? (
        <p className="hint">{`And ${differences.length - shownAtOnce} more.`}</p>
      ) : null}
    </>
  )
}
