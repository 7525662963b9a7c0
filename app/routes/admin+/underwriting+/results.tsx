import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import type { FieldError } from '~/domain/parse-fields'
import { listResultTiers, searchResults, type Decision } from '~/domain/underwriting/underwriting.server'
import { parseCursor, parseDateRange, parseFilterParams } from '~/http/list-query.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { CompareForm } from '~/ui/compare-form'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextField } from '~/ui/field'
import { Pager } from '~/ui/pager'
import { ResultsTable } from '~/ui/results-table'

const pageSize = 50
const names = ['decision', 'tier', 'quote', 'from', 'to'] as const
const decisions: { value: Decision; label: string }[] = [
  { value: 'approved', label: 'Approved' },
  { value: 'referred', label: 'Referred' },
  { value: 'declined', label: 'Declined' },
]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('All underwriting results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = new URL(request.url).searchParams
  const given = parseFilterParams(asked, names, 100)
  const quote = parseId(given.quote.replace(/^q-/i, ''))
  const { errors: dayErrors, ...days } = parseDateRange(given)
  const errors: FieldError[] = [
    ...(given.quote !== '' && quote === null
      ? [{ path: 'quote', message: 'Enter the number of a quote, such as 12 or Q-12' }]
      : []),
    ...dayErrors,
  ]
  const cursor = parseCursor(asked)
  const [found, tiers] = await Promise.all([
    searchResults(
      db,
      {
        decision: decisions.find(({ value }) => value === given.decision)?.value,
        tier: given.tier || undefined,
        quoteId: quote ?? undefined,
        ...days,
      },
      { cursor, limit: pageSize + 1 },
    ),
    listResultTiers(db),
  ])
  const results = found.slice(0, pageSize)
  const next = found.length > pageSize ? (results.at(-1)?.id ?? null) : null
  return json(
    { results, next, given, errors, tiers, deep: cursor !== undefined, ofOneQuote: quote !== null },
    { status: errors.length > 0 ? 422 : 200 },
  )
}

/** The list's address for a filter, from its newest result or after the one whose id is `cursor`. */
function listPath(given: Record<string, string>, cursor?: number) {
  const said = Object.entries(given).filter(([, value]) => value !== '')
  if (cursor !== undefined) said.push(['cursor', String(cursor)])
  return `/admin/underwriting/results?${new URLSearchParams(said)}`
}

export default function AllResults() {
  const { results, next, given, errors, tiers, deep, ofOneQuote } = useLoaderData<typeof loader>()
  const searching = useNavigation().formMethod === 'GET'
  const errorOf = (path: string) => errors.find((error) => error.path === path)?.message
  const filtered = Object.values(given).some((value) => value !== '')
  return (
    <AdminPage
      title="All underwriting results"
      breadcrumbs={[{ label: 'Underwriting Engine', to: '/admin/underwriting' }]}
    >
      <ErrorSummary errors={errors} />
      <Form
        key={JSON.stringify(given)}
        method="get"
        role="search"
        className="toolbar audit-filter"
        noValidate
      >
        <SelectField
          label="Decision"
          name="decision"
          placeholder="All"
          defaultValue={given.decision}
          options={decisions}
        />
        <SelectField label="Tier" name="tier" placeholder="All" defaultValue={given.tier} options={tiers} />
        <TextField
          label="Quote number"
          name="quote"
          inputMode="numeric"
          defaultValue={given.quote}
          error={errorOf('quote')}
          autoComplete="off"
        />
        <TextField label="From" name="from" type="date" defaultValue={given.from} error={errorOf('from')} />
        <TextField label="To" name="to" type="date" defaultValue={given.to} error={errorOf('to')} />
        <Button type="submit" variant="secondary" busy={searching} busyLabel="Filtering...">
          Filter
        </Button>
        {filtered ? (
          <Link to="/admin/underwriting/results" className="button button-quiet">
            Show all
          </Link>
        ) : null}
      </Form>
      {ofOneQuote && results.length > 1 ? <CompareForm /> : null}
      <ResultsTable
        results={results}
        comparable={ofOneQuote && results.length > 1}
        empty={
          <EmptyState title={filtered || deep ? 'No result matches.' : 'No underwriting results found.'}>
            <p>
              {filtered
                ? 'Try a longer time, or fewer filters.'
                : 'Run underwriting on a quote request, and its result appears here.'}
            </p>
            {filtered ? null : <Link to="/admin/submissions">Choose a quote request</Link>}
          </EmptyState>
        }
      />
      <Pager newest={deep ? listPath(given) : null} older={next === null ? null : listPath(given, next)} />
    </AdminPage>
  )
}
