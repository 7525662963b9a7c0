import { Link } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'

import type { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { quoteUrl } from '~/domain/quotes/origin'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Table, type TableColumn } from '~/ui/table'

type Work = SerializeFrom<Awaited<ReturnType<typeof findQuestionWork>>>

type Row = { id: number; quote_submission_id: number; name: string; asked_at: string }

const applicantColumns = (from: string): TableColumn<Row>[] => [
  {
    header: 'Quote',
    rowHeader: true,
    phone: 'first',
    cell: ({ quote_submission_id: quote }) => <Link to={quoteUrl(quote, from)}>Q-{quote}</Link>,
  },
  {
    header: 'Applicant',
    phone: 'title',
    title: ({ name }) => name,
    cell: ({ name }) => <span className="one-line">{name}</span>,
  },
  {
    header: 'Asked',
    phone: 'second',
    cell: ({ asked_at }) => (
      <>
        <span className="phone-only">asked </span>
        <AdminTime at={asked_at} />
      </>
    ),
  },
]

function nextStep(label: string, from: string): TableColumn<Row> {
  return {
    header: 'Next',
    phone: 'mark',
    cell: ({ quote_submission_id: quote }) => (
      <Link to={`${quoteUrl(quote, from)}#questions`}>
        {label}
        <span className="visually-hidden"> Q-{quote}</span>
      </Link>
    ),
  }
}

/** The number of shown rows, if the list has more. */
export function ShownOf({ shown, count }: { shown: number; count: number }) {
  if (shown >= count) return null
  return <Badge tone="neutral">{`The oldest ${shown} of ${count.toLocaleString('en-US')}`}</Badge>
}

type QuestionsProps<Shown extends Row> = {
  id?: string
  title: string
  rows: readonly Shown[]
  count: number
  /** The work list that the pages of quotes link back to. */
  from: string
  columns: readonly TableColumn<Shown>[]
}

/** Questions of one state with their applicants, oldest first; renders nothing if there are none. */
function Questions<Shown extends Row>({ id, title, rows, count, from, columns }: QuestionsProps<Shown>) {
  if (rows.length === 0) return null
  return (
    <Card id={id} title={title} actions={<ShownOf shown={rows.length} count={count} />}>
      <Table
        caption={title}
        captionHidden
        dense
        rows={rows}
        rowKey={(row) => row.id}
        columns={[...applicantColumns(from), ...columns]}
      />
    </Card>
  )
}

/** The unread answers of applicants. */
export function NewAnswers({ answers, count, from }: Pick<Work, 'answers' | 'count'> & { from: string }) {
  return (
    <Questions
      id="answers"
      title="Answers of applicants"
      rows={answers}
      count={count}
      from={from}
      columns={[
        {
          header: 'Answered',
          phone: 'below',
          cell: ({ answered_at }) =>
            answered_at === null ? null : (
              <>
                <span className="phone-only">answered </span>
                <AdminTime at={answered_at} />
              </>
            ),
        },
        nextStep('Read it', from),
      ]}
    />
  )
}

/** The questions without an answer. */
export function AskedQuestions({ asked, waiting, from }: Pick<Work, 'asked' | 'waiting'> & { from: string }) {
  return (
    <Questions
      id="waiting"
      title="Waiting for the applicant"
      rows={asked}
      count={waiting}
      from={from}
      columns={[
        {
          header: 'Link works until',
          phone: 'below',
          cell: ({ expires_at }) => (
            <>
              <span className="phone-only">link works until </span>
              <AdminTime at={expires_at} />
            </>
          ),
        },
        nextStep('See the question', from),
      ]}
    />
  )
}
