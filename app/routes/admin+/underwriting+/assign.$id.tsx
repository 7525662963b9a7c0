import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  assignQuote,
  findAssignee,
  listColleagues,
  readAdminId,
} from '~/domain/assignments/assignments.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { ownPath, replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { HiddenFields } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useIsSending } from '~/ui/use-is-sending'

export { shouldRevalidate } from '~/ui/keep-page'

const missing = 'Quote submission not found.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Who works on Q-${params.id}`, matches) },
]

const pageOf = (id: number) => `/admin/underwriting/quote/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = pageId(params.id, missing)
  const [quote, holder, colleagues] = await Promise.all([
    findQuote(db, id),
    findAssignee(db, id),
    listColleagues(db),
  ])
  if (!quote) throw notFoundPage(missing)
  const back = ownPath(new URL(request.url).searchParams.get('back') ?? '', pageOf(id))
  return json({ quote: { id, name: quote.name }, holder: holder ?? null, colleagues, back })
}

const failure = 'This could not be saved. Please try again.'

/** Assigns the application to the chosen admin, or to nobody, and redirects to the page that sent the form. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const [to, base] = [readAdminId(fields.to), readAdminId(fields.seen)]
    if (to === undefined || base === undefined)
      return rejectForm(fields, [{ path: 'to', message: 'Choose an admin' }])
    const outcome = await assignQuote(db, id, to, { by: user.id, base })
    if (!outcome.ok && outcome.reason === 'missing') throw notFoundPage(missing)
    if (!outcome.ok && outcome.reason === 'invalid')
      return rejectForm(fields, [{ path: 'to', message: outcome.message }])
    return await seeOtherWithFlash(
      ownPath(fields.back, pageOf(id)),
      outcome.ok
        ? { tone: 'success', message: messageOf(id, to, user.id), duration: 10_000 }
        : { tone: 'error', title: 'Nothing was changed.', message: outcome.message, duration: 10_000 },
      replaceHistoryEntry,
    )
  })
}

function messageOf(quoteId: number, to: number | null, by: number) {
  if (to === null) return `Q-${quoteId} is with nobody now.`
  return to === by ? `Q-${quoteId} is with you.` : `Q-${quoteId} is handed over.`
}

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: true,
})

/** The form that assigns an application to another admin, or unassigns it. */
export default function AssignQuote() {
  const { quote, holder, colleagues, back } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, field } = formState(formResult)
  const page = `/admin/underwriting/assign/${quote.id}`
  const busy = useIsSending({ action: page })
  return (
    <AdminPage
      title={`Who works on Q-${quote.id}`}
      breadcrumbs={[{ label: `Quote Q-${quote.id}`, to: pageOf(quote.id) }]}
    >
      <p>
        The application of {quote.name} is with {holder?.name ?? 'nobody'}. Everybody can still work on it:
        this only says who does.
      </p>
      <Form method="post" action={page} noValidate className="form" formResult={formResult}>
        <ErrorSummary errors={errors} />
        <HiddenFields fields={{ seen: holder?.id ?? '', back }} />
        <SelectField
          label="With"
          placeholder="Nobody"
          options={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...field('to', String(holder?.id ?? ''))}
        />
        <p className="button-row">
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save
          </Button>
          <ButtonLink to={back} variant="secondary">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </AdminPage>
  )
}
