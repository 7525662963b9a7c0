import { useSubmit } from '@remix-run/react'
import { useState, type FormEvent } from 'react'

import { longDate } from '~/domain/dates'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { Notice } from '~/ui/notice'
import { useIsSending } from '~/ui/use-is-sending'

import { askForPasskey, usePasskeySupport } from '../parts/passkey'

type Passkey = { id: number; name: string; created_at: string; last_used_at: string | null }

type Props = {
  passkeys: readonly Passkey[]
  /** The name suggested for a new passkey: that of this device. */
  device: string
  proven: boolean
  /** Whether there is a factor besides one passkey. */
  isReplaceable: boolean
  /** Why the device has made no passkey. */
  problem: string | null
  setProblem: (problem: string | null) => void
  result: FormResult | undefined
}

export function PasskeysCard({ passkeys, proven, isReplaceable, ...adding }: Props) {
  return (
    <Card
      id="passkeys"
      title="Passkeys"
      actions={passkeys.length === 0 ? null : <Badge tone="green">On</Badge>}
    >
      <p>
        A passkey lives on your phone, your computer or a security key, and opens with your finger, your face
        or a PIN. It takes the place of the code, and on the login page of the password too. No fake site can
        ask for it.
      </p>
      {passkeys.length === 0 ? null : (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <strong>{passkey.name}</strong>
              <span className="cell-note">
                Added {dayOf(passkey.created_at)},{' '}
                {passkey.last_used_at ? `last used ${dayOf(passkey.last_used_at)}` : 'not used yet'}
              </span>
              {proven ? <RemovePasskey passkey={passkey} isReplaceable={isReplaceable} /> : null}
            </li>
          ))}
        </ul>
      )}
      {proven ? <AddPasskey {...adding} /> : null}
    </Card>
  )
}

const dayOf = (time: string) => longDate(time.slice(0, 10))

/** Collapsed, so that it takes two presses. */
function RemovePasskey({ passkey, isReplaceable }: { passkey: Passkey; isReplaceable: boolean }) {
  return (
    <details>
      <summary>
        Remove<span className="visually-hidden"> {passkey.name}</span>
      </summary>
      {isReplaceable ? null : <p>Without it two-step login is off, and your recovery codes stop working.</p>}
      <IntentForm
        action="/two-step-login"
        intent="remove-passkey"
        fields={{ passkey_id: passkey.id }}
        busyLabel="Removing..."
      >
        Remove this passkey
      </IntentForm>
    </details>
  )
}

function AddPasskey({
  device,
  problem,
  setProblem,
  result,
}: Pick<Props, 'device' | 'problem' | 'setProblem' | 'result'>) {
  const submit = useSubmit()
  const isSending = useIsSending({ intent: 'add-passkey' })
  const [isAsking, setAsking] = useState(false)
  const { field } = formState(result)
  if (!usePasskeySupport())
    return (
      <noscript>
        <p>
          To add a passkey needs JavaScript, which is off in this browser. An authenticator app works without
          it.
        </p>
      </noscript>
    )

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') return setProblem('Name is required') // before the device creates a passkey
    setProblem(null)
    setAsking(true)
    const result = await askForPasskey('new', { url: '/api/user/passkey-options' })
    setAsking(false)
    if (!result.ok) return setProblem(result.message)
    submit(
      { intent: 'add-passkey', name, credential: result.credential },
      { method: 'post', action: '/two-step-login', preventScrollReset: true },
    )
  }
  return (
    <Form
      method="post"
      action="/two-step-login"
      noValidate
      className="form"
      formResult={result}
      onSubmit={(event) => void add(event)}
    >
      <TextField
        label="Name of the passkey"
        hint="To tell it from others, such as My phone."
        maxLength={50}
        required
        width="medium"
        {...field('name', device)}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={isAsking || isSending}
        busyLabel="Waiting for your device..."
      >
        Add a passkey
      </Button>
      <div role="status" className="passkey-status">
        {problem === null ? null : (
          <Notice tone="danger">
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </Form>
  )
}
