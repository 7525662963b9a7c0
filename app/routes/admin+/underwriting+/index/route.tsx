import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { collections, importedCollections } from '~/domain/configuration/collections'
import { formFailure } from '~/domain/configuration/failures'
import { parseFields } from '~/domain/parse-fields'
import { listFailedReleases } from '~/domain/releases/releases.server'
import { runFailure } from '~/domain/underwriting/run-failure'
import { runRequestSchema } from '~/domain/underwriting/underwriting.schema'
import { searchResults } from '~/domain/underwriting/underwriting.server'
import { replaceHistoryEntry, ownUrl, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { ranSuccessfully, runFromPage, runProblem } from '~/http/run-answer.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'

import { Tabs } from '../../parts/tabs'
import { FailedReleases } from '../parts/failed-releases'
import { JsonDetails } from '../parts/json-details'
import { ResultsTable } from '../parts/results-table'
import { changeFromPage, readSection } from './actions.server'
import { ConfigurationSection } from './configuration-section'
import styles from './configuration.css?url'
import { PollNotice } from './poll-notice'
import { UnderwritingCards } from './underwriting-cards'
import { usePolledResults } from './use-polled-results'

export { shouldRevalidate } from '~/ui/keep-page'

/** The newest results shown: on their own tab, and above a table, which makes the page long enough. */
const recent = { results: 25, table: 10 }
const { jobRoles, coverageLevels, ...tabbed } = collections
const tabs = Object.values(tabbed)
const choices = [jobRoles, coverageLevels]

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Underwriting Engine', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const requested = new URL(request.url).searchParams.get('tab')
  const tab = tabs.find(({ slug }) => slug === requested)
  const [results, failed, ...sections] = await Promise.all([
    searchResults(db, {}, { limit: tab ? recent.table : recent.results }),
    listFailedReleases(db, 3),
    ...[...choices, ...(tab ? [tab] : [])].map((collection) => readSection(request, collection)),
  ])
  return json({
    tab: tab?.slug ?? 'results',
    results,
    failed,
    sections,
    idempotencyKey: randomUUID(),
    userId: user.id,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  if (fields.collection !== undefined) return changeFromPage(request, fields, user.id)
  const parsed = parseFields(runRequestSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  const run = await runFromPage(fields, { quoteId: parsed.value.quote_id, adminId: user.id })
  if (!run.ok) {
    const { status, headers, message } = runProblem(run)
    return rejectForm(fields, [{ path: 'quote_id', message: `Error: ${message}` }], { status, headers })
  }
  return seeOtherWithFlash(ownUrl(request), ranSuccessfully(run.result), replaceHistoryEntry)
}

export const clientAction = keepPageOnFailure(
  (_, { fields, hasResponse }) =>
    fields.collection === undefined ? runFailure(hasResponse) : formFailure(fields),
  { actsAgain: true },
)

export default function Underwriting() {
  const { tab, results: loaded, failed, sections, idempotencyKey, userId } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { results, problem } = usePolledResults(loaded, {
    limit: recent.results,
    userId,
    active: tab === 'results',
  })
  const refusedOf = (slug?: string) => (formResult?.values.collection === slug ? (formResult ?? null) : null)
  const drawn = [...choices, ...tabs].flatMap((collection) => {
    const section = sections.find(({ slug }) => slug === collection.slug)
    return section ? [{ collection, section, formResult: refusedOf(collection.slug) }] : []
  })
  return (
    <AdminPage title="Underwriting Engine">
      <p className="link-row">
        <Link to="/admin/underwriting/charts">Portfolio charts</Link>
        <Link to="/admin/underwriting/simulation">Simulation</Link>
        <Link to="/admin/underwriting/portfolio-factor">Portfolio factor</Link>
        <Link to="/admin/underwriting/impact">Impact on all quotes</Link>
        <Link to="/admin/underwriting/releases">Releases</Link>
        <a href="#job-roles">To the job roles and coverage levels</a>
        <a href="#tables">To the configuration tables</a>
      </p>
      <FailedReleases failed={failed} />
      <UnderwritingCards
        files={importedCollections}
        formResult={refusedOf()}
        idempotencyKey={idempotencyKey}
      />
      <h2>Recent Underwriting Results</h2>
      <PollNotice problem={problem} />
      <div className={problem ? 'stale' : undefined}>
        <ResultsTable
          results={results}
          empty={
            <EmptyState title="No underwriting results found.">
              <p>
                Run underwriting on a <Link to="/admin/submissions">quote request</Link>, and its result
                appears here.
              </p>
            </EmptyState>
          }
        />
      </div>
      {results.length > 0 ? (
        <>
          <p className="hint">
            {results.length === 1 ? '1 result is shown.' : `${results.length} results are shown.`}{' '}
            <Link to="/admin/underwriting/results">See all results</Link>
          </p>
          {tab === 'results' ? (
            <JsonDetails
              title={
                results.length === 1
                  ? 'The newest result as JSON'
                  : `The newest ${results.length} results as JSON`
              }
              value={results}
            />
          ) : null}
        </>
      ) : null}

      <div className="card-grid">
        {drawn
          .filter(({ section }) => choices.some(({ slug }) => slug === section.slug))
          .map((props) => (
            <div key={props.section.slug} className="card">
              <ConfigurationSection {...props} brief />
            </div>
          ))}
      </div>

      <div id="tables" className="configuration" />
      <Tabs
        label="Configuration"
        below
        tabs={[
          { label: 'Results', to: '/admin/underwriting', current: tab === 'results' },
          ...tabs.map(({ slug, heading }) => ({
            label: heading,
            to: `/admin/underwriting?tab=${slug}#${slug}`,
            current: slug === tab,
          })),
        ]}
      />
      {tab === 'results' ? (
        <Notice tone="info">
          <p>
            The results stand above, and are kept fresh while this tab is open. Choose a table to change it.
          </p>
        </Notice>
      ) : null}
      {drawn
        .filter(({ section }) => section.slug === tab)
        .map((props) => (
          <ConfigurationSection key={tab} {...props} />
        ))}
    </AdminPage>
  )
}
