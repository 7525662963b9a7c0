import { Link } from '@remix-run/react'

import { Badge } from '~/ui/badge'
import { DescriptionList } from '~/ui/description-list'
import { IntentForm } from '~/ui/intent-form'
import { Table, type TableColumn } from '~/ui/table'

/** Whether a case passes under a version, and what differs if not: figures, or why there are none. */
export type CaseState = { passes: boolean; hasFigures: boolean; differences: string[] }

/** A golden case as the list shows it. */
export type ListedCase = {
  name: string
  /** Who it stands for, in a line; and all that it holds, of an open case. */
  applicant: string
  facts: { term: string; description: string }[] | null
  expected: string
  state: 'same' | 'added' | 'changed' | 'removed'
  now: CaseState
  /** With the changes of a draft, if there is one. */
  drafted: CaseState | null
}

const page = '/admin/underwriting/tests'
const badges = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const

/** The golden cases: who each stands for, what it expects, and whether it passes now and with an admin's changes. */
export function CaseList({
  cases,
  isDrafted,
  find,
}: {
  cases: readonly ListedCase[]
  isDrafted: boolean
  /** The text that they are filtered by; empty for all. */
  find: string
}) {
  const drafted: TableColumn<ListedCase> = {
    header: 'With your changes',
    cell: ({ drafted, state }) =>
      state === 'removed' ? 'Not run' : drafted && <Outcome outcome={drafted} />,
  }
  return (
    <Table
      caption="Golden cases"
      captionHidden
      dense
      rows={cases}
      empty={<p className="empty-title">No golden case has these words.</p>}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Golden case', rowHeader: true, cell: (one) => <CaseName {...one} /> },
        { header: 'Applicant', cell: (one) => <Applicant {...one} find={find} /> },
        { header: 'Expected', cell: ({ expected }) => expected },
        { header: 'Now', cell: ({ now }) => <Outcome outcome={now} /> },
        ...(isDrafted ? [drafted] : []),
        { header: 'Change', cell: (one) => <CaseButtons {...one} /> },
      ]}
      details={({ facts }) => (facts ? <Facts facts={facts} /> : null)}
    />
  )
}

function CaseName({ name, state }: ListedCase) {
  return (
    <>
      {name} {state === 'same' ? null : <Badge tone="yellow">{badges[state]}</Badge>}
    </>
  )
}

function Applicant({ name, applicant, facts, find }: ListedCase & { find: string }) {
  const isOpen = facts !== null
  const params = new URLSearchParams({ ...(find && { find }), ...(!isOpen && { case: name }) })
  return (
    <>
      {applicant}.{' '}
      <Link to={params.size > 0 ? `${page}?${params}` : page} preventScrollReset>
        {isOpen ? 'Show less' : 'All it holds'}
        <span className="visually-hidden"> of the case {name}</span>
      </Link>
    </>
  )
}

/** What a case holds, in columns where there is room. */
export function Facts({ facts }: { facts: NonNullable<ListedCase['facts']> }) {
  return (
    <div className="case-facts">
      <DescriptionList items={facts} />
    </div>
  )
}

function Outcome({ outcome: { passes, differences } }: { outcome: CaseState }) {
  if (passes) return <Badge tone="green">Passes</Badge>
  return (
    <>
      <Badge tone="red">Fails</Badge>
      {differences.map((difference) => (
        <span key={difference} className="cell-note">
          {difference}
        </span>
      ))}
    </>
  )
}

function CaseButtons({ name, state, now, drafted }: ListedCase) {
  const outcome = drafted ?? now
  const button = (intent: string, label: string, busyLabel: string) => (
    <IntentForm action={page} intent={intent} fields={{ case: name }} variant="quiet" busyLabel={busyLabel}>
      {label}
      <span className="visually-hidden">: {name}</span>
    </IntentForm>
  )
  return (
    <div className="actions">
      {state !== 'removed' && outcome.hasFigures && !outcome.passes
        ? button('adjust', 'Expect the new figures', 'Changing...')
        : null}
      {state === 'same' || state === 'changed' ? button('remove', 'Remove', 'Removing...') : null}
      {state === 'same' ? null : button('keep', 'Undo', 'Undoing...')}
    </div>
  )
}
