import type { SerializeFrom } from '@remix-run/node'
import { Link, type FormProps } from '@remix-run/react'
import { useId, type ComponentType, type RefAttributes } from 'react'

import { decisionReasonLabel } from '~/domain/decisions/decisions.options'
import { capital, money } from '~/domain/formats'
import type { Ending } from '~/domain/quotes/ending.server'
import type { NewestResult } from '~/domain/quotes/newest-result.server'
import { correctUrl, quoteUrl } from '~/domain/quotes/origin'
import type { Submission, SubmissionKind } from '~/domain/submissions/kinds'
import { pageUrl, submissionUrl, type SubmissionListState } from '~/domain/submissions/submission-list'
import { isAbsent } from '~/domain/submissions/values'
import type { Highlight } from '~/domain/underwriting/highlights'
import { BulletList } from '~/ui/bullet-list'
import { Button, ButtonLink } from '~/ui/button'
import { DescriptionList } from '~/ui/description-list'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import { VersionField } from '~/ui/version-field'

import { AnswerMarks } from './answer-marks'
import { ContactReplies, type Reply } from './contact-replies'
import { EndedNotice } from './ended-notice'
import { SubmissionValue } from './submission-value'

export type Newest = SerializeFrom<NewestResult>

type Props = {
  listState: SubmissionListState
  submission: Submission
  /** The replies to a message. */
  replies?: readonly Reply[]
  /** The newest result of an application; null before its first run, and for other kinds. */
  newest?: Newest | null
  /** Why an application has ended; null while it is active, and for other kinds. */
  ending?: SerializeFrom<Ending> | null
  /** The form component that posts in the background; the page's own form by default. */
  form?: ComponentType<FormProps & RefAttributes<HTMLFormElement>>
  formResult: FormResult | undefined
  /** The input of a form that was sent after its session had ended, if any. */
  unsaved?: Record<string, string> | null
  busy: boolean
  /** The level of the headings of its parts. */
  headingLevel?: 2 | 3
}

/** A submission in full, with the form for its status and note. */
export function SubmissionRecord(props: Props) {
  const {
    listState,
    submission,
    replies = [],
    newest = null,
    ending = null,
    form,
    formResult,
    unsaved = null,
    busy,
    headingLevel,
  } = props
  const { kind } = listState
  const isToAnswer = kind.slug === 'contacts' && submission.status === 'Pending'
  const prefix = useId()
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }), prefix)
  const note = submission[kind.note]
  const stored = { status: submission.status, note: typeof note === 'string' ? note : '' }
  const current =
    values.current_status === undefined
      ? null
      : { status: values.current_status, note: values.current_note ?? '' }
  const read = current ?? {
    status: values.read_status ?? stored.status,
    note: values.read_note ?? stored.note,
  }
  return (
    <>
      <EndedNotice ending={ending} quoteId={submission.id} isStatusPage />
      {kind.slug === 'quotes' ? (
        <NewestSummary newest={newest} details={quoteUrl(submission.id, pageUrl(listState))} />
      ) : null}
      <Form
        as={form}
        method="post"
        action={submissionUrl(listState, submission.id)}
        className="record-form"
        preventScrollReset
        draft={`/admin/submissions/${kind.slug}/${submission.id} ${recordTitle(listState, submission.id)}`}
        formResult={formResult}
        unsaved={unsaved}
        guarded
      >
        <ErrorSummary errors={errors} title={formResult?.failed ? undefined : 'Nothing was saved'} />
        {current ? (
          <Notice tone="warning" title="It now says">
            <p>Status: {current.status}</p>
            <p className="as-typed">Note: {current.note || 'none'}</p>
            <p>What you chose is in the form below. Save it again to put it in place of this, or leave it.</p>
          </Notice>
        ) : null}
        <VersionField name="read_status" value={read.status} />
        <VersionField name="read_note" value={read.note} />
        <div className="record-fields">
          <SelectField label="Status" options={kind.statuses} {...field('status', stored.status)} />
          <TextAreaField
            label="Note, for the back office alone"
            optional
            rows={2}
            {...field('note', stored.note)}
          />
        </div>
        <div className="record-actions">
          <Button
            type="submit"
            variant={kind.slug === 'quotes' || isToAnswer ? 'secondary' : 'primary'}
            busy={busy}
            busyLabel="Saving..."
          >
            Save
          </Button>
          {kind.slug === 'contacts' ? (
            <ButtonLink
              to={`/admin/submissions/contacts/${submission.id}/reply`}
              variant={isToAnswer ? 'primary' : 'secondary'}
            >
              Reply
            </ButtonLink>
          ) : null}
        </div>
      </Form>
      <SubmissionFields
        kind={kind}
        submission={submission}
        headingLevel={headingLevel}
        highlights={newest?.highlights}
        correct={correctUrl(submission.id, { from: pageUrl(listState) })}
        without={kind.slug === 'quotes' ? inHead : undefined}
      />
      <ContactReplies replies={replies} headingLevel={headingLevel} />
    </>
  )
}

