import { Link, type FormProps } from '@remix-run/react'
import { useId, type ComponentType, type RefAttributes } from 'react'

import { capital } from '~/domain/formats'
import { quoteUrl } from '~/domain/quotes/origin'
import type { Submission, SubmissionKind } from '~/domain/submissions/kinds'
import { pageUrl, submissionUrl, type SubmissionListState } from '~/domain/submissions/submission-list'
import { isAbsent } from '~/domain/submissions/values'
import { Button } from '~/ui/button'
import { DescriptionList } from '~/ui/description-list'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'
import { VersionField } from '~/ui/version-field'

import { ContactReplies, type Reply } from './contact-replies'
import { SubmissionValue } from './submission-value'

type Props = {
  listState: SubmissionListState
  submission: Submission
  /** What was replied to a message. */
  replies?: readonly Reply[]
  /** The form component that posts in the background; the page's own form by default. */
  form?: ComponentType<FormProps & RefAttributes<HTMLFormElement>>
  formResult: FormResult | undefined
  busy: boolean
  /** The level of the headings of its parts. */
  headingLevel?: 2 | 3
}

/** A submission in full, with the form for its status and note. */
export function SubmissionRecord(props: Props) {
  const { listState, submission, replies = [], form, formResult, busy, headingLevel } = props
  const { kind } = listState
  const prefix = useId()
  const { errors, values, field } = formState(formResult, prefix)
  const note = submission[kind.note]
  const stored = { status: submission.status, note: typeof note === 'string' ? note : '' }
  const current =
    values.current_status === undefined
      ? null
      : { status: values.current_status, note: values.current_note ?? '' }
  const read = current ?? stored
  return (
    <>
      <Form
        as={form}
        method="post"
        action={submissionUrl(listState, submission.id)}
        className="record-form"
        preventScrollReset
        draft={`/admin/submissions/${kind.slug}/${submission.id} ${recordTitle(listState, submission.id)}`}
        formResult={formResult}
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
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save
          </Button>
          {kind.slug === 'quotes' ? (
            <Link to={quoteUrl(submission.id, pageUrl(listState))}>View Full Underwriting Details</Link>
          ) : null}
          {kind.slug === 'contacts' ? (
            <Link to={`/admin/submissions/contacts/${submission.id}/reply`}>Reply</Link>
          ) : null}
        </div>
      </Form>
      <SubmissionFields kind={kind} submission={submission} headingLevel={headingLevel} />
      <ContactReplies replies={replies} headingLevel={headingLevel} />
    </>
  )
}

/** All fields of a submission except its status and note, in groups. */
export function SubmissionFields({
  kind,
  submission,
  headingLevel = 3,
}: {
  kind: SubmissionKind
  submission: Submission
  headingLevel?: 2 | 3
}) {
  const Heading = `h${headingLevel}` as const
  // Free text comes before the selected answers; absent texts are left out.
  const textFields = kind.fields.filter(
    (field) =>
      field.shape === 'words' && field.name !== kind.note && !isAbsent(field, submission[field.name]),
  )
  const otherFields = kind.fields.filter((field) => field.shape !== 'words' && field.name !== 'status')
  const groups = [...new Set(otherFields.map(({ group }) => group))]
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
          <DescriptionList
            items={otherFields
              .filter((field) => field.group === group)
              .map((field) => ({
                term: field.label === '#' ? 'Number' : field.label,
                description: (
                  <SubmissionValue field={field} submission={submission} emptyText="Not provided" />
                ),
              }))}
          />
        </section>
      ))}
    </div>
  )
}

export function recordTitle({ kind }: SubmissionListState, id: number | string) {
  return `${capital(kind.singular)} submission ${id}`
}
