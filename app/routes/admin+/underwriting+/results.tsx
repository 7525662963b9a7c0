import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { listResultTiers, searchResults } from '~/domain/underwriting/underwriting.server'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { choiceParam, cursor, dateRange, text, type Param } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { CompareForm } from './parts/compare-form'
import { ResultsTable } from './parts/results-table'

const decisions = [
  { value: 'approved', label: 'Approved' },
  { value: 'referred', label: 'Referred' },
  { value: 'declined', label: 'Declined' },
] as const

const quoteNumber: Param<number> = {
  clean: text(100).clean,
  parse: (text) => parseId(text.replace(/^q-/i, '')) ?? undefined,
  error: 'Enter the number of a quote, such as 12 or Q-12',
}

const list = defineList({
  path: '/admin/underwriting/results',
  filters: {
    decision: choiceParam(decisions.map(({ value }) => value)),
    tier: text(100),
    quote: quoteNumber,
    ...dateRange,
  },
  position: { cursor },
})

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('All underwriting results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const { quote, ...filter } = state.filter
  const [page, tiers] = await Promise.all([
    readPage(state.position.cursor, (page) => searchResults(db, { ...filter, quoteId: quote }, page)),
    listResultTiers(db),
  ])
  return json(
    { ...page, state, tiers, ofOneQuote: quote !== undefined },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

export default function AllResults() {
  const { rows, nextCursor, state, tiers, ofOneQuote } = useLoaderData<typeof loader>()
  const { isFiltered, isFirstPage } = state
  return (
    <AdminPage
      title="All underwriting results"
      breadcrumbs={[{ label: 'Underwriting Engine', to: '/admin/underwriting' }]}
    >
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={list.url({}, state)}
        state={state}
        verb="Filter"
        fields={[
          { name: 'decision', label: 'Decision', options: decisions },
          { name: 'tier', label: 'Tier', options: tiers },
          { name: 'quote', label: 'Quote number', type: 'text', inputMode: 'numeric' },
          ...dateFields,
        ]}
      />
      {ofOneQuote && rows.length > 1 ? <CompareForm /> : null}
      <ResultsTable
        results={rows}
        from={list.url({ cursor: state.texts.cursor }, state)}
        comparable={ofOneQuote && rows.length > 1}
        empty={
          <EmptyState
            title={isFiltered || !isFirstPage ? 'No result matches.' : 'No underwriting results found.'}
          >
            <p>
              {isFiltered
                ? 'Try a longer time, or fewer filters.'
                : 'Run underwriting on a quote request, and its result appears here.'}
            </p>
            {isFiltered ? null : <Link to="/admin/submissions">Choose a quote request</Link>}
          </EmptyState>
        }
      />
      <Pager links={list.pages(state, nextCursor)} />
    </AdminPage>
  )
}