/** A summary of the newest result of an application, with a link to its page. */
function NewestSummary({ newest, details }: { newest: Newest | null; details: string }) {
  return (
    <div className="record-result">
      {newest === null ? (
        <p>Not run yet: there is no decision and no price.</p>
      ) : (
        <div>
          <p className="record-result-figures">
            <DecisionBadge decision={newest.result.decision} verdict={newest.terms.verdict} />
            {newest.terms.monthly ? (
              <span>
                <strong>{money(newest.terms.monthly)}</strong> a month
              </span>
            ) : (
              <span>No offer</span>
            )}
            {newest.terms.isDeclined ? null : <TierBadge tier={newest.terms.tier} />}
          </p>
          {newest.corrected !== null ? (
            <p>The application was corrected after this result: {newest.corrected}.</p>
          ) : newest.terms.verdict !== null && newest.decision !== null ? (
            <p>
              A person decided: {decisionReasonLabel(newest.decision.reason)}. “{newest.decision.words}”
            </p>
          ) : newest.reasons.length > 1 ? (
            <BulletList items={newest.reasons} />
          ) : (
            <p>{newest.reasons[0]}</p>
          )}
          {newest.repriced === null || newest.isSent ? null : (
            <Notice tone="warning" title="The price may be another today">
              <p>
                {newest.repriced} <Link to={`${details}#run`}>Run underwriting again</Link> for today’s price.
              </p>
            </Notice>
          )}
        </div>
      )}
      <ButtonLink to={details}>View Full Underwriting Details</ButtonLink>
    </div>
  )
}

/** Fields that the header of an application shows already, on its page and in its dialog. */
const inHead = ['id', 'name', 'coverage_tier', 'engine_decision', 'monthly_premium']
/** Rarely needed fields of an application. */
const ofRecord = ['submission_type', 'user_id', 'updated_at', 'ip_address', 'correction_id']

/** All fields of a submission except its status and note, in groups; rarely needed ones are collapsed. */
export function SubmissionFields({
  kind,
  submission,
  headingLevel = 3,
  highlights = [],
  correct = '',
  without = [],
}: {
  kind: SubmissionKind
  submission: Submission
  headingLevel?: 2 | 3
  /** Remarks on the answers of an application, and the page that corrects them. */
  highlights?: readonly Highlight[]
  correct?: string
  /** The names of fields that are shown elsewhere on the page. */
  without?: readonly string[]
}) {
  const Heading = `h${headingLevel}` as const
  // Free text comes before the selected answers; absent texts are left out.
  const textFields = kind.fields.filter(
    (field) =>
      field.shape === 'words' && field.name !== kind.note && !isAbsent(field, submission[field.name]),
  )
  const collapsed = kind.slug === 'quotes' ? ofRecord : []
  const otherFields = kind.fields.filter(
    ({ shape, name }) => shape !== 'words' && ![...without, ...collapsed, 'status'].includes(name),
  )
  const groups = [...new Set(otherFields.map(({ group }) => group))]
  const recorded = kind.fields.filter(({ name }) => collapsed.includes(name))
  const listOf = (fields: typeof otherFields) => (
    <DescriptionList
      items={fields.map((field) => ({
        term: field.label === '#' ? 'Number' : field.label,
        description: (
          <>
            <SubmissionValue field={field} submission={submission} emptyText="Not provided" />
            <AnswerMarks question={field.name} highlights={highlights} correct={correct} />
          </>
        ),
      }))}
    />
  )
  return (
    <div className="record-groups">
      {textFields.map((field) => (
        <section key={field.name}>
          <Heading>{field.label}</Heading>
          <p>
            <SubmissionValue field={field} submission={submission} emptyText="Not provided" />
          </p>
        </section>
      ))}
      {groups.map((group) => (
        <section key={group}>
          <Heading>{group}</Heading>
          {listOf(otherFields.filter((field) => field.group === group))}
        </section>
      ))}
      {recorded.length > 0 ? (
        <details>
          <summary>About the record</summary>
          {listOf(recorded)}
        </details>
      ) : null}
    </div>
  )
}

export function recordTitle({ kind }: SubmissionListState, id: number | string) {
  return `${capital(kind.singular)} submission ${id}`
}

/** The heading of an open submission: its number and the name of its sender. */
export function recordHeading(listState: SubmissionListState, { id, name }: Submission) {
  const number = listState.kind.slug === 'quotes' ? `Q-${id}` : recordTitle(listState, id)
  return name ? `${number}, ${String(name)}` : number
}
