import { Link } from '@remix-run/react'

import { states } from '~/domain/quotes/quotes.options'
import { AdminTime } from '~/ui/admin-time'
import { ConfirmButton } from '~/ui/confirmation'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'

export type ListedRule = {
  id: number
  updated_at: string
  state: string
  factor: string
  source: string
  note: string | null
  changed_by: string | null
}

const path = '/admin/underwriting/state-rules'

export const deleteQuestion = 'Delete this rule? The factor counts again in every new run of this state.'

export function stateName(code: string) {
  return new Map<string, string>(Object.entries(states)).get(code) ?? code
}

export function RuleList({
  rules,
  factors,
}: {
  rules: readonly ListedRule[]
  factors: readonly { name: string; label: string }[]
}) {
  const labels = new Map(factors.map(({ name, label }) => [name, label]))
  return (
    <Table
      caption="Rules of the states"
      captionHidden
      dense
      rows={rules}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="There are no rules: every factor counts in every state.">
          <p>
            The program comes without any. Most statutes that we know name auto or home insurance, and no
            counsel has confirmed one for this line.
          </p>
        </EmptyState>
      }
      columns={[
        { header: 'State', rowHeader: true, cell: ({ state }) => stateName(state) },
        { header: 'Not rated', cell: ({ factor }) => labels.get(factor) ?? factor },
        {
          header: 'Source',
          cell: ({ source, note }) => (
            <>
              {source}
              {note ? <span className="cell-note">{note}</span> : null}
            </>
          ),
        },
        {
          header: 'Changed',
          cell: ({ updated_at, changed_by }) => (
            <>
              <AdminTime at={updated_at} />
              {changed_by ? <span className="cell-note">{changed_by}</span> : null}
            </>
          ),
        },
        {
          header: 'Change',
          cell: (rule) => (
            <div className="button-row">
              <Link to={`${path}?edit=${rule.id}#rule`}>
                Edit<span className="visually-hidden"> the rule of {stateName(rule.state)}</span>
              </Link>
              <ConfirmButton
                label={
                  <>
                    Delete<span className="visually-hidden"> the rule of {stateName(rule.state)}</span>
                  </>
                }
                page={`${path}/${rule.id}/delete`}
                question={deleteQuestion}
                about={`${stateName(rule.state)}: ${labels.get(rule.factor) ?? rule.factor}`}
                confirmLabel="Delete"
                action={path}
                fields={{ intent: 'delete', id: rule.id }}
              />
            </div>
          ),
        },
      ]}
    />
  )
}
