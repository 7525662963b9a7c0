import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef, useState, type FormEvent } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime, counted, money } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { actUrl, quoteUrl } from '~/domain/quotes/origin'
import { chosenIn } from '~/domain/submissions/status-changes'
import { changedText } from '~/domain/underwriting/changed-parts'
import { listToSend, sendResults, shownOfEach } from '~/domain/work/work.server'
import { env } from '~/env.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
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
  return json({ ...(await listToSend(db, { by: user.id })), shown: shownOfEach, reader: user.id })
}

/** Sends the chosen results and leads back to the work list. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  const chosen = chosenIn(fields).flatMap(({ id, from }) => {
    const quoteId = parseId(from)
    return quoteId === null ? [] : { resultId: id, quoteId }
  })
  if (chosen.length === 0)
    return rejectForm(fields, [{ path: 'all', message: 'Choose at least one result.' }])
  const { sent, refusals } = await sendResults(db, chosen, { by: user.id, site })
  const onTheWay = sent === 1 ? '1 result is on its way.' : `${sent} results are on their way.`
  return seeOtherWithFlash('/admin/work', {
    tone: refusals.length > 0 ? 'error' : 'success',
    message: [
      onTheWay,
      ...(env.SMTP_URL === undefined && sent > 0 ? ['No mail server is set up: the mails wait.'] : []),
      ...refusals.slice(0, 3).map(({ quoteId, message }) => `Q-${quoteId}: ${message}`),
      ...(refusals.length > 3 ? [`${refusals.length - 3} more were not sent.`] : []),
    ].join(' '),
    ...(refusals.length > 0 ? {} : { duration: 10_000 }),
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure('The results could not be sent. Please try again.', {
  actsAgain: 'Some may have been sent all the same: each is sent once only.',
})

/** The sum of the monthly premiums of results; those that decline have none. */
function monthlySum(results: readonly Item[]) {
  return `${money(results.reduce((sum, { premium }) => sum + (premium ?? 0), 0))} a month`
}

/** The results that an admin can send together, for a last look at them. With JavaScript a dialog asks once more, with number and sum. */
export default function SendResults() {
  const { ready, leftOut, waiting, shown, reader } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const busy = useNavigation().formMethod === 'POST'
  const { errors, values } = formState(formResult, 'send-')
  const form = useRef<HTMLFormElement>(null)
  const { chosen, chooseAll } = useChoices(form)
  // Once something is ticked, that nothing was does not hold any more.
  const [answered, setAnswered] = useState<unknown>(undefined)
  if (chosen.length > 0 && answered !== formResult) setAnswered(formResult)
  const isAnswered = answered === formResult && errors.every(({ path }) => path === 'all')
  const question = useDialogFetcher()
  const [asked, setAsked] = useState<readonly Item[]>([])
  const of = (ids: readonly string[]) => ready.filter(({ resultId }) => ids.includes(String(resultId)))

  /** Asks about what is chosen. That nothing is, the server says. */
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
        <Form method="post" action="/admin/work/send" formRef={form} formResult={formResult} onSubmit={ask}>
          <ErrorSummary
            errors={isAnswered ? undefined : errors}
            title={formResult?.failed ? undefined : 'Nothing was sent'}
            prefix="send-"
          />
          <p>
            Each applicant gets an email with the decision and a private link.
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
                    defaultChecked={values[`chosen-${resultId}`] !== undefined}
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
              {chosen.length > 0 ? `${chosen.length} chosen, ${monthlySum(of(chosen))}` : null}
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
      {question.isOpen ? (
        <ConfirmDialog
          question={`Send ${counted(asked.length, 'result')}? ${asked.length === 1 ? 'Its applicant' : 'Each applicant'} gets an email with the decision and a private link.`}
          about={`Monthly premiums: ${monthlySum(asked)} in all.`}
          confirmLabel={asked.length === 1 ? 'Send it' : `Send ${asked.length}`}
          harmless
          action="/admin/work/send"
          fields={Object.fromEntries(asked.map(({ resultId, quoteId }) => [`chosen-${resultId}`, quoteId]))}
          {...question.dialog}
        />
      ) : null}
    </AdminPage>
  )
}

/** The results to send that are not in the list, each with the reason; nothing where there are none. */
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
  { corrected, changed, tier, questionSince, unread, answered, marked, holder }: Item,
  reader: number,
) {
  return [
    corrected && 'Corrected after this result: it has to run again.',
    changed.length > 0 && changedText(changed, tier),
    questionSince !== null && `A question is open since ${adminTime(questionSince)} UTC.`,
    unread && 'An answer of the applicant is not read yet.',
    answered && 'An earlier result is with the applicant.',
    marked !== null && `Marked ${marked}, though nothing was sent.`,
    holder !== null && holder.id !== reader && `${holder.name} has taken it.`,
  ].filter((reason) => reason !== false)
}
