import { calendarDay, longDate } from '~/domain/dates'
import { IntentForm } from '~/ui/intent-form'
import { Notice } from '~/ui/notice'

type Props = {
  path: string
  step: string
  url: string
  /** ISO 8601. */
  keptUntil: string
  /** What was just done with the draft, if anything. */
  saved: string | null
}

/** Where the answers are kept, and how to come back to them or delete them. */
export function SavedDraft({ path, step, url, keptUntil, saved }: Props) {
  const until = longDate(calendarDay(new Date(keptUntil)))
  const action = `${path}?step=${step}`
  return (
    <section id="saved" className="form-anchor" tabIndex={-1}>
      {saved === 'mailed' ? (
        <Notice tone="success" title="The link is on its way">
          <p>It goes to the email among your answers. Please check your spam folder, too.</p>
        </Notice>
      ) : saved === 'unmailed' ? (
        <Notice tone="warning" title="We could not mail the link">
          <p>There is no valid email among your answers. Copy the link below instead.</p>
        </Notice>
      ) : saved === 'mailed-often' ? (
        <Notice tone="warning" title="We did not mail the link again">
          <p>Your inbox has had several mails from us today. Copy the link below instead.</p>
        </Notice>
      ) : saved !== null ? (
        <Notice tone="success" title="Your answers are saved">
          <p>You can close this page. The link below brings you back, on any device.</p>
        </Notice>
      ) : null}
      <h2>Come back any time</h2>
      <p>
        Each step is saved when you continue, and kept until {until} under a private link: whoever has it can
        read your answers.
      </p>
      <p className="draft-url">{url}</p>
      <IntentForm action={action} intent="mail" fields={{ step }} busyLabel="Sending...">
        Email me this link
      </IntentForm>
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
