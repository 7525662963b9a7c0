import { Link } from '@remix-run/react'

import { sortLink } from '~/lists/list-params'
import { Badge } from '~/ui/badge'
import { DescriptionList } from '~/ui/description-list'
import { IntentForm } from '~/ui/intent-form'
import { SortLinks } from '~/ui/sort-links'
import { Table, type TableColumn } from '~/ui/table'

import { caseList, casesPage, isFailing, type CasesState } from './cases'

/** Whether a case passes under a version, and if not the differing figures, or why there are none. */
export type CaseState = { passes: boolean; hasFigures: boolean; differences: string[] }

/** The content of a case in groups: terms and descriptions; without records that it lacks. */
export type CaseFacts = { title: string; items: { term: string; description: string }[] }[]

/** A golden case as the list shows it. */
export type ListedCase = {
  name: string
  /** A one-line description of its applicant. */
  applicant: string
  /** The time and author of the case, if known, and its content; null if the case is collapsed. */
  open: { origin: string | null; facts: CaseFacts } | null
  expected: string
  state: 'same' | 'added' | 'changed' | 'removed'
  now: CaseState
  /** The outcome with the changes of a draft, if there is one. */
  drafted: CaseState | null
}

const badges = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const

type Props = { cases: readonly ListedCase[]; isDrafted: boolean; state: CasesState }

/** The golden cases with applicant, expected result, and whether they pass now and with an admin's changes. */
export function CaseList({ cases, isDrafted, state }: Props) {
  const sortOf = (name: string) => sortLink(state.view.sort, name, (sort) => caseList.url({ sort }, state))
  const drafted: TableColumn<ListedCase> = {
    header: 'With your changes',
    phone: 'mark',
    cell: ({ drafted, state }) =>
      state === 'removed' ? 'Not run' : drafted && <Outcome outcome={drafted} />,
  }
  const columns: TableColumn<ListedCase>[] = [
    {
      header: 'Golden case',
      rowHeader: true,
      phone: 'title',
      sort: sortOf('name'),
      cell: (one) => <CaseName {...one} list={state} />,
    },
    {
      header: 'Applicant',
      minor: true,
      title: ({ applicant }) => applicant,
      sort: sortOf('applicant'),
      cell: ({ applicant }) => applicant,
    },
    {
      header: 'Expected',
      phone: 'below',
      sort: sortOf('expected'),
      cell: ({ expected }) => <Expected text={expected} />,
    },
    {
      header: 'Now',
      phone: isDrafted ? undefined : 'mark',
      cell: ({ now }) => <Outcome outcome={now} />,
    },
    ...(isDrafted ? [drafted] : []),
  ]
  return (
    <div className="case-list">
      <SortLinks columns={columns} />
      <Table
        caption="Golden cases"
        captionHidden
        dense
        stickyHead
        rows={cases}
        empty={<p className="empty-title">No golden case has these words.</p>}
        rowKey={({ name }) => name}
        columns={columns}
        details={(one) =>
          isFailing(one) || one.state !== 'same' || one.open ? <CaseDetails {...one} /> : null
        }
      />
    </div>
  )
}

/** The expected result; on a phone without the period of the premium, which is always a month. */
function Expected({ text }: { text: string }) {
  const period = ' a month'
  if (!text.endsWith(period)) return text
  return (
    <>
      {text.slice(0, -period.length)}
      <span className="wide-only">{period}</span>
    </>
  )
}

/** The name of a case, which expands its content. */
function CaseName({ name, state, open, list }: ListedCase & { list: CasesState }) {
  const query = new URLSearchParams(caseList.query({}, list))
  if (open === null) query.set('case', name)
  return (
    <>
      <Link to={query.size > 0 ? `${casesPage}?${query}` : casesPage} preventScrollReset>
        {name}
      </Link>
      {state === 'same' ? null : (
        <>
          {' '}
          <Badge tone="yellow">{badges[state]}</Badge>
        </>
      )}
    </>
  )
}

/** The differences of a failing case with its actions, and the content of an expanded one. */
function CaseDetails(one: ListedCase) {
  const { now, drafted, open } = one
  const lines = [
    { label: 'Now', differences: now.differences },
    { label: 'With your changes', differences: drafted?.differences ?? [] },
  ].filter(({ differences }) => differences.length > 0)
  return (
    <>
      {lines.map(({ label, differences }) => (
        <p key={label}>{`${label}: ${differences.join(', ')}`}</p>
      ))}
      {open?.origin ? <p>{open.origin}</p> : null}
      <CaseButtons {...one} />
      {open ? <Facts facts={open.facts} /> : null}
    </>
  )
}

/** The content of a case, in columns if there is space. */
export function Facts({ facts }: { facts: CaseFacts }) {
  return (
    <div className="case-facts">
      {facts.map(({ title, items }) => (
        <div key={title}>
          <p>
            <strong>{title}</strong>
          </p>
          {items.length === 0 ? <p>None</p> : <DescriptionList items={items} />}
        </div>
      ))}
    </div>
  )
}

function Outcome({ outcome: { passes } }: { outcome: CaseState }) {
  return passes ? <Badge tone="green">Passes</Badge> : <Badge tone="red">Fails</Badge>
}

/** The remove button of an expanded case. */
function CaseButtons({ name, state, now, drafted, open }: ListedCase) {
  const outcome = drafted ?? now
  const isAdjustable = state !== 'removed' && outcome.hasFigures && !outcome.passes
  const isRemovable = open !== null && (state === 'same' || state === 'changed')
  if (!isAdjustable && !isRemovable && state === 'same') return null
  const button = (intent: string, label: string, busyLabel: string) => (
    <IntentForm
      action={casesPage}
      intent={intent}
      fields={{ case: name }}
      variant="quiet"
      busyLabel={busyLabel}
    >
      {label}
      <span className="visually-hidden">: {name}</span>
    </IntentForm>
  )
  return (
    <div className="actions">
      {isAdjustable ? button('adjust', 'Expect the new figures', 'Changing...') : null}
      {isRemovable ? button('remove', 'Remove', 'Removing...') : null}
      {state === 'same' ? null : button('keep', 'Undo', 'Undoing...')}
    </div>
  )
}
