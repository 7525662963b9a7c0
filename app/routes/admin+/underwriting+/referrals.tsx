import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countByReferralReason, type ReferralReason } from '~/domain/decisions/decisions.server'
import { instantsOf } from '~/domain/dates'
import { percent } from '~/domain/quotes/question-effects'
import { ruleInWords } from '~/domain/underwriting/highlights'
import { resultList, type DecisionFilter } from '~/domain/underwriting/result-list'
import { requireAdmin } from '~/http/session.server'
import { dateRange } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { ListRows } from '~/ui/list-rows'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

const list = defineList({ path: '/admin/underwriting/referrals', filters: { ...dateRange }, position: {} })

type ListState = ReturnType<typeof list.read>

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Referrals and decisions', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const reasons = await countByReferralReason(db, instantsOf(state.filter))
  return json({ reasons, state }, { status: state.errors.length > 0 ? 422 : 200 })
}

/** The rules by which the engine refers results, and how underwriters decided on them. */
export default function Referrals() {
  const { reasons, state } = useLoaderData<typeof loader>()
  const days = { from: state.texts.from, to: state.texts.to }
  return (
    <AdminPage title="Referrals and decisions" tool="Referrals">
      <ErrorSummary errors={state.errors} />
      <ListToolbar url={list.url({}, state)} state={state} verb="Filter" fields={dateFields} />
      <ListRows state={state}>
        {reasons.length === 0 ? (
          <EmptyState
            title={
              state.isFiltered
                ? 'The engine has referred no result in this time'
                : 'The engine has referred no result yet'
            }
          >
            <p className="link-row">
              <Link to="/admin/underwriting/results">All results</Link>
            </p>
          </EmptyState>
        ) : (
          <>
            <p>
              Why the engine refers results to a person, and what people decided. A rule that is overruled
              nearly always asks for a look at its limit.{' '}
              <Link to="/admin/underwriting/results?decision=referred">The referred results</Link>, those that
              people <Link to="/admin/underwriting/results?decision=accepted">accepted</Link>,{' '}
              <Link to="/admin/underwriting/results?decision=changed">changed</Link> and{' '}
              <Link to="/admin/underwriting/results?decision=declined-by-a-person">declined</Link>.
            </p>
            <Table
              caption="Reasons for referrals, the most frequent first"
              captionHidden
              dense
              rows={reasons}
              totals={totalsOf(reasons)}
              rowKey={({ code }) => code}
              columns={[
                { header: 'Rule', rowHeader: true, cell: (row) => <Rule {...row} /> },
                { header: 'The newest such reason', cell: ({ text }) => text },
                { header: 'Referred', numeric: true, cell: (row) => results(row, row.referred, days) },
                {
                  header: 'Open',
                  numeric: true,
                  cell: (row) =>
                    results(row, row.referred - decidedOf(row), { ...days, decision: 'referred' }),
                },
                {
                  header: 'Accepted',
                  numeric: true,
                  cell: (row) => results(row, row.accepted, { ...days, decision: 'accepted' }),
                },
                {
                  header: 'Changed',
                  numeric: true,
                  cell: (row) => results(row, row.changed, { ...days, decision: 'changed' }),
                },
                {
                  header: 'Declined',
                  numeric: true,
                  cell: (row) => results(row, row.declined, { ...days, decision: 'declined-by-a-person' }),
                },
                { header: 'Overruled', numeric: true, cell: overruledText },
              ]}
            />
            <p className="hint">
              Overruled: how many of the decided ones were accepted as rated, with their share from ten on. A
              result with two reasons counts for both. The newest 10,000 referred results count, without those
              that nobody decided before their quote was run again:{' '}
              <Link to="/admin/underwriting/results?decision=replaced">replaced</Link>. A number leads to its
              results.
            </p>
          </>
        )}
      </ListRows>
    </AdminPage>
  )
}

/** The description of the rule, with its code. */
function Rule({ code }: ReferralReason) {
  const description = ruleInWords(code)
  if (description === null) return <code>{code}</code>
  return (
    <>
      {description} <code className="hint">{code}</code>
    </>
  )
}

/** The sums over all rules, by column. Without links to lists, since a result with two reasons counts for both. */
function totalsOf(reasons: readonly ReferralReason[]) {
  const sum = (name: 'referred' | 'accepted' | 'changed' | 'declined') =>
    reasons.reduce((total, reason) => total + reason[name], 0)
  const total = {
    referred: sum('referred'),
    accepted: sum('accepted'),
    changed: sum('changed'),
    declined: sum('declined'),
  }
  return {
    Rule: 'All rules',
    Referred: total.referred,
    Open: total.referred - decidedOf(total),
    Accepted: total.accepted,
    Changed: total.changed,
    Declined: total.declined,
    Overruled: overruledText(total),
  }
}

/** A number of results that a rule referred, as a link to them. */
function results(
  { code }: ReferralReason,
  count: number,
  filter: Pick<ListState['texts'], 'from' | 'to'> & { decision?: DecisionFilter },
) {
  if (count === 0) return count
  return <Link to={resultList.url({ rule: code, ...filter })}>{count}</Link>
}

type Decided = Pick<ReferralReason, 'accepted' | 'changed' | 'declined'>

function decidedOf({ accepted, changed, declined }: Decided) {
  return accepted + changed + declined
}

/** The minimum number of decisions for a meaningful share. */
const fewestForPercent = 10

function overruledText(row: Decided) {
  const decided = decidedOf(row)
  if (decided === 0) return <Unset />
  const counts = `${row.accepted} of ${decided}`
  return decided < fewestForPercent ? counts : `${percent(row.accepted / decided)} (${counts})`
}
