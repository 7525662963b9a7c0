import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { engineMessages } from '~/content/engine'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { cellName, gridKey } from '~/domain/engine-versions/grid'
import { gridsOf } from '~/domain/engine-versions/grids.server'
import { listProposals } from '~/domain/engine-versions/proposals.server'
import {
  readTableDraft,
  storeNote,
  storeTable,
  type RowAction,
} from '~/domain/engine-versions/table-drafts.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { seeOther } from '~/http/redirects.server'
import { env } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useFormKey } from '~/ui/use-form-key'

import { CheckOutcome } from '../parts/check-outcome'
import { FailingCases } from '../parts/failing-cases'
import { PendingChanges } from '../parts/pending-changes'
import { Proposals } from '../parts/proposals'
import { SaveChanges } from '../parts/save-changes'
import {
  checkDraft,
  discardDraft,
  redirectToDraft,
  runDraft,
  saveDraft,
  type DraftAnswer,
} from '../parts/table-draft.server'
import { draftOf, TableGrid } from './table-grid'
import { TableList } from './table-list'
import styles from '../parts/engine.css?url'

const path = '/admin/underwriting/tables'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Rating tables', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const [draft, proposals] = await Promise.all([readTableDraft(db, user.id), listProposals(db)])
  if (!draft) throw notFoundPage('No underwriting engine is active.')
  const { version, changed, differences, note, base, saved_at, active } = draft
  const grids = gridsOf(version.tables)
  const key = new URL(request.url).searchParams.get('table')
  const grid = grids.find((one) => gridKey(one) === key) ?? null
  if (key !== null && !grid) throw notFoundPage('There is no such table.')
  return json({
    grid,
    changed,
    differences,
    note,
    base,
    saved_at,
    proposals,
    tables: grids.map(({ rows, columns, ...table }) => ({ ...table, count: rows.length })),
    filename: active.filename,
    releaseBy: env.RELEASE_BY,
    idempotencyKey: randomUUID(),
  })
}

function failureOf(intent: unknown) {
  if (intent === 'impact') return engineMessages.runFailed
  const what = intent === 'check' ? 'The changes could not be checked' : 'Failed to save the changes'
  return `${what}. Please try again.`
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    const key = new URL(request.url).searchParams.get('table')
    const page = key === null ? path : `${path}?table=${encodeURIComponent(key)}`
    const [intent = '', index = ''] = String(fields.intent).split(' ')
    if (intent === 'discard') return discardDraft(user.id, page)
    const row: RowAction | null =
      (intent === 'add' || intent === 'remove') && /^\d{1,3}$/.test(index)
        ? { kind: intent, index: Number(index) }
        : null
    const grid = key === null ? null : await storeTable(db, user.id, key, fields, row)
    if (key === null) await storeNote(db, user.id, fields)
    else if (!grid) throw notFoundPage('There is no such table.')
    switch (intent) {
      case 'check':
        return checkDraft(fields, user.id, grid)
      case 'impact':
        return runDraft(fields, user.id, grid)
      case 'save':
      case 'propose':
        return saveDraft(fields, user.id, page, grid)
      case 'add':
        return seeOther(`${page}#${cellName(Number(index) + 1, grid?.columns[0]?.name ?? '')}`)
      case 'remove':
        return redirectToDraft(page, engineMessages.rowRemoved(Number(index) + 1))
      default:
        return redirectToDraft(page, engineMessages.changesKept)
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, { isQuestion: ({ intent }) => intent === 'check' })

export default function RatingTables() {
  const data = useLoaderData<typeof loader>()
  const { grid, tables, changed, differences, note, base, saved_at, filename, idempotencyKey } = data
  const { proposals, releaseBy } = data
  const answer = useActionData<DraftAnswer>()
  const { errors, values, field } = formState(answer)
  const formKey = useFormKey(answer === undefined, idempotencyKey)
  const page = grid ? `${path}?table=${gridKey(grid)}` : path
  return (
    <AdminPage title="Rating tables" tool="Rating tables">
      <Proposals proposals={proposals} />
      {answer?.check ? <CheckOutcome check={answer.check} /> : null}
      {grid ? (
        <>
          <p className="link-row">
            <Link to={path}>All tables</Link>
          </p>
          <TableGrid
            key={formKey}
            grid={grid}
            base={base}
            note={note}
            idempotencyKey={idempotencyKey}
            answer={answer}
            releaseBy={releaseBy}
          />
        </>
      ) : (
        <p className="hint filename">{`The figures of ${filename}, which is in use.`}</p>
      )}
      <PendingChanges
        differences={differences}
        savedAt={saved_at}
        page={page}
        draft={grid ? draftOf(grid) : undefined}
      >
        {grid ? null : (
          <Form method="post" action={path} formResult={answer} key={base}>
            <ErrorSummary errors={errors} />
            {answer?.cases ? <FailingCases cases={answer.cases} /> : null}
            <SaveChanges
              base={base}
              note={note}
              idempotencyKey={idempotencyKey}
              values={values}
              field={field}
              releaseBy={releaseBy}
            />
          </Form>
        )}
      </PendingChanges>
      {grid ? null : <TableList tables={tables} changed={changed} />}
      <Proposals proposals={proposals} outdated />
    </AdminPage>
  )
}
