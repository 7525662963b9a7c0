import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'

import { engineMessages } from '~/content/engine'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { addCase, adjustCase, keepCase, removeCase } from '~/domain/engine-versions/golden-cases.server'
import { listProposals } from '~/domain/engine-versions/proposals.server'
import { storeNote } from '~/domain/engine-versions/table-drafts.server'
import { counted } from '~/domain/formats'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { env } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { ListToolbar } from '~/ui/list-toolbar'
import { Notice } from '~/ui/notice'

import { CheckOutcome } from '../parts/check-outcome'
import { PendingChanges } from '../parts/pending-changes'
import { Proposals } from '../parts/proposals'
import { SaveChanges } from '../parts/save-changes'
import styles from '../parts/engine.css?url'
import {
  checkDraft,
  discardDraft,
  redirectToDraft,
  runDraft,
  saveDraft,
  type DraftAnswer,
} from '../parts/table-draft.server'
import { CaseList, type ListedCase } from './case-list'
import { caseList, casesPage as path, isFailing, shownCases } from './cases'
import { loadCases, loadPreview, quoteIdOf } from './load.server'
import { NewCase, quoteNumberLimit } from './new-case'

/** The maximum number of cases in a list without a filter. */
const fewestToFilter = 10

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Golden cases', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const quote = searchParams.get('quote')
  const [cases, proposals, { preview, error }] = await Promise.all([
    loadCases(user.id, searchParams.get('case')),
    listProposals(db),
    loadPreview(quote),
  ])
  if (!cases) throw notFoundPage('No underwriting engine is active.')
  return json(
    {
      ...cases,
      proposals,
      preview,
      quote: quote?.slice(0, quoteNumberLimit) ?? '',
      error,
      releaseBy: env.RELEASE_BY,
      idempotencyKey: randomUUID(),
    },
    { status: error === null ? 200 : 404 },
  )
}

const failure = 'Failed to save the changes. Please try again.'

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  const name = String(fields.case).slice(0, 100)
  return keepFormOnFailure(fields, failure, async () => {
    switch (fields.intent) {
      case 'add': {
        const quoteId = quoteIdOf(new URL(request.url).searchParams.get('quote'))
        const added = await addCase(db, sandbox, user.id, quoteId ?? 0, fields)
        if (added.ok) return redirectToDraft(path, engineMessages.caseAdded(added.name))
        const errors = added.reason === 'invalid' ? added.errors : [{ path: '', message: added.message }]
        return rejectForm(fields, errors)
      }
      case 'remove':
        await removeCase(db, user.id, name)
        return redirectToDraft(path, engineMessages.caseRemoved(name))
      case 'keep':
        await keepCase(db, user.id, name)
        return redirectToDraft(path, engineMessages.caseKept(name))
      case 'adjust': {
        const adjusted = await adjustCase(db, sandbox, user.id, name)
        return adjusted.ok
          ? redirectToDraft(path, engineMessages.caseAdjusted(name))
          : rejectForm({}, [{ path: '', message: adjusted.message }])
      }
      case 'discard':
        return discardDraft(user.id, path)
      case 'check':
        await storeNote(db, user.id, fields)
        return checkDraft(fields, user.id)
      case 'impact':
        await storeNote(db, user.id, fields)
        return runDraft(fields, user.id)
      case 'save':
      case 'propose':
        await storeNote(db, user.id, fields)
        return saveDraft(fields, user.id, path)
      default:
        throw unknownIntent()
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function GoldenCases() {
  const data = useLoaderData<typeof loader>()
  const { cases, isDrafted, differences, note, base, saved_at, preview, quote, error, idempotencyKey } = data
  const { proposals, releaseBy } = data
  const state = caseList.read(useSearchParams()[0])
  const shown = shownCases(cases, state)
  const answer = useActionData<DraftAnswer>()
  const isOfCase = answer?.values.figures !== undefined
  const { errors, values, field } = formState(isOfCase ? null : answer)
  return (
    <AdminPage title="Golden cases" tool="Tests">
      <Proposals proposals={proposals} />
      {answer?.check ? <CheckOutcome check={answer.check} /> : null}
      <p>
        A golden case is an applicant whose decision and premium somebody has checked. Every version of the
        engine is run on all of them before it goes live; one that gives another figure is refused.{' '}
        <a href="#new-case">Make a case from a quote</a>
      </p>
      <Standing cases={cases} isDrafted={isDrafted} />
      {differences.length === 0 ? <ErrorSummary errors={errors} /> : null}
      <PendingChanges differences={differences} savedAt={saved_at} page={path} collapsed>
        <Form
          method="post"
          action={path}
          formResult={isOfCase ? null : answer}
          key={base}
          className="save-line"
        >
          <ErrorSummary errors={errors} />
          <SaveChanges
            base={base}
            note={note}
            idempotencyKey={idempotencyKey}
            values={values}
            field={field}
            releaseBy={releaseBy}
          />
        </Form>
      </PendingChanges>
      {cases.length > fewestToFilter ? (
        <ListToolbar
          url={caseList.url({}, state)}
          state={state}
          verb="Filter"
          fields={[
            { name: 'find', label: 'Find a case' },
            ...(cases.some(isFailing) || state.isFiltered
              ? [{ name: 'show', label: 'Show', options: [{ value: 'failing', label: 'Failing only' }] }]
              : []),
          ]}
          total={
            shown.length === cases.length
              ? counted(cases.length, 'case')
              : `${shown.length} of ${counted(cases.length, 'case')}`
          }
          preventScrollReset
        />
      ) : null}
      <CaseList cases={shown} isDrafted={isDrafted} state={state} />
      <p className="hint">
        A case keeps the tiers of the day on which it was made: a new price of a tier fails none, a new table
        or rule may. Good cases are disputed, at a limit, or of a common kind.
      </p>
      <NewCase preview={preview} quote={quote} error={error} answer={isOfCase ? answer : undefined} />
      <Proposals proposals={proposals} outdated />
    </AdminPage>
  )
}

/** The number of passing cases: under the active version and, if there are any, with an admin's changes. */
function Standing({ cases, isDrafted }: { cases: readonly ListedCase[]; isDrafted: boolean }) {
  const run = isDrafted ? cases.filter(({ state }) => state !== 'removed') : cases
  const failing = run.filter(({ now, drafted }) => !(drafted ?? now).passes).length
  const inUse = cases.filter(({ now }) => !now.passes).length
  const under = isDrafted ? 'with your changes' : 'under the version in use'
  return (
    <Notice tone={failing === 0 ? 'success' : 'danger'}>
      <p>
        <strong>
          {failing === 0
            ? `${run.length === 1 ? 'The only case passes' : `All ${run.length} cases pass`} ${under}.`
            : `${failing} of ${counted(run.length, 'case')} ${failing === 1 ? 'fails' : 'fail'} ${under}.`}
        </strong>
        {isDrafted ? ` Under the version in use ${inUse === 0 ? 'all pass' : `${inUse} fail`}.` : null}
        {failing === 0 ? null : ' Those that fail stand first, each with what differs.'}
      </p>
    </Notice>
  )
}
