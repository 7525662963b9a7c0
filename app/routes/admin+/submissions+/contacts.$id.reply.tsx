import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listReplies, replyToContact } from '~/domain/contacts/replies.server'
import { adminTime } from '~/domain/formats'
import { contacts } from '~/domain/submissions/kinds'
import { openSubmission } from '~/domain/submissions/submissions.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { mailFlash } from '~/http/mail-flash.server'
import { initOfReason, notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { DescriptionList } from '~/ui/description-list'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useIsSending } from '~/ui/use-is-sending'

import { ContactReplies } from '../parts/contact-replies'
import { VersionField } from '~/ui/version-field'

export { shouldRevalidate } from '~/ui/keep-page'

const missing = 'Error loading submissions: this submission does not exist'
const failure = 'Failed to send the reply. Please try again.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Reply to contact submission ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const [contact, replies] = await Promise.all([
    openSubmission(db, contacts, id, { by: user.id }),
    listReplies(db, id),
  ])
  if (!contact) throw notFoundPage(missing)
  const { name, email, category, message, created_at } = contact as unknown as Contact
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  const data = {
    contact: { id, name, email, category, message, created_at },
    replies,
    idempotencyKey: randomUUID(),
    unsaved,
  }
  return json(data, { headers })
}

type Contact = { name: string; email: string; category: string; message: string; created_at: Date }

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const id = pageId(params.id, missing)
  const { subject, message } = fields
  const key = idempotencyKeyFromForm(`/admin/submissions/contacts/${id}/reply ${user.id}`, fields, {
    subject,
    message,
  })
  return keepFormOnFailure(fields, failure, async () => {
    const outcome = await replyToContact(db, id, fields, { by: user.id, key })
    if (outcome.ok)
      return await seeOtherWithFlash(
        `/admin/submissions/contacts/${id}#replies`,
        mailFlash(
          { tone: 'success', message: 'The reply is on its way.', duration: 10_000 },
          'The email with the reply',
        ),
      )
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    if (outcome.reason === 'conflict') {
      // After the newer reply is shown, the same form may be sent again.
      const refreshed = { ...fields, seen: String(outcome.newest) }
      return rejectForm(refreshed, [{ path: '', message: outcome.message }], initOfReason(outcome.reason))
    }
    throw notFoundPage(missing)
  })
}

export const clientAction = keepPageOnFailure(failure)

/** The form for a reply to a visitor's message. */
export default function ReplyToContact() {
  const { contact, replies, idempotencyKey, unsaved } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  const { pathname } = useLocation()
  const busy = useIsSending({ action: pathname })
  const title = `Reply to contact submission ${contact.id}`
  const back = { to: `/admin/submissions/contacts/${contact.id}`, label: `Contact submission ${contact.id}` }
  return (
    <AdminPage
      title={title}
      breadcrumbs={[{ to: '/admin/submissions?tab=contacts', label: contacts.title }, back]}
    >
      <DescriptionList
        items={[
          { term: 'From', description: contact.name },
          { term: 'Email', description: <EmailText>{contact.email}</EmailText> },
          { term: 'About', description: contact.category },
          { term: 'Sent', description: `${adminTime(contact.created_at)} UTC` },
        ]}
      />
      <blockquote className="typed-words">{contact.message}</blockquote>
      <ContactReplies replies={replies} headingLevel={2} />
      <Form
        method="post"
        action={pathname}
        noValidate
        className="form"
        draft={`${pathname} ${title}`}
        formResult={formResult}
        unsaved={unsaved}
        guarded
      >
        <ErrorSummary errors={errors} />
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <VersionField name="seen" value={values.seen ?? String(replies.at(-1)?.id ?? '')} />
        <TextField
          label="Subject"
          maxLength={150}
          required
          {...field('subject', `Re: ${contact.category}`)}
        />
        <TextAreaField
          label="Your reply"
          hint="The email greets the sender by name and names the day of the message, without its words."
          rows={10}
          required
          {...field('message')}
        />
        <p className="button-row">
          <Button type="submit" busy={busy} busyLabel="Sending...">
            Send the reply
          </Button>
          <ButtonLink to={back.to} variant="secondary">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </AdminPage>
  )
}
