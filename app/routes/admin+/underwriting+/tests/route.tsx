import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { engineMessages } from '~/content/engine'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { addCase, adjustCase, keepCase, removeCase } from '~/domain/engine-versions/golden-cases.server'
import { listProposals } from '~/domain/engine-versions/proposals.server'
import { storeNote } from '~/domain/engine-versions/table-drafts.server'
import { counted } from '~/domain/formats'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { env } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'

import { CheckOutcome } from '../parts/check-outcome'
import { EngineTabs } from '../parts/engine-tabs'
import { PendingChanges } from '../parts/pending-changes'
import { Proposals } from '../parts/proposals'
import { SaveChanges } from '../parts/save-changes'
import styles from '../parts/engine.css?url'
import { useSettledAnswer } from '../parts/use-settled-answer'
import {
  checkDraft,
  discardDraft,
  keptDraft,
  runDraft,
  saveDraft,
  type DraftAnswer,
} from '../parts/table-draft.server'
import { CaseList } from './case-list'
import { loadCases, loadPreview, quoteIdOf } from './load.server'
import { NewCase, quoteNumberLimit } from './new-case'

const path = '/admin/underwriting/tests'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Golden cases', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const quote = new URL(request.url).searchParams.get('quote')
  const [cases, proposals, { preview, error }] = await Promise.all([
    loadCases(user.id),
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

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  const name = String(fields.case).slice(0, 100)
  switch (fields.intent) {
    case 'add': {
      const quoteId = quoteIdOf(new URL(request.url).searchParams.get('quote'))
      const added = await addCase(db, sandbox, user.id, quoteId ?? 0, fields)
      if (added.ok) return keptDraft(path, engineMessages.caseAdded(added.name))
      const errors = added.reason === 'invalid' ? added.errors : [{ path: '', message: added.message }]
      return rejectForm(fields, errors)
    }
    case 'remove':
      await removeCase(db, user.id, name)
      return keptDraft(path, engineMessages.caseRemoved(name))
    case 'keep':
      await keepCase(db, user.id, name)
      return keptDraft(path, engineMessages.caseKept(name))
    case 'adjust': {
      const adjusted = await adjustCase(db, sandbox, user.id, name)
      return adjusted.ok
        ? keptDraft(path, engineMessages.caseAdjusted(name))
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
    default:
      await storeNote(db, user.id, fields)
      return saveDraft(fields, user.id, path)
  }
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(
  'Failed to save the changes: The program could not be reached. Please try again.',
)

export default function GoldenCases() {
  const data = useLoaderData<typeof loader>()
  const { cases, isDrafted, differences, note, base, saved_at, preview, quote, error, idempotencyKey } = data
  const { proposals, releaseBy } = data
  const answer = useSettledAnswer<DraftAnswer>()
  const isOfCase = answer?.values.figures !== undefined
  const { errors, values, field } = formState(isOfCase ? null : answer)
  const failing = cases.filter(({ now }) => !now.ok || !now.passes).length
  return (
    <AdminPage
      title="Golden cases"
      breadcrumbs={[{ label: 'Underwriting Engine', to: '/admin/underwriting' }]}
    >
      <EngineTabs current="Tests" />
      <Proposals proposals={proposals} />
      {answer?.check ? <CheckOutcome check={answer.check} /> : null}
      <p>
        {`Applicants whose figures no version of the engine may change, each with the tiers of the day on which the case was made: prices that have changed since do not show here. ${counted(cases.length, 'case')}, `}
        {failing === 0 ? 'all of which pass under the version in use.' : `${failing} of which fail now.`}
      </p>
      {differences.length === 0 ? <ErrorSummary errors={errors} /> : null}
      <PendingChanges differences={differences} savedAt={saved_at} page={path}>
        <Form method="post" action={path} formResult={isOfCase ? null : answer} key={base}>
          <ErrorSummary errors={errors} />
          <SaveChanges {...{ base, note, idempotencyKey, values, field, releaseBy }} />
        </Form>
      </PendingChanges>
      <CaseList cases={cases} isDrafted={isDrafted} />
      <NewCase preview={preview} quote={quote} error={error} answer={isOfCase ? answer : undefined} />
    </AdminPage>
  )
}
