import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { useIsSending } from '~/ui/use-is-sending'

/** Collapsed, so that it takes two presses. */
export function TurnOff() {
  const sending = useIsSending({ intent: 'turn-off' })
  return (
    <details>
      <summary>Turn two-step login off</summary>
      <p>
        A login then takes your password alone. Your app, your passkeys and your recovery codes stop working,
        and you have to set them up again if you change your mind.
      </p>
      <Form method="post" action="/two-step-login">
        <input type="hidden" name="intent" value="turn-off" />
        <Button type="submit" variant="danger" busy={sending} busyLabel="Turning off...">
          Turn it off now
        </Button>
      </Form>
    </details>
  )
}
