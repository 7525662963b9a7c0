import { longDate } from '~/domain/dates'
import type { SetUp } from '~/domain/second-factor/authenticator-app.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { useIsSending } from '~/ui/use-is-sending'

type Props = {
  /** When the app in use was set up; null without one. */
  since: string | null
  /** The key to enter into the app that is being set up. */
  setUp: SetUp | null
  /** Whether the owner has just confirmed the password, and may change it. */
  proven: boolean
  /** Whether there is also a passkey. */
  isReplaceable: boolean
  result: FormResult | undefined
}

export function AppCard({ since, setUp, proven, isReplaceable, result }: Props) {
  return (
    <Card
      id="app"
      title="Authenticator app"
      actions={<Badge tone={since === null ? 'neutral' : 'green'}>{since === null ? 'Off' : 'On'}</Badge>}
    >
      {since === null ? (
        <p>Not set up. Any app that makes codes of 6 digits will do: many password managers do, too.</p>
      ) : (
        <p>In use since {longDate(since.slice(0, 10))}. A login asks for its code.</p>
      )}
      {setUp ? <SetUpForm setUp={setUp} result={result} /> : null}
      {proven && !setUp ? (
        <IntentForm action="/two-step-login" intent="start-app" busyLabel="Preparing...">
          {since === null ? 'Set up an authenticator app' : 'Set up another app in its place'}
        </IntentForm>
      ) : null}
      {proven && since !== null && isReplaceable ? (
        <details>
          <summary>Remove the authenticator app</summary>
          <p>A login then asks for a passkey, or for a recovery code.</p>
          <IntentForm action="/two-step-login" intent="remove-app" busyLabel="Removing...">
            Remove the app
          </IntentForm>
        </details>
      ) : null}
    </Card>
  )
}

function SetUpForm({ setUp, result }: { setUp: SetUp; result: FormResult | undefined }) {
  const { field } = formState(result)
  const sending = useIsSending({ intent: 'confirm-app' })
  const { path, size } = setUp.qr
  return (
    <>
      <ol>
        <li>
          <p>Scan this with your app:</p>
          <svg
            className="qr"
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR code for your authenticator app"
          >
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <p>
            On the phone itself, <a href={setUp.url}>open it in your app</a>, or type this key into it:
          </p>
          <p>
            <code className="secret-key">{setUp.key}</code>
          </p>
        </li>
        <li>Type the code that the app then shows.</li>
      </ol>
      <Form method="post" action="/two-step-login" noValidate className="form" formResult={result}>
        <input type="hidden" name="intent" value="confirm-app" />
        <TextField
          label="Code from the app"
          hint="6 digits. It changes every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          maxLength={40}
          width="short"
          {...field('code')}
        />
        <Button type="submit" busy={sending} busyLabel="Checking...">
          Use this app from now on
        </Button>
      </Form>
      <IntentForm action="/two-step-login" intent="cancel-app" variant="quiet" busyLabel="Cancelling...">
        Cancel the set-up
      </IntentForm>
    </>
  )
}
