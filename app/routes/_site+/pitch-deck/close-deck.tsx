import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'

/** Ends the access of this browser: a deck may be read on a computer that others use. */
export function CloseDeck({ result }: { result: FormResult | undefined }) {
  return (
    <Form method="post" action="/pitch-deck" className="deck-close" formResult={result ?? null}>
      <ErrorSummary errors={result?.errors} />
      <p>Is this computer not yours alone? Close the deck when you have read it.</p>
      <IntentButton intent="close" variant="secondary" busyLabel="Closing...">
        Close the deck
      </IntentButton>
    </Form>
  )
}
