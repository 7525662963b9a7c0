import { Link, useNavigation } from '@remix-run/react'
import { useState } from 'react'

import { Button, ButtonLink } from './button'
import { Card } from './card'
import { ErrorSummary } from './error-summary'
import { TextField } from './field'
import { Form } from './form'
import { formState, type RefusedForm } from './refused-form'
import { useScripted } from './use-scripted'

type Props = {
  /** The address that waits for its code; null when the account's own is verified and no other waits. */
  waiting: string | null
  /** Whether the form for the code is open. */
  open: boolean
  refused?: RefusedForm | null
}

const none: RefusedForm['errors'] = []

/** Where an account stands with its e-mail address: verified, or waiting for a code. */
export function VerificationCard({ waiting, open, refused }: Props) {
  const { formData } = useNavigation()
  if (waiting === null)
    return (
      <Card id="verification" title="Email Verified">
        <p>Thank you for verifying your email address.</p>
      </Card>
    )
  return (
    <Card id="verification" title="Verify your email">
      <p>
        Please verify {waiting}: we sent a code of 6 digits there. It is valid for 10 minutes; a newer one
        ends the older.
      </p>
      {open ? <CodeForm refused={refused} /> : <ErrorSummary errors={refused?.errors ?? none} />}
      <Form method="post" action="/dashboard" preventScrollReset className="button-row">
        <input type="hidden" name="intent" value="resend" />
        {open ? null : (
          <ButtonLink to="/dashboard?verify=yes#verification" preventScrollReset>
            Verify My Email
          </ButtonLink>
        )}
        <Button
          type="submit"
          variant="secondary"
          busy={formData?.get('intent') === 'resend'}
          busyLabel="Sending..."
        >
          Resend Verification Email
        </Button>
      </Form>
    </Card>
  )
}

function CodeForm({ refused }: Pick<Props, 'refused'>) {
  const { errors, values, field } = formState(refused)
  const [code, setCode] = useState(values.code ?? '')
  const scripted = useScripted()
  const sending = useNavigation().formData?.get('intent') === 'verify'
  return (
    <Form
      method="post"
      action="/dashboard?verify=yes#verification"
      noValidate
      preventScrollReset
      className="form"
      refused={refused}
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
        width="short"
        onChange={({ target }) => setCode(target.value)}
        {...field('code')}
      />
      <div className="button-row">
        <Button
          type="submit"
          busy={sending || (scripted && code.trim() === '')}
          busyLabel={sending ? 'Verifying...' : undefined}
        >
          Submit
        </Button>
        <Link to="/dashboard" className="button button-quiet" preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  )
}
