import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { deckRejectionSchema } from '~/domain/pitch-deck/pitch-deck.schema'
import { countWork } from '~/domain/work/work.server'
import { findRequest, rejectRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { mailFlash } from '~/http/mail-flash.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireDeckAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { AdminErrorPage, AdminPage, officeHandle, officeLinks } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { DescriptionList } from '~/ui/description-list'
import { describeError } from '~/ui/error-page'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckboxField, TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useIsSending } from '~/ui/use-is-sending'
import { Unset } from '~/ui/unset'

import { deckList, DeckStatus, notDone, rejected } from './index/deck-requests'

export { shouldRevalidate } from '~/ui/keep-page'

export const links = officeLinks

export const handle = officeHandle

export const meta: MetaFunction = ({ error, matches }) =>
  hiddenPageMeta(error ? describeError(error).title : 'Reject an access request', matches)

const missing = 'Access request not found.'
const failure = 'Failed to reject the request. Please try again.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireDeckAdmin(request)
  const id = pageId(params.id, missing)
  const row = await findRequest(db, id)
  if (!row) throw notFoundPage(missing)
  const { name, email, company, reason, status } = row
  const openWork = await countWork(db)
  return json({ id, name, email, company, reason, status, back: listUrl(request), openWork })
}

/** The list in the state that this page was opened from. */
function listUrl(request: Request) {
  const state = deckList.read(new URL(request.url).searchParams)
  return deckList.url(state.position, state)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireDeckAdmin(request)
  const fields = await formFields(request)
  const parsed = parseFields(deckRejectionSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  return keepFormOnFailure(fields, failure, async () => {
    const rejection = { by: user.id, site, ...parsed.value }
    const outcome = await rejectRequest(db, pageId(params.id, missing), rejection)
    const done = { tone: 'success', ...rejected(parsed.value), duration: 10_000 } as const
    return seeOtherWithFlash(
      listUrl(request),
      outcome.ok
        ? parsed.value.tell_applicant
          ? mailFlash(done, 'The email that tells its sender')
          : done
        : notDone(failure, outcome),
    )
  })
}

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function RejectDeckRequest() {
  const { id, name, email, company, reason, status, back } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, field } = formState(formResult)
  const { pathname, search } = useLocation()
  const busy = useIsSending({ action: pathname })
  return (
    <AdminPage
      title="Reject an access request"
      breadcrumbs={[{ to: back, label: 'Pitch Deck Access Requests' }]}
    >
      <DescriptionList
        items={[
          { term: 'Name', description: name },
          { term: 'Email', description: email },
          { term: 'Company', description: company ?? '-' },
          {
            term: 'Reason',
            description: reason === null ? <Unset /> : <span className="as-typed">{reason}</span>,
          },
          { term: 'Status', description: <DeckStatus status={status} /> },
        ]}
      />
      {status === 'pending' ? (
        <Form
          method="post"
          action={pathname + search}
          noValidate
          className="form"
          draft={`/pitch-deck-admin/${id}/reject Rejection of a deck request`}
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <TextAreaField
            label="Note"
            optional
            hint="Why the request is rejected. Only admins see it, unless you tick the box below."
            {...field('note')}
          />
          <CheckboxField
            label={`Email the rejection, with the note, to ${email}`}
            {...field('tell_applicant')}
          />
          <p className="button-row">
            <Button type="submit" variant="danger" busy={busy} busyLabel="Working...">
              Reject
            </Button>
            <ButtonLink to={back} variant="secondary">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      ) : (
        <p>
          This request is {status}. Only a request that waits can be rejected; an approved one is deleted to
          end its access.
        </p>
      )}
    </AdminPage>
  )
}

export { AdminErrorPage as ErrorBoundary }
