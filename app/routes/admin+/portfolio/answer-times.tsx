import { counted } from '~/domain/formats'
import type { readOverview } from '~/domain/portfolio/overview.server'
import { Table } from '~/ui/table'

import { percent } from './format'
import { ShareBar } from './share-bar'

type Overview = Awaited<ReturnType<typeof readOverview>>

const businessDays = (count: number) => (count === 0 ? 'The same day' : counted(count, 'business day'))

/** The business days that applicants waited for their first answer, up to the longest wait. */
export function AnswerTimes({ answers: { count, median, classes } }: { answers: Overview['answers'] }) {
  if (median === null) return null
  const longest = classes.findLastIndex((row) => row.count > 0)
  const nameOf = ({ days, orMore }: { days: number; orMore: boolean }) =>
    `${businessDays(days)}${orMore ? ' or more' : ''}`
  return (
    <>
      <p>
        Median: {nameOf(classes[median]!).toLowerCase()}, from the application to the first answer. An answer
        counts from when it is made, also while its mail waits.
      </p>
      <Table
        caption="Answers by business days since the application"
        captionHidden
        dense
        rows={classes.slice(0, longest + 1)}
        rowKey={({ days }) => days}
        columns={[
          { header: 'Answered after', rowHeader: true, phone: 'title', cell: nameOf },
          {
            header: 'Answers',
            numeric: true,
            phone: 'mark',
            cell: (row) => row.count.toLocaleString('en-US'),
          },
          { header: 'Share', numeric: true, phone: 'first', cell: (row) => percent(row.count, count) },
          { header: 'Part of all', phone: 'second', cell: (row) => <ShareBar share={row.count / count} /> },
        ]}
      />
    </>
  )
}
