import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { money } from '~/domain/formats'
import { industries } from '~/domain/quotes/quotes.options'
import { listViews } from '~/domain/saved-views/saved-views.server'
import {
  decisions,
  firstFactor,
  noTier,
  resultExportUrl,
  resultList,
} from '~/domain/underwriting/result-list'
import {
  countResultRows,
  groupResults,
  listFactors,
  listResultRows,
  sumResultRows,
} from '~/domain/underwriting/result-list.server'
import { factorLabel } from '~/domain/underwriting/factor-label'
import { listResultTiers } from '~/domain/underwriting/underwriting.server'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { ListRows } from '~/ui/list-rows'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { ViewLinks } from '../../parts/view-links'
import { CompareForm } from '../parts/compare-form'
import { GroupTable } from './group-table'
import { PresetLinks } from './preset-links'
import { columnsField, ResultList, ResultSortLinks } from './result-list'
import styles from './results.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('All underwriting results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const state = resultList.read(new URL(request.url).searchParams)
  const { group } = state.view
  const [page, groups, total, tiers, factors, views] = await Promise.all([
    group ? null : readPage(state.position.cursor, (page) => listResultRows(db, state, page)),
    group ? groupResults(db, state, group) : null,
    countResultRows(db, state),
    listResultTiers(db),
    listFactors(db),
    listViews(db, user.id, 'results'),
  ])
  const sums = page && total.exact && total.count > 0 ? await sumResultRows(db, state) : null
  return json(
    { page, groups, total, sums, state, tiers, factors, views, today: calendarDay(new Date()) },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

/** Selects only the newest result of each application, the default for groups, or all results, the default for a list. */
function resultsParam(isGrouped: boolean) {
  const [newest, all] = [
    { value: 'newest', label: 'Newest only' },
    { value: 'all', label: 'All' },
  ]
  return isGrouped
    ? { name: 'which', label: 'Results', placeholder: newest.label, options: [all] }
    : { name: 'which', label: 'Results', placeholder: all.label, options: [newest] }
}

/** Selects the factor whose dollars are a column of the list. */
function factorField(factors: readonly string[]) {
  return {
    name: 'factor',
    label: 'Dollars of',
    placeholder: factorLabel(firstFactor),
    options: factors
      .filter((name) => name !== firstFactor)
      .map((name) => ({ value: name, label: factorLabel(name) })),
  }
}

const countWords = ({ count, exact }: { count: number; exact: boolean }) =>
  `${count.toLocaleString('en-US')}${exact ? '' : '+'}`

type Sums = Awaited<ReturnType<typeof sumResultRows>>

/**
 * The totals of the matching results: 'of 31 in all', '$609.02 a month rated'. Adds the final premium if one may be offered, and that
 * replaced results do not count if some of the `matching` ones are.
 */
function sumTexts({ all, count, rated, final }: Sums, matching: number, isFiltered: boolean) {
  const newestOnly =
    count < matching ? `, of the ${count.toLocaleString('en-US')} that no newer one replaces` : ''
  return [
    ...(isFiltered ? [`of ${countWords(all)} in all`] : []),
    `${money(rated)} a month rated${final > 0 ? `, ${money(final)} final` : ''}${newestOnly}`,
  ]
}

export default function AllResults() {
  const { page, groups, total, sums, state, tiers, factors, views, today } = useLoaderData<typeof loader>()
  const { group } = state.view
  const comparable = state.filter.quote !== undefined && (page?.rows.length ?? 0) > 1
  const results = `${countWords(total)} ${total.count === 1 ? 'result' : 'results'}`
  const shown = page
    ? [
        `${page.rows.length} of ${results}`,
        ...(sums ? sumTexts(sums, total.count, state.isFiltered) : []),
      ].join(', ')
    : `${results} in groups`
  const showsFactor = page && (state.view.columns.includes('factor') || state.view.sort.field === 'factor')
  return (
    <AdminPage title="All underwriting results" tool="Results">
      <ErrorSummary errors={state.errors} />
      <PresetLinks state={state} today={today} />
      <ListToolbar
        url={resultList.url({}, state)}
        state={state}
        verb="Filter"
        fields={[
          { name: 'decision', label: 'Decision', options: decisions },
          { name: 'tier', label: 'Tier', options: [...tiers, { value: noTier, label: 'No tier' }] },
          { name: 'quote', label: 'Quote number', type: 'text', inputMode: 'numeric' },
          { name: 'employer', label: 'Employer', type: 'text', placeholder: 'A word' },
          {
            name: 'industry',
            label: 'Industry',
            options: industries.map((value) => ({ value, label: value })),
          },
          resultsParam(group !== undefined),
          // Only linked to by the referrals page, so that the common filters fit.
          ...(state.texts.rule === '' ? [] : [{ name: 'rule', label: 'Rule', type: 'text' as const }]),
          ...dateFields,
          ...(showsFactor ? [factorField(factors)] : []),
        ]}
        columns={page ? columnsField(state) : undefined}
        total={total.count === 0 ? 'No results' : shown}
        views={<ViewLinks list="results" views={views} search={resultList.query({}, state)} />}
        csv={
          total.count === 0
            ? null
            : { to: resultExportUrl(state), before: group ? 'Download the groups as' : 'Download as' }
        }
      />
      <ListRows state={state}>
        {comparable ? <CompareForm /> : null}
        {groups && group ? <GroupTable groups={groups} group={group} state={state} /> : null}
        {page && page.rows.length > 0 ? (
          <>
            <ResultSortLinks state={state} />
            <ResultList rows={page.rows} state={state} comparable={comparable} />
          </>
        ) : null}
        {(page?.rows ?? groups?.rows ?? []).length > 0 ? null : (
          <EmptyState title={state.isNarrowed ? 'No result matches.' : 'No underwriting results found.'}>
            <p>
              {state.isNarrowed
                ? 'Try a longer time, or fewer filters.'
                : 'Run underwriting on a quote request, and its result appears here.'}
            </p>
            {state.isNarrowed ? null : <Link to="/admin/submissions">Choose a quote request</Link>}
          </EmptyState>
        )}
        {page ? (
          <Pager
            links={{
              'First page': state.isFirstPage ? null : resultList.url({}, state),
              'Next page':
                page.nextCursor === null ? null : resultList.url({ cursor: page.nextCursor }, state),
            }}
          />
        ) : null}
      </ListRows>
    </AdminPage>
  )
}
