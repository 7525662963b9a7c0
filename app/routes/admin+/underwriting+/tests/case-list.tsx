import type { CaseOutcome } from '~/domain/engine-versions/golden-cases.server'
import { Badge } from '~/ui/badge'
import { IntentForm } from '~/ui/intent-form'
import { Table, type TableColumn } from '~/ui/table'

/** A golden case as the list shows it. */
export type ListedCase = {
  name: string
  expected: string
  state: 'same' | 'added' | 'changed' | 'removed'
  now: CaseOutcome & { text?: string }
  /** With the changes of a draft, if there is one. */
  drafted: (CaseOutcome & { text?: string }) | null
}

const page = '/admin/underwriting/tests'
const badges = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const

/** The golden cases, what each expects, and whether it passes now and with an admin's changes. */
export function CaseList({ cases, isDrafted }: { cases: readonly ListedCase[]; isDrafted: boolean }) {
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
      rowKey={({ name }) => name}
      columns={[
        {
          header: 'Golden case',
          rowHeader: true,
          cell: ({ name, state }) => (
            <>
              {name} {state === 'same' ? null : <Badge tone="yellow">{badges[state]}</Badge>}
            </>
          ),
        },
        { header: 'Expected', cell: ({ expected }) => expected },
        { header: 'Now', cell: ({ now }) => <Outcome outcome={now} /> },
        ...(isDrafted ? [drafted] : []),
        { header: 'Change', cell: (one) => <CaseButtons {...one} /> },
      ]}
    />
  )
}

function Outcome({ outcome }: { outcome: ListedCase['now'] }) {
  if (outcome.ok && outcome.passes) return <Badge tone="green">Passes</Badge>
  return (
    <>
      <Badge tone="red">Fails</Badge>
      <span className="cell-note">{outcome.ok ? outcome.text : outcome.message}</span>
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
      {state !== 'removed' && outcome.ok && !outcome.passes
        ? button('adjust', 'Expect the new figures', 'Changing...')
        : null}
      {state === 'same' || state === 'changed' ? button('remove', 'Remove', 'Removing...') : null}
      {state === 'same' ? null : button('keep', 'Undo', 'Undoing...')}
    </div>
  )
}
