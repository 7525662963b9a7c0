import { useState } from 'react'

import { calendarDay, longDate } from '~/domain/dates'
import { isKeyOf } from '~/domain/is-key-of'
import { Button } from '~/ui/button'
import { IntentForm } from '~/ui/intent-form'
import { Notice } from '~/ui/notice'
import { useHydrated } from '~/ui/use-hydrated'
import { useIsSending } from '~/ui/use-is-sending'

import { stepFormId } from './step-form'

type Props = {
  path: string
  step: string
  url: string
  /** ISO 8601. */
  keptUntil: string
  /** The last action on the draft: a key of `notices`. Any other value is ignored. */
  saved: string | null
}

const notices = {
  mailed: {
    tone: 'success',
    title: 'The link is on its way',
    text: 'It goes to the email among your answers. Please check your spam folder, too.',
  },
  unmailed: {
    tone: 'warning',
    title: 'We could not mail the link',
    text: 'There is no valid email among your answers. Copy the link below instead.',
  },
  'mailed-often': {
    tone: 'warning',
    title: 'We did not mail the link again',
    text: 'Your inbox has had several mails from us today. Copy the link below instead.',
  },
  yes: {
    tone: 'success',
    title: 'Your answers are saved',
    text: 'You can close this page. The link below brings you back, on any device. What you change from here on is saved when you continue or save again.',
  },
} as const

/** Explains how long the answers are stored, and how to return to them or delete them. */
export function SavedDraft({ path, step, url, keptUntil, saved }: Props) {
  const until = longDate(calendarDay(new Date(keptUntil)))
  const action = `${path}?step=${step}`
  const isMailing = useIsSending({ intent: 'mail' })
  const canCopy = useHydrated() && 'clipboard' in navigator
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => undefined, // not allowed: the link can be selected
    )
  const notice = isKeyOf(notices, saved) ? notices[saved] : null
  return (
    <section id="saved" className="card saved-draft form-anchor" tabIndex={-1}>
      {notice ? (
        <Notice tone={notice.tone} title={notice.title}>
          <p>{notice.text}</p>
        </Notice>
      ) : null}
      <h2>Come back any time</h2>
      <p>
        Each step is saved when you continue, and kept until {until} under a private link: whoever has it can
        read your answers.
      </p>
      <div className="draft-url">
        <input
          className="input"
          readOnly
          value={url}
          aria-label="Your private link"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {canCopy ? (
          <Button type="button" variant="secondary" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
      </div>
      {step === 'check' ? (
        <IntentForm action={action} intent="mail" fields={{ step }} busyLabel="Sending...">
          Email me this link
        </IntentForm>
      ) : (
        // Also saves the input of the step.
        <p>
          <Button
            type="submit"
            variant="secondary"
            form={stepFormId}
            name="intent"
            value="mail"
            busy={isMailing}
            busyLabel="Sending..."
          >
            Email me this link
          </Button>
        </p>
      )}
      <details className="delete-draft">
        <summary>Delete my answers</summary>
        <p>They are deleted at once and for good, and the link stops working.</p>
        <IntentForm action={action} intent="delete" variant="quiet" busyLabel="Deleting...">
          Delete them now
        </IntentForm>
      </details>
    </section>
  )
}
