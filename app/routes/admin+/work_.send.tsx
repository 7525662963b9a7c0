import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useRef, useState, type FormEvent } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { actUrl, quoteUrl } from '~/domain/quotes/origin'
import { chosenIn } from '~/domain/submissions/status-changes'
import { changedText } from '~/domain/underwriting/changed-parts'
import { confirmSendUrl, readChosenResults, shownOfEach } from '~/domain/work/send-url'
import { listToSend } from '~/domain/work/work.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { ConfirmDialog, useDialogFetcher } from '~/ui/confirmation'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { RowChoice } from '~/ui/row-choice'
import { Table } from '~/ui/table'
import { useChoices } from '~/ui/use-choices'
import { usePreloadedPage } from '~/ui/use-preloaded-page'
import { useIsSending } from '~/ui/use-is-sending'

import { sendQuestion, sumText } from './parts/send-question'
import {
  applicantColumn,
  coverColumn,
  decisionColumn,
  employerColumn,
  premiumColumn,
  quoteColumn,
  submittedDayColumn,
  tierColumn,
  type Item,
} from './parts/work-columns'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Send results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  return json({
    ...(await listToSend(db, { by: user.id })),
    shown: shownOfEach,
    reader: user.id,
    /** The previously selected results, after returning from the confirmation. */
    ticked: readChosenResults(new URL(request.url).searchParams).map(({ resultId }) => resultId),
  })
}

/** Redirects to the confirmation before the selected results are sent. */
export async function action({ request }: ActionFunctionArgs) {
  await requireAdmin(request)
  const fields = await formFields(request)
  const chosen = chosenIn(fields).flatMap(({ id, from }) => {
    const quoteId = parseId(from)
    return quoteId === null ? [] : { resultId: id, quoteId, decisionId: null }
  })
  if (chosen.length === 0)
    return rejectForm(fields, [{ path: 'all', message: 'Choose at least one result.' }])
  return seeOther(confirmSendUrl(chosen.slice(0, shownOfEach)))
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure('The page could not be opened. Please try again.')

/** The results that an admin can send together. A dialog or, without JavaScript, a page asks for confirmation. */
export default function SendResults() {
  const { ready, leftOut, waiting, shown, reader, ticked } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const busy = useIsSending()
  const { errors, values } = formState(formResult, 'send-')
  const form = useRef<HTMLFormElement>(null)
  const { chosen, chooseAll } = useChoices(form)
  // Checking a row clears the error that nothing is selected.
  const [answered, setAnswered] = useState<unknown>(undefined)
  if (chosen.length > 0 && answered !== formResult) setAnswered(formResult)
  const isAnswered = answered === formResult && errors.every(({ path }) => path === 'all')
  const question = useDialogFetcher()
  usePreloadedPage('/admin/work/send/confirm')
  const [asked, setAsked] = useState<readonly Item[]>([])
  const of = (ids: readonly string[]) => ready.filter(({ resultId }) => ids.includes(String(resultId)))

  /** Opens the confirmation. The server rejects an empty selection. */
  function ask(event: FormEvent<HTMLFormElement>) {
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const results = of(chosenIn(fields).map(({ id }) => String(id)))
    if (results.length === 0) return
    event.preventDefault()
    setAsked(results)
    question.open()
  }

  return (
    <AdminPage title="Send results" breadcrumbs={[{ label: 'Work', to: '/admin/work' }]}>
      {ready.length === 0 ? (
        <EmptyState title="No result can be sent together with others">
          <p className="link-row">
            <Link to="/admin/work">Back to work</Link>
          </p>
        </EmptyState>
      ) : (
        <Form
          method="post"
          action="/admin/work/send"
          className="sticky-heads"
          formRef={form}
          formResult={formResult}
          onSubmit={ask}
        >
          <ErrorSummary
            errors={isAnswered ? undefined : errors}
            title={formResult?.failed ? undefined : 'Nothing was sent'}
            prefix="send-"
          />
          <p>
            Each applicant gets an email with the decision and a private link.
            {leftOut.length > 0
              ? ` ${ready.length} of ${ready.length + leftOut.length} results to send can go together.`
              : null}
            {waiting > shown
              ? ` These are of the oldest ${shown} of ${waiting.toLocaleString('en-US')}.`
              : null}
          </p>
          <input
            type="hidden"
            name="shown"
            value={ready.map(({ resultId, quoteId }) => `${resultId}:${quoteId}`).join(',')}
          />
          <div className="choice">
            <input
              type="checkbox"
              id="send-all"
              name="all"
              value="yes"
              defaultChecked={values.all === 'yes'}
              onChange={chooseAll}
            />
            <label htmlFor="send-all">Select all {ready.length}</label>
          </div>
          <Table
            caption="Results that can be sent"
            captionHidden
            dense
            rows={ready}
            rowKey={({ quoteId }) => quoteId}
            columns={[
              {
                header: 'Send',
                phone: 'choice',
                cell: ({ resultId, quoteId }) => (
                  <RowChoice
                    name={`chosen-${resultId}`}
                    value={quoteId}
                    defaultChecked={
                      values[`chosen-${resultId}`] !== undefined || ticked.some((id) => id === resultId)
                    }
                    label={`Send the result of Q-${quoteId}`}
                  />
                ),
              },
              quoteColumn('work'),
              applicantColumn,
              employerColumn,
              submittedDayColumn,
              { ...decisionColumn, phone: 'mark' },
              { ...tierColumn, phone: 'second' },
              coverColumn,
              premiumColumn,
            ]}
          />
          <div className="toolbar bar-below">
            <p className="submissions-chosen" role="status">
              {chosen.length > 0 ? `${chosen.length} chosen: ${sumText(of(chosen))}` : null}
            </p>
            <Button type="submit" busy={busy || question.busy} busyLabel="Sending...">
              Send what is ticked
            </Button>
            <ButtonLink to="/admin/work" variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      )}
      <LeftOut items={leftOut} reader={reader} isOpen={ready.length === 0} />
      {question.isOpen ? <ConfirmDialog {...sendQuestion(asked)} {...question.dialog} /> : null}
    </AdminPage>
  )
}

/** The waiting results that are left out of the list, each with the reason; renders nothing if there are none. */
function LeftOut({ items, reader, isOpen }: { items: readonly Item[]; reader: number; isOpen: boolean }) {
  if (items.length === 0) return null
  return (
    <details className="left-out" open={isOpen}>
      <summary>
        {items.length === 1 ? '1 result is left out' : `${items.length} results are left out`}
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.quoteId}>
            <Link
              to={item.changed.length > 0 ? quoteUrl(item.quoteId, 'work') : actUrl('send', item, 'work')}
            >
              Q-{item.quoteId} {item.name}
            </Link>
            : {whyLeftOut(item, reader).join(' ')}
          </li>
        ))}
      </ul>
    </details>
  )
}

function whyLeftOut(
  { corrected, changed, tier, questionSince, answered, marked, holder }: Item,
  reader: number,
) {
  return [
    corrected && 'Corrected after this result: it has to run again.',
    changed.length > 0 && changedText(changed, tier),
    questionSince !== null && `A question is open since ${adminTime(questionSince)} UTC.`,
    answered && 'An earlier result is with the applicant.',
    marked !== null && `Marked ${marked}, though nothing was sent.`,
    holder !== null && holder.id !== reader && `${holder.name} has taken it.`,
  ].filter((reason) => reason !== false)
}
