import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listDirectChanges, listReleasedChanges } from '~/domain/audit/audit.server'
import { findProposedVersion } from '~/domain/engine-versions/proposals.server'
import { parseId } from '~/domain/ids'
import { listPartImpacts } from '~/domain/impacts/impacts.server'
import { isKeyOf } from '~/domain/is-key-of'
import type { Fields } from '~/domain/parse-fields'
import { readReleases } from '~/domain/releases/overview.server'
import {
  cancelRelease,
  listFailedReleases,
  markReleaseRead,
  parseRelease,
} from '~/domain/releases/releases.server'
import { env } from '~/env.server'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { takePage } from '~/lists/list-page'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { FailedReleases } from '~/ui/failed-releases'
import { typedValues } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'

import styles from '../../parts/engine.css?url'
import { rejectRelease, releaseFromPage, releasesPage, success } from '../parts/release.server'
import { DirectChanges } from './direct-changes'
import { PastReleases, RefusedChanges } from './past-releases'
import { ReleaseQuestion } from './release-question'
import { ScheduledReleases } from './scheduled-releases'
import { WaitingParts, waitingParts } from './waiting-parts'

const missing = 'There is no such release.'

/** The number of changes without a release per page. */
const directChanges = 10

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Releases', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const params = new URL(request.url).searchParams
  const cursor = parseId(params.get('before')) ?? undefined
  const [releases, impacts, failed, direct] = await Promise.all([
    readReleases(db),
    listPartImpacts(db),
    listFailedReleases(db, 5),
    listDirectChanges(db, { cursor, limit: directChanges + 1 }),
  ])
  const isAsking = params.get('ask') === 'release'
  const versionId = isAsking ? (partsOf(Object.fromEntries(params))?.versionId ?? null) : null
  const page = takePage(direct, directChanges)
  const released = releases.past.flatMap(({ changes }) =>
    changes.flatMap(({ id, singular, record_id }) =>
      record_id === null ? [] : { id, entity: singular, record: record_id },
    ),
  )
  return json({
    ...releases,
    impacts,
    entries: await listReleasedChanges(db, released),
    /** Returns the values of the release form before its confirmation, and whether that is shown. */
    chosen: Object.fromEntries(params),
    isAsking,
    /** The chosen version before its confirmation, whatever became of it. */
    version: versionId === null ? null : await findVersionName(versionId),
    direct: { changes: page.rows, nextCursor: page.nextCursor, isFirstPage: cursor === undefined },
    failed,
    userId: user.id,
    releaseBy: env.RELEASE_BY,
    now: new Date(),
  })
}

async function findVersionName(id: number) {
  const version = await findProposedVersion(db, id)
  return version && { id, filename: version.filename }
}

const failures = {
  ask: 'What is chosen could not be checked',
  cancel: 'The release could not be cancelled',
  read: 'The release could not be marked as read',
}

function failureOf(intent: unknown) {
  return `${isKeyOf(failures, intent) ? failures[intent] : 'The release could not be confirmed'}: The server could not be reached. Please try again.`
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    switch (fields.intent) {
      case 'cancel': {
        const id = pageId(fields.id, missing)
        const outcome = await cancelRelease(db, id, { by: user.id })
        if (!outcome.ok) return rejectRelease(fields, outcome)
        return seeOtherWithFlash(releasesPage, success(`Release ${id} was cancelled. Its parts wait again.`))
      }
      case 'read': {
        const id = pageId(fields.id, missing)
        if (!(await markReleaseRead(db, id, { by: user.id }))) throw notFoundPage(missing)
        return seeOther(releasesPage)
      }
      case 'ask':
        return askToRelease(fields)
      case 'release': {
        const parts = partsOf(fields)
        return parts ? releaseFromPage(fields, parts, user.id) : twoVersions(fields)
      }
      default:
        throw unknownIntent()
    }
  })
}

/** Redirects to the confirmation of a release, with the values of the form in its URL. */
function askToRelease(fields: Fields) {
  const parts = partsOf(fields)
  if (!parts) return twoVersions(fields)
  const request = parseRelease({ ...parts, fields })
  if (!request.ok) return rejectRelease(fields, request)
  const { intent: _intent, ...values } = typedValues(fields)
  return seeOther(`${releasesPage}?${new URLSearchParams({ ...values, ask: 'release' })}`)
}

function twoVersions(fields: Fields) {
  return rejectForm(fields, [{ path: 'parts', message: 'Choose one version at most' }])
}

/** Returns the checked changes, and the checked version if any; null if there are two versions. */
function partsOf(fields: Fields) {
  const chosen = (kind: 'change' | 'version') =>
    Object.keys(fields).flatMap((name) =>
      name.startsWith(`${kind}-`) ? (parseId(name.split('-')[1]) ?? []) : [],
    )
  const [versionId = null, another] = chosen('version')
  return another === undefined ? { changeIds: chosen('change'), versionId } : null
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, {
  actsAgain: true,
  isQuestion: ({ intent }) => intent === 'ask',
})

export default function Releases() {
  const data = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const {
    failed,
    releaseBy,
    scheduled,
    past,
    entries,
    refused,
    direct,
    isAsking,
    version,
    chosen,
    ...waiting
  } = data
  const parts = waitingParts({ releaseBy, ...waiting })
  // An error of the selection links to the first checkbox.
  const box = parts.find(({ obstacle }) => obstacle === null)?.input ?? 'parts'
  const errors = useMemo(
    () => formResult?.errors.map((error) => (error.path === 'parts' ? { ...error, path: box } : error)),
    [formResult, box],
  )
  if (isAsking) return <ReleaseQuestion parts={parts} version={version} values={chosen} />
  return (
    <AdminPage title="Releases" tool="Releases">
      <p>
        Changes of tiers, employers and industries, and versions of the engine, that wait for a release. What
        is chosen goes live in one act: it is checked together, and either all of it is in use or none.{' '}
        {releaseBy === 'two' ? 'Another admin than the author must release it.' : null}
      </p>
      <FailedReleases failed={failed} canMark />
      <ErrorSummary errors={errors} />
      <WaitingParts
        {...waiting}
        releaseBy={releaseBy}
        parts={parts}
        chosen={chosen}
        formResult={formResult}
      />
      {scheduled.length > 0 ? <ScheduledReleases releases={scheduled} /> : null}
      {past.length > 0 ? <PastReleases releases={past} impacts={waiting.impacts} entries={entries} /> : null}
      <DirectChanges {...direct} />
      <RefusedChanges changes={refused} />
    </AdminPage>
  )
}
