import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { FormResult } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

/** Ends the access of this browser: a deck may be read on a computer that others use. */
export function CloseDeck({ result }: { result: FormResult | undefined }) {
  const busy = useIsSending({ intent: 'close' })
  return (
    <Form method="post" action="/pitch-deck" className="deck-close" formResult={result ?? null}>
      <ErrorSummary errors={result?.errors} />
      <p>Is this computer not yours alone? Close the deck when you have read it.</p>
      <Button
        type="submit"
        name="intent"
        value="close"
        variant="secondary"
        busy={busy}
        busyLabel="Closing..."
      >
        Close the deck
      </Button>
    </Form>
  )
}
