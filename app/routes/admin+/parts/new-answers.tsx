import { Link } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'

import type { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Table, type TableColumn } from '~/ui/table'

type Work = SerializeFrom<Awaited<ReturnType<typeof findQuestionWork>>>

type Row = { id: number; quote_submission_id: number; name: string; asked_at: string }

const applicantColumns: TableColumn<Row>[] = [
  {
    header: 'Quote',
    rowHeader: true,
    cell: ({ quote_submission_id: quote }) => (
      <Link to={`/admin/underwriting/quote/${quote}`}>Q-{quote}</Link>
    ),
  },
  { header: 'Applicant', cell: ({ name }) => name },
  { header: 'Asked', cell: ({ asked_at }) => <AdminTime at={asked_at} /> },
]

function nextStep(label: string): TableColumn<Row> {
  return {
    header: 'Next',
    cell: ({ quote_submission_id: quote }) => (
      <Link to={`/admin/underwriting/quote/${quote}#questions`}>
        {label}
        <span className="visually-hidden"> Q-{quote}</span>
      </Link>
    ),
  }
}

type QuestionsProps<Shown extends Row> = {
  id?: string
  title: string
  rows: readonly Shown[]
  count: number
  columns: readonly TableColumn<Shown>[]
}

/** Questions of one state with their applicants, oldest first; nothing without any. */
function Questions<Shown extends Row>({ id, title, rows, count, columns }: QuestionsProps<Shown>) {
  if (rows.length === 0) return null
  return (
    <Card id={id} title={title} actions={<Badge tone="neutral">{`${rows.length} of ${count}`}</Badge>}>
      <Table
        caption={title}
        captionHidden
        dense
        rows={rows}
        rowKey={(row) => row.id}
        columns={[...applicantColumns, ...columns]}
      />
    </Card>
  )
}

/** The answers of applicants that nobody has marked as read. */
export function NewAnswers({ answers, count }: Pick<Work, 'answers' | 'count'>) {
  return (
    <Questions
      id="answers"
      title="Answers of applicants"
      rows={answers}
      count={count}
      columns={[
        {
          header: 'Answered',
          cell: ({ answered_at }) => (answered_at === null ? null : <AdminTime at={answered_at} />),
        },
        nextStep('Read it'),
      ]}
    />
  )
}

/** The questions that wait for an answer. */
export function AskedQuestions({ asked, waiting }: Pick<Work, 'asked' | 'waiting'>) {
  return (
    <Questions
      id="waiting"
      title="Waiting for the applicant"
      rows={asked}
      count={waiting}
      columns={[
        { header: 'Link works until', cell: ({ expires_at }) => <AdminTime at={expires_at} /> },
        nextStep('See the question'),
      ]}
    />
  )
}
