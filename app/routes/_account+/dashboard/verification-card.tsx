import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

import { withoutSeparators } from '~/domain/codes'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { useFormKey } from '~/ui/use-form-key'
import { useIsSending } from '~/ui/use-is-sending'

type Props = {
  user: { email: string; email_verified: boolean }
  /** A new email that waits for its code. */
  pending: string | null
  /** Whether the form for the code was asked for. */
  open: boolean
  formResult?: FormResult | null
}

/** The state of the email of an account: verified, or waiting for a code, with the form for it. */
export function VerificationCard({ user, pending, open, formResult }: Props) {
  const [cancellations, setCancellations] = useState(0)
  // A code that is being typed is kept across navigations; only Cancel or another email clears it.
  const formKey = useFormKey(!formResult, `${cancellations} ${pending ?? user.email}`)
  const isWaiting = pending !== null || !user.email_verified
  return (
    <Card id="verification" title={titleOf(user, pending)}>
      {isWaiting ? (
        <>
          <p>
            {pending === null
              ? `We sent a code of 6 digits to ${user.email}.`
              : `We sent a code of 6 digits to ${pending}. The old one, ${user.email}, stays until you enter it.`}
          </p>
          <CodeForm
            key={formKey}
            open={open}
            formResult={formResult}
            onCancel={() => setCancellations(cancellations + 1)}
          />
          <div className="button-row">
            <IntentForm action="/dashboard" intent="resend" variant="quiet" busyLabel="Sending...">
              Send a new code
            </IntentForm>
            {pending === null ? null : (
              <IntentForm
                action="/dashboard"
                intent="cancel-change"
                variant="quiet"
                busyLabel="Cancelling..."
              >
                Cancel the change
              </IntentForm>
            )}
          </div>
        </>
      ) : (
        <p>Thank you for verifying your email address.</p>
      )}
    </Card>
  )
}

function titleOf({ email_verified }: Props['user'], pending: string | null) {
  if (pending !== null) return 'Your new email address waits for its code'
  return email_verified ? 'Email Verified' : 'Verify your email'
}

type CodeFormProps = Pick<Props, 'open' | 'formResult'> & { onCancel: () => void }

function CodeForm({ open, formResult, onCancel }: CodeFormProps) {
  const { errors, values, field } = formState(formResult)
  const sending = useIsSending({ intent: 'verify' })
  const form = useRef<HTMLFormElement>(null)
  const isEmpty = useIsCodeEmpty(form, values.code)
  useEffect(() => {
    const input = codeInputOf(form)
    input?.addEventListener('beforeinput', insertCode)
    return () => input?.removeEventListener('beforeinput', insertCode)
  }, [])
  const wasOpen = useRef(open)
  useEffect(() => {
    if (open && !wasOpen.current && !formResult) codeInputOf(form)?.focus()
    wasOpen.current = open
  }, [open, formResult])
  return (
    <Form
      formRef={form}
      method="post"
      action="/dashboard?verify=yes#verification"
      noValidate
      preventScrollReset
      className="form"
      formResult={formResult}
    >
      <ErrorSummary errors={errors} />
      <input type="hidden" name="intent" value="verify" />
      <TextField
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="Enter 6-digit code"
        maxLength={6}
        required
        width="medium"
        hint="Valid for 10 minutes. A new code replaces this one."
        // eslint-disable-next-line jsx-a11y/no-autofocus -- only on request
        autoFocus={open}
        {...field('code')}
      />
      <div className="button-row">
        <Button type="submit" busy={sending || isEmpty} busyLabel={sending ? 'Verifying...' : undefined}>
          Submit
        </Button>
        {open ? (
          <Link to="/dashboard" className="button button-quiet" preventScrollReset onClick={onCancel}>
            Cancel
          </Link>
        ) : null}
      </div>
    </Form>
  )
}

/** Whether the field holds no code, which is known once the page is hydrated; what was typed before counts. */
function useIsCodeEmpty(form: RefObject<HTMLFormElement>, initial = '') {
  return useSyncExternalStore(
    (notify) => {
      const element = form.current
      element?.addEventListener('input', notify)
      return () => element?.removeEventListener('input', notify)
    },
    () => (codeInputOf(form)?.value ?? initial).trim() === '',
    () => false,
  )
}

function codeInputOf(form: RefObject<HTMLFormElement>) {
  return form.current?.querySelector<HTMLInputElement>('input[name="code"]')
}

/** Inserts only the code of a pasted text with spaces, hyphens or words, which `maxLength` would cut. React's own event differs. */
function insertCode(event: InputEvent) {
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  const code = /\d/.test(text) ? text.replace(/\D/g, '') : withoutSeparators(text)
  if (code === text || !event.cancelable) return
  event.preventDefault()
  const input = event.currentTarget as HTMLInputElement
  const { value, maxLength, selectionStart, selectionEnd } = input
  const start = selectionStart ?? value.length
  const end = selectionEnd ?? value.length
  const room = maxLength - value.length + (end - start)
  input.setRangeText(code.slice(0, room), start, end, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
