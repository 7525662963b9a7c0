import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { adminDate, adminTime, money } from '~/domain/formats'
import { actUrl, quoteUrl } from '~/domain/quotes/origin'
import { changedText } from '~/domain/underwriting/changed-parts'
import type { WorkGroup, WorkList } from '~/domain/work/work.server'
import { Badge } from '~/ui/badge'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'
import { IntentForm } from '~/ui/intent-form'
import { RemoteIntentForm } from '~/ui/remote-intent-form'
import { Table } from '~/ui/table'

import {
  applicantColumn,
  decisionColumn,
  premiumColumn,
  quoteColumn,
  submittedDayColumn,
  tierColumn,
  type Item,
  type ItemColumn,
} from '../parts/work-columns'

export const listTitles: Record<WorkList, string> = {
  decide: 'Referrals to decide',
  again: 'Corrected applications to run again',
  run: 'Applications never run',
  send: 'Results to send',
}

const nextSteps = { decide: 'Decide', send: 'Send it' }

/**
 * Reruns the applications whose answers or pricing data have changed since; a single one has a button in its row. An underwriter's
 * decision remains valid until that application is rerun individually.
 */
export function RunAgain({ act, items }: { act: WorkList; items: readonly Item[] }) {
  const outdated = items.filter(
    ({ corrected, changed, decided }) => corrected || (changed.length > 0 && !decided),
  )
  if (outdated.length < 2) return null
  const quotes = outdated.map(({ quoteId }) => quoteId).join()
  return (
    <IntentForm action="/admin/work" intent="again" fields={{ list: act, quotes }} busyLabel="Starting...">
      {`Run ${outdated.length} again`}
    </IntentForm>
  )
}

type Props = {
  group: SerializeFrom<WorkGroup>
  /** The id of the signed-in admin. */
  reader: number
  /** The `from` param for the pages of the quotes. */
  from: string
}

export function WaitingTable({ group: { act, items }, reader, from }: Props) {
  return (
    <Table
      caption={listTitles[act]}
      captionHidden
      dense
      rows={items}
      rowKey={({ quoteId }) => quoteId}
      details={({ quoteId, resultId, questionSince, unread, marked, changed, tier, answered, decided }) =>
        questionSince === null && !unread && marked === null && changed.length === 0 && !answered ? null : (
          <>
            {changed.length > 0 ? (
              <div>
                {changedText(changed, tier)}{' '}
                {decided ? (
                  <>
                    A person has decided on it:{' '}
                    <Link to={quoteUrl(quoteId, from)}>
                      see what a new run would replace
                      <span className="visually-hidden">, Q-{quoteId}</span>
                    </Link>
                    .{' '}
                  </>
                ) : (
                  <RunButton quoteId={quoteId} resultId={resultId} from={from}>
                    Run it again for today’s price
                  </RunButton>
                )}
              </div>
            ) : null}
            {answered ? <span>An earlier result is with the applicant. </span> : null}
            {marked === null ? null : <span>Marked {marked}, though nothing was sent. </span>}
            {unread ? (
              <Link to={`${quoteUrl(quoteId, from)}#questions`}>
                An answer of the applicant is not read yet
                <span className="visually-hidden">, Q-{quoteId}</span>
              </Link>
            ) : null}{' '}
            {questionSince === null ? null : (
              <Link to={`${quoteUrl(quoteId, from)}#questions`}>
                Question open since {adminTime(questionSince)} UTC
                <span className="visually-hidden">, Q-{quoteId}</span>
              </Link>
            )}
          </>
        )
      }
      columns={[
        quoteColumn(from),
        applicantColumn,
        submittedDayColumn,
        {
          header: 'Answer by',
          phone: 'second',
          cell: ({ due, daysLeft, isLate, isDueToday }) => (
            <span className="on-one-line">
              {adminDate(due)}{' '}
              {isLate ? (
                <Badge tone="red">Late</Badge>
              ) : isDueToday ? (
                <Badge tone="yellow">Today</Badge>
              ) : daysLeft > 0 ? (
                <span className="cell-rest">{daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}</span>
              ) : null}
            </span>
          ),
        },
        ...columnsOf[act],
        {
          header: 'With',
          phone: 'act',
          title: ({ holder }) => holder?.name,
          cell: ({ quoteId, holder }) =>
            holder ? (
              <span className="one-line one-line-short">{holder.id === reader ? 'You' : holder.name}</span>
            ) : (
              <RemoteIntentForm
                action={`/admin/underwriting/assign/${quoteId}`}
                intent="take"
                fields={{ to: reader, seen: '', back: from === 'work' ? '/admin/work' : from }}
                variant="quiet"
                busyLabel="Taking..."
              >
                Take<span className="visually-hidden"> Q-{quoteId}</span>
              </RemoteIntentForm>
            ),
        },
        {
          header: 'Next',
          phone: 'mark',
          cell: (item) => (
            <>
              {act === 'run' || act === 'again' ? (
                <RunButton quoteId={item.quoteId} resultId={item.resultId} from={from}>
                  {act === 'run' ? 'Run it' : 'Run again'}
                </RunButton>
              ) : (
                <Link to={actUrl(act, item, from)}>
                  {item.proposed ? 'Confirm' : nextSteps[act]}
                  <span className="visually-hidden"> Q-{item.quoteId}</span>
                </Link>
              )}
              {item.proposed && act === 'decide' ? (
                <span className="cell-note">Waits for a senior</span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

type RunButtonProps = Pick<Item, 'quoteId' | 'resultId'> & { from: string; children: string }

/** Runs one application and redirects to its page with the result. An outdated list, sent again, redirects to the same result. */
function RunButton({ quoteId, resultId, from, children }: RunButtonProps) {
  const fields = { [idempotencyKeyName]: `Q-${quoteId}-after-${resultId ?? 'none'}` }
  return (
    <RemoteIntentForm
      action={quoteUrl(quoteId, from)}
      intent="run"
      fields={fields}
      variant="quiet"
      busyLabel="Running..."
    >
      {children}
      <span className="visually-hidden"> Q-{quoteId}</span>
    </RemoteIntentForm>
  )
}

function reasonsText({ reasons }: Item) {
  return reasons.join('; ')
}

const reasonsColumn: ItemColumn = {
  header: 'Why',
  phone: 'below',
  title: reasonsText,
  cell: (item) => <span className="two-lines">{reasonsText(item)}</span>,
}

const employerColumn: ItemColumn = {
  header: 'Employer',
  title: ({ employer }) => employer,
  cell: ({ employer }) => <span className="one-line one-line-rest">{employer}</span>,
}

const incomeColumn: ItemColumn = {
  header: 'Income a month',
  numeric: true,
  minor: true,
  cell: ({ income }) => money(income),
}

const yearsColumn: ItemColumn = {
  header: 'Years employed',
  numeric: true,
  minor: true,
  cell: ({ years }) => years,
}

const stateColumn: ItemColumn = { header: 'State', minor: true, cell: ({ state }) => state }

const columnsOf: Record<WorkList, ItemColumn[]> = {
  decide: [reasonsColumn, tierColumn, { ...premiumColumn, header: 'Rated premium' }],
  again: [employerColumn],
  run: [employerColumn, stateColumn, yearsColumn, incomeColumn],
  send: [decisionColumn, tierColumn, premiumColumn],
}
