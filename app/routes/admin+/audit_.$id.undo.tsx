import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findEntry, findRecordName, findUndoOf } from '~/domain/audit/audit.server'
import { fieldLabel, fieldValue } from '~/domain/audit/field-label'
import { historyUrl, recordUrl } from '~/domain/audit/record-url'
import { undoChange, viewUndo } from '~/domain/configuration/undo.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { capital } from '~/domain/formats'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { evictPages } from '~/server/page-cache.server'
import { AdminTime } from '~/ui/admin-time'
import { ConfirmPage, undoIsSafe } from '~/ui/confirmation'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Table } from '~/ui/table'

const missing = 'There is no such change of a configuration record.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Undo change ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = pageId(params.id, missing)
  const entry = await findEntry(db, id)
  const view = entry && (await viewUndo(db, id, { sandbox, releaseBy: env.RELEASE_BY }))
  if (!view) throw notFoundPage(missing)
  const { created_at, action, entity, entity_id } = entry
  const logged = { entity, fields: [] }
  const fields = view.fields.map(({ name, ...values }) => {
    const [before, after, now] = [values.before, values.after, values.now].map(
      (value) => fieldValue(logged, name, textOf(value)) ?? 'none',
    )
    return { label: fieldLabel(logged, name), before, after, now }
  })
  return json({
    id,
    created_at,
    action,
    fields,
    obstacle: view.obstacle,
    record: `${entity} ${await findRecordName(db, entry)}`,
    by: entry.username,
    history: historyUrl(entity, entity_id),
    undone: await findUndoOf(db, entry),
  })
}

const failure = 'The change could not be undone. Please try again.'

/** Undoes the change and redirects to the history of its record. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const entry = await findEntry(db, id)
    const outcome = await retryOvertaken(() =>
      undoChange(db, id, { by: user.id, sandbox, releaseBy: env.RELEASE_BY }),
    )
    if (!entry || (!outcome.ok && outcome.reason === 'missing')) throw notFoundPage(missing)
    if (outcome.ok) evictPages()
    const history = historyUrl(entry.entity, entry.entity_id)
    if (!outcome.ok && (await findUndoOf(db, entry)))
      return seeOtherWithFlash(history, { tone: 'info', message: 'The change is undone already.' })
    return seeOtherWithFlash(
      history,
      outcome.ok
        ? {
            tone: 'success',
            message: 'The change is undone.',
            duration: 10_000,
            link: linkTo(entry.entity, outcome.id, await findRecordName(db, entry)),
          }
        : { tone: 'error', title: 'Nothing was undone.', message: outcome.message, duration: 10_000 },
    )
  })
}

/** Returns the link to the record after an undo; none to a deleted one. */
function linkTo(entity: string, id: number | null, name: string | null) {
  const to = id === null ? null : recordUrl(entity, String(id))
  return to === null ? undefined : { to, label: `Open ${entity} ${name}` }
}

function textOf(value: unknown) {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value)
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: undoIsSafe,
})

const questions: Record<string, string> = {
  create: 'Undo this change? The record that it added is deleted.',
  update: 'Undo this change? The record gets its earlier values.',
  delete: 'Undo this change? The deleted record is added again, with a new number.',
}

const done: Record<string, string> = { create: 'added', update: 'changed', delete: 'deleted' }

/** The confirmation before undoing a change of a configuration record. */
export default function UndoChange() {
  const { id, created_at, action: verb, by, fields, record, history, ...why } = useLoaderData<typeof loader>()
  const { undone, obstacle } = why
  const isObstructed = undone !== null || obstacle !== null
  return (
    <ConfirmPage
      title={`Undo change ${id}`}
      back={{ to: history, label: 'History' }}
      question={questions[verb] ?? ''}
      confirmLabel="Undo it"
      busyLabel="Undoing..."
      action={`/admin/audit/${id}/undo`}
      fields={{}}
      obstacle={
        undone ? (
          <p>
            This change was undone, <AdminTime at={undone.created_at} />, by{' '}
            {undone.username ?? 'nobody with an account now'}.
          </p>
        ) : obstacle ? (
          <p>
            This change cannot be undone now. {obstacle} <Link to={history}>The history of the record</Link>
          </p>
        ) : undefined
      }
    >
      <p>
        {capital(record)}, {done[verb]} by {by ?? 'nobody with an account now'}, <AdminTime at={created_at} />
      </p>
      <Table
        caption={isObstructed ? 'What the change did' : 'What changes back'}
        captionHidden
        dense
        rows={fields}
        rowKey={({ label }) => label}
        columns={
          isObstructed
            ? [
                { header: 'Field', rowHeader: true, cell: ({ label }) => label },
                { header: 'Before', cell: ({ before }) => before },
                { header: 'After', cell: ({ after }) => after },
                { header: 'Now', cell: ({ now }) => now },
              ]
            : [
                { header: 'Field', rowHeader: true, cell: ({ label }) => label },
                { header: 'Now', cell: ({ now }) => now },
                { header: 'After the undo', cell: ({ before }) => before },
              ]
        }
      />
    </ConfirmPage>
  )
}
