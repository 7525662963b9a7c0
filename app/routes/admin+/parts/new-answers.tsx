import { Link } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'

import type { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Table } from '~/ui/table'

type Work = SerializeFrom<Awaited<ReturnType<typeof findQuestionWork>>>

/** The answers of applicants that nobody has marked as read, oldest first; nothing without any. */
export function NewAnswers({ answers, count }: Pick<Work, 'answers' | 'count'>) {
  if (answers.length === 0) return null
  return (
    <Card
      title="Answers of applicants"
      actions={<Badge tone="neutral">{`${answers.length} of ${count}`}</Badge>}
    >
      <Table
        caption="Answers of applicants"
        captionHidden
        dense
        rows={answers}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Quote',
            rowHeader: true,
            cell: ({ quote_submission_id: quote }) => (
              <Link to={`/admin/underwriting/quote/${quote}`}>Q-{quote}</Link>
            ),
          },
          { header: 'Applicant', cell: ({ name }) => name },
          { header: 'Asked', cell: ({ asked_at }) => <AdminTime at={asked_at} /> },
          {
            header: 'Answered',
            cell: ({ answered_at }) => (answered_at === null ? null : <AdminTime at={answered_at} />),
          },
          {
            header: 'Next',
            cell: ({ quote_submission_id: quote }) => (
              <Link to={`/admin/underwriting/quote/${quote}#questions`}>
                Read it<span className="visually-hidden"> Q-{quote}</span>
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}
