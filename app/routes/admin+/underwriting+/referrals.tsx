import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countByReferralReason, type ReferralReason } from '~/domain/decisions/decisions.server'
import { percent } from '~/domain/quotes/question-effects'
import { resultList, type DecisionFilter } from '~/domain/underwriting/result-list'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'

import { EngineTabs } from './parts/engine-tabs'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Referrals and decisions', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return json({ reasons: await countByReferralReason(db) })
}

/** Which rules of the engine people overrule. */
export default function Referrals() {
  const { reasons } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Referrals and decisions"
      breadcrumbs={[{ label: 'Underwriting Engine', to: '/admin/underwriting' }]}
    >
      <EngineTabs current="Referrals" />
      {reasons.length === 0 ? (
        <EmptyState title="The engine has referred no result yet">
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
            <Link to="/admin/underwriting/results?decision=declined-by-a-person">declined</Link>
          </p>
          <Table
            caption="Reasons for referrals, the most frequent first"
            captionHidden
            dense
            rows={reasons}
            rowKey={({ code }) => code}
            columns={[
              { header: 'Rule', rowHeader: true, cell: ({ code }) => <code>{code}</code> },
              { header: 'The newest such reason', cell: ({ text }) => text },
              { header: 'Referred', numeric: true, cell: (row) => results(row, row.referred) },
              {
                header: 'Open',
                numeric: true,
                cell: (row) => results(row, row.referred - decidedOf(row), 'referred'),
              },
              { header: 'Accepted', numeric: true, cell: (row) => results(row, row.accepted, 'accepted') },
              { header: 'Changed', numeric: true, cell: (row) => results(row, row.changed, 'changed') },
              {
                header: 'Declined',
                numeric: true,
                cell: (row) => results(row, row.declined, 'declined-by-a-person'),
              },
              { header: 'Overruled', numeric: true, cell: overruledText },
            ]}
          />
          <p className="hint">
            Overruled: the share of the decided ones that were accepted as rated. A result with two reasons
            counts for both. The newest 10,000 referred results count, without those that nobody decided
            before their quote was run again:{' '}
            <Link to="/admin/underwriting/results?decision=replaced">replaced</Link>. A number leads to its
            results.
          </p>
        </>
      )}
    </AdminPage>
  )
}

/** A number of results that a rule referred, as a link to them. */
function results({ code }: ReferralReason, count: number, decision: DecisionFilter | '' = '') {
  return count === 0 ? 0 : <Link to={resultList.url({ rule: code, decision })}>{count}</Link>
}

function decidedOf({ accepted, changed, declined }: ReferralReason) {
  return accepted + changed + declined
}

function overruledText(row: ReferralReason) {
  const decided = decidedOf(row)
  return decided === 0
    ? 'Not decided yet'
    : `${percent(row.accepted / decided)} (${row.accepted} of ${decided})`
}
