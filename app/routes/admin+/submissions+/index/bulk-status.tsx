import { useEffect, useRef, useState, type FormEvent } from 'react'

import { chosenIn, type Answers, type StatusChange } from '~/domain/submissions/status-changes'
import type { SubmissionListState } from '~/domain/submissions/submission-list'
import { Button } from '~/ui/button'
import { ConfirmDialog, useDialogFetcher } from '~/ui/confirmation'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { useChoices } from '~/ui/use-choices'
import { usePreloadedPage } from '~/ui/use-preloaded-page'
import { useIsSending } from '~/ui/use-is-sending'

import { statusQuestion } from '../parts/status-question'

type Props = {
  listState: SubmissionListState
  formId: string
  /** The rows of the list as `id:status`, for the checkbox that selects all. */
  shown: readonly { id: number; status: string }[]
  answers: Answers
  formResult: FormResult | undefined
  busy: boolean
}

/**
 * Changes the status of the selected submissions of a list, after a confirmation in a dialog or, without JavaScript, on a page. The checkboxes of its
 * rows belong to this form.
 */
export function BulkStatus({ listState, formId, shown, answers, formResult, busy }: Props) {
  const { kind } = listState
  const form = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState<readonly StatusChange[]>([])
  const { chosen, chooseAll } = useChoices(form)
  const question = useDialogFetcher()
  usePreloadedPage('/admin/submissions/status')
  const runs = useIsSending({ intent: 'run' })
  const { errors, field, values } = formState(formResult, 'bulk-')

  // New rows start without a selection; after an error the selection is kept.
  const listed = useRef(shown)
  useEffect(() => {
    if (formResult || listed.current === shown) return
    listed.current = shown
    form.current?.reset()
  }, [shown, formResult])

  /** Opens the confirmation. The server rejects an incomplete selection. */
  function ask(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.value === 'run') return
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const rows = chosenIn(fields)
    if (rows.length === 0 || !fields.status) return
    event.preventDefault()
    setChanges(rows.map((one) => ({ ...one, to: String(fields.status) })))
    question.open()
  }

  return (
    <>
      <Form
        id={formId}
        formRef={form}
        formResult={formResult}
        method="post"
        noValidate
        preventScrollReset
        className="toolbar submissions-bulk"
        aria-label="Change several at once"
        needless={needlessErrors}
        onSubmit={ask}
      >
        <ErrorSummary
          errors={errors}
          title={formResult?.failed ? undefined : 'Nothing was changed'}
          prefix="bulk-"
        />
        <input
          type="hidden"
          name="shown"
          value={shown.map(({ id, status }) => `${id}:${status}`).join(',')}
        />
        <div className="choice">
          <input
            type="checkbox"
            id="bulk-all"
            name="all"
            value="yes"
            defaultChecked={values.all === 'yes'}
            onChange={chooseAll}
          />
          <label htmlFor="bulk-all">Select all {shown.length} on this page</label>
        </div>
        <p className="visually-hidden" role="status">
          {chosen.length > 0 ? `${chosen.length} chosen` : null}
        </p>
        <SelectField label="New status" placeholder="Choose" options={kind.statuses} {...field('status')} />
        <Button
          type="submit"
          variant="secondary"
          disabled={busy || question.busy}
          busy={(busy && !runs) || question.busy}
          busyLabel="Changing..."
        >
          {chosen.length > 0 ? `Change status of ${chosen.length}` : 'Change status'}
        </Button>
        {kind.underwritten ? (
          <Button
            type="submit"
            name="intent"
            value="run"
            variant="secondary"
            disabled={busy || question.busy}
            busy={busy && runs}
            busyLabel="Starting..."
          >
            Run underwriting
          </Button>
        ) : null}
      </Form>
      {question.isOpen ? (
        <ConfirmDialog {...statusQuestion(listState, changes, answers)} {...question.dialog} />
      ) : null}
    </>
  )
}

/** The error of a missing choice is that of the checkbox for all; those of the rows have none. */
function needlessErrors(form: HTMLFormElement) {
  return chosenIn(Object.fromEntries(new FormData(form))).length > 0 ? ['all'] : []
}
