import { useSubmit } from '@remix-run/react'
import { useState } from 'react'

import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { useIsSending } from '~/ui/use-is-sending'

import { askForPasskey, usePasskeySupport } from './passkey'

type Props = {
  /** The URL that accepts the passkey. */
  action: string
  /** Whether it follows a password; otherwise it replaces it. */
  step?: 'second'
}

/** A button that logs in with a passkey. Needs JavaScript; without it there is no button. */
export function PasskeyLogin({ action, step }: Props) {
  const submit = useSubmit()
  const isSending = useIsSending({ intent: 'passkey' })
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!usePasskeySupport()) return step === 'second' ? <WithoutScript /> : null

  const logIn = async () => {
    setProblem(null)
    setAsking(true)
    const result = await askForPasskey('existing', {
      url: '/api/auth/passkey-options',
      fields: step ? { step } : {},
    })
    setAsking(false)
    if (!result.ok) return setProblem(result.message)
    const remember = document.querySelector<HTMLSelectElement>('#remember_me')?.value ?? 'no'
    submit(
      { intent: 'passkey', credential: result.credential, remember_me: remember },
      { method: 'post', action },
    )
  }
  return (
    <div className={step && 'after-form'}>
      {step ? null : <p className="login-or">or</p>}
      <Button
        type="button"
        variant={step ? 'primary' : 'secondary'}
        busy={isAsking || isSending}
        busyLabel="Waiting for your passkey..."
        onClick={() => void logIn()}
      >
        {step ? 'Use your passkey' : 'Use a passkey'}
      </Button>
      <div role="status" className="passkey-status">
        {problem === null ? null : (
          <Notice tone="danger">
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}

function WithoutScript() {
  return (
    <noscript>
      <p>Your passkey needs JavaScript, which is off in this browser. Use another way below.</p>
    </noscript>
  )
}
