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
import {
  compareChallenger,
  endChallenger,
  findChallenger,
  listCandidates,
  listChallenged,
  listResults,
  nameChallenger,
  type ChallengerChange,
} from '~/domain/challengers/challengers.server'
import { parseId } from '~/domain/ids'
import {
  formFields,
  idempotencyKeyFromForm,
  keepFormOnFailure,
  rejectForm,
  unknownIntent,
} from '~/http/forms.server'
import { notFoundPage, statusOfReason } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { cursor, type Param } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'

import engineStyles from '../parts/engine.css?url'
import { CurrentChallenger, NameForm } from './challenger-forms'
import { ChallengerComparison } from './comparison'

const path = '/admin/underwriting/challenger'

/** The id of a version. */
const version: Param<number> = { parse: (text) => parseId(text) ?? undefined }
const list = defineList({ path, filters: { version }, position: { cursor } })

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: engineStyles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Challenger', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const [challenger, versions] = await Promise.all([findChallenger(db), listChallenged(db)])
  const id = state.filter.version ?? challenger?.engine_version_id ?? versions[0]?.id
  const shown = versions.find((one) => one.id === id)
  if (state.filter.version !== undefined && !shown) throw notFoundPage('This version was never a challenger.')
  const [candidates, comparison, page] = await Promise.all([
    listCandidates(db),
    shown ? compareChallenger(db, shown.id) : null,
    readPage(state.position.cursor, (page) => listResults(db, shown?.id ?? 0, page)),
  ])
  const pages = list.pages(state, page.nextCursor)
  return json({
    challenger,
    candidates,
    versions,
    shown,
    comparison,
    rows: page.rows,
    pages,
    key: randomUUID(),
  })
}

const failure = 'The challenger could not be changed: The server could not be reached. Please try again.'

/** Names a challenger, or ends the current one. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    if (fields.intent === 'end') {
      const ended = await endChallenger(db, fields, { by: user.id })
      return answer(fields, ended, 'The challenger has ended. Its results stay.')
    }
    if (fields.intent !== 'name') throw unknownIntent()
    const { version, reason } = fields
    const key = idempotencyKeyFromForm(`challenger ${user.id}`, fields, { version, reason })
    const named = await nameChallenger(db, fields, { by: user.id, key })
    return answer(fields, named, 'The challenger is named. It runs beside each new underwriting run.')
  })
}

function answer(fields: Record<string, unknown>, change: ChallengerChange, message: string) {
  if (change.ok) return seeOtherWithFlash(path, { tone: 'success', message, duration: 10_000 })
  return change.reason === 'invalid'
    ? rejectForm(fields, change.errors)
    : rejectForm(fields, [{ path: '', message: change.message }], { status: statusOfReason(change.reason) })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function Challenger() {
  const { challenger, candidates, versions, shown, comparison, rows, pages, key } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  return (
    <AdminPage title="Challenger" tool="Challenger">
      <ErrorSummary errors={formResult?.errors} />
      {challenger ? (
        <CurrentChallenger key={challenger.id} challenger={challenger} formResult={formResult} />
      ) : (
        <NameForm candidates={candidates} formResult={formResult} idempotencyKey={key} />
      )}
      {shown && comparison ? (
        <ChallengerComparison
          shown={shown}
          versions={versions}
          comparison={comparison}
          rows={rows}
          pages={pages}
        />
      ) : null}
    </AdminPage>
  )
}
