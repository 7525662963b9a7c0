import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { collections } from '~/domain/configuration/collections'
import { formFailure } from '~/domain/configuration/failures'
import { describeActiveEngine } from '~/domain/engine-versions/engine-versions.server'
import { quoteDigits } from '~/domain/ids'
import { parseFields } from '~/domain/parse-fields'
import { findNames } from '~/domain/quotes/quotes.server'
import { listFailedReleases } from '~/domain/releases/releases.server'
import { runFailure } from '~/domain/underwriting/run-failure'
import { runFormSchema } from '~/domain/underwriting/underwriting.schema'
import { searchResults } from '~/domain/underwriting/underwriting.server'
import { replaceHistoryEntry, ownUrl, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { ranSuccessfully, runFromPage, runProblem } from '~/http/run-answer.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { FailedReleases } from '~/ui/failed-releases'
import { keepPageOnFailure } from '~/ui/keep-page'

import { Tabs } from '../../parts/tabs'
import { changeFromPage } from './actions.server'
import { ConfigurationSection } from './configuration-section'
import styles from './configuration.css?url'
import { readSection } from './load.server'
import { Overview } from './overview'

export { shouldRevalidate } from '~/ui/keep-page'

/** The newest results shown: the list of all can be sorted and filtered. */
const recentResults = 10
const { jobRoles, coverageLevels, ...tabbed } = collections
const tabs = Object.values(tabbed)
const choices = [jobRoles, coverageLevels]

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Underwriting Engine', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const tab = tabs.find(({ slug }) => slug === searchParams.get('tab'))
  const shown = tab ? [...choices.filter(({ slug }) => isOpen(searchParams, slug)), tab] : choices
  const [results, engine, failed, ...sections] = await Promise.all([
    tab ? null : searchResults(db, {}, { limit: recentResults }),
    tab ? null : describeActiveEngine(db),
    listFailedReleases(db, 3),
    ...shown.map((collection) => readSection(request, collection)),
  ])
  const quotes = results?.map(({ quote_submission_id }) => quote_submission_id) ?? []
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  const data = {
    tab: tab?.slug ?? 'results',
    results,
    engine,
    names: await findNames(db, quotes),
    failed,
    sections,
    idempotencyKey: randomUUID(),
    userId: user.id,
    unsaved,
  }
  return json(data, { headers })
}

/** Whether a form or a row of a table is open. */
function isOpen(searchParams: URLSearchParams, slug: string) {
  return ['add', 'edit', 'row'].some((name) => searchParams.get(name)?.split(':')[0] === slug)
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const isTyped = fields.collection !== undefined && fields.intent !== 'delete'
  const { user } = await requireAdmin(request, isTyped ? fields : undefined)
  if (fields.collection !== undefined) return changeFromPage(request, fields, user.id)
  const number = typeof fields.quote_id === 'string' ? quoteDigits(fields.quote_id) : fields.quote_id
  const parsed = parseFields(runFormSchema, { ...fields, quote_id: number })
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  const run = await runFromPage(fields, { quoteId: parsed.value.quote_id, adminId: user.id })
  if (!run.ok) {
    const { status, headers, message } = runProblem(run)
    return rejectForm(fields, [{ path: 'quote_id', message: `Error: ${message}` }], { status, headers })
  }
  return seeOtherWithFlash(ownUrl(request), await ranSuccessfully(run.result), replaceHistoryEntry)
}

export const clientAction = keepPageOnFailure(
  (_, { fields, hasResponse }) =>
    fields.collection === undefined ? runFailure(hasResponse) : formFailure(fields),
  { actsAgain: true, isQuestion: ({ see }) => see === 'impact' },
)

export default function Underwriting() {
  const { tab, results, engine, names, failed, sections, idempotencyKey, userId, unsaved } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const refusedOf = (slug?: string) => (formResult?.values.collection === slug ? (formResult ?? null) : null)
  const drawn = [...choices, ...tabs].flatMap((collection) => {
    const { slug } = collection
    const section = sections.find((one) => one.slug === slug)
    const typed = unsaved?.collection === slug ? unsaved : null
    return section ? [{ collection, section, formResult: refusedOf(slug), unsaved: typed }] : []
  })
  const cards = drawn.filter(({ section }) => choices.some(({ slug }) => slug === section.slug))
  const shortLists =
    cards.length > 0 ? (
      <div className="card-grid short-lists">
        {cards.map((props) => (
          <div key={props.section.slug} className="card">
            <ConfigurationSection {...props} brief />
          </div>
        ))}
      </div>
    ) : null
  return (
    <AdminPage title="Underwriting Engine" tool="Overview">
      <FailedReleases failed={failed} />
      <Tabs
        label="Configuration"
        tabs={[
          { label: 'Results', to: '/admin/underwriting', current: tab === 'results' },
          ...tabs.map(({ slug, heading }) => ({
            label: heading,
            to: `/admin/underwriting?tab=${slug}`,
            current: slug === tab,
          })),
        ]}
      />
      {results ? (
        <Overview
          results={results}
          engine={engine}
          names={names}
          limit={recentResults}
          userId={userId}
          formResult={refusedOf()}
          idempotencyKey={idempotencyKey}
        >
          {shortLists}
        </Overview>
      ) : (
        shortLists
      )}
      {drawn
        .filter(({ section }) => section.slug === tab)
        .map((props) => (
          <ConfigurationSection key={tab} {...props} />
        ))}
    </AdminPage>
  )
}
