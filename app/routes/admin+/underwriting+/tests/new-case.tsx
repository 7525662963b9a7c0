import { useNavigation } from '@remix-run/react'

import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { GetForm } from '~/ui/get-form'
import { IntentButton } from '~/ui/intent-button'
import { VersionField } from '~/ui/version-field'

import { Facts, type CaseFacts } from './case-list'

/** A golden case made from a quote, before it is added. */
export type CasePreview = {
  quoteId: number
  name: string
  expected: string
  facts: CaseFacts
}

const page = '/admin/underwriting/tests'

/** In characters; limits the length of the URL with the number. */
export const quoteNumberLimit = 20

/** Asks for a quote, previews the golden case made from it, and adds it. */
export function NewCase({
  preview,
  quote,
  error,
  answer,
}: {
  preview: CasePreview | null
  /** The number as it was typed. */
  quote: string
  error: string | null
  answer: FormResult | undefined
}) {
  const { errors, field } = formState(answer)
  const { formMethod, formData } = useNavigation()
  const isLooking = formMethod === 'GET' && formData?.has('quote')
  return (
    <Card id="new-case" title="Make a golden case of a quote">
      <p>
        You see the figures that the engine in use gives for it, and what the case holds, before you add it.
        It is in use once you have checked and saved it, like a change of a table.
      </p>
      <GetForm action={`${page}#new-case`} className="toolbar" preventScrollReset>
        <TextField
          key={quote}
          label="Quote ID"
          hint="As in Q-12."
          name="quote"
          inputMode="numeric"
          width="short"
          maxLength={quoteNumberLimit}
          defaultValue={quote}
          error={error ?? undefined}
        />
        <Button type="submit" variant="secondary" busy={isLooking} busyLabel="Looking...">
          Show the case
        </Button>
      </GetForm>
      {preview ? (
        <Form
          key={preview.quoteId}
          method="post"
          action={`${page}?quote=${preview.quoteId}#new-case`}
          formResult={answer}
          draft={`${page}?quote=${preview.quoteId} New golden case`}
          saysRestored
        >
          <ErrorSummary errors={errors} />
          <p>
            {`The engine in use gives: `}
            <strong>{preview.expected}</strong>. That is what the case will expect.
          </p>
          <TextField
            label="Name"
            hint="What the case guards, so that a failure explains itself."
            maxLength={100}
            {...field('name', preview.name)}
          />
          <VersionField name="figures" value={preview.expected} />
          <div className="button-row">
            <IntentButton intent="add" busyLabel="Adding...">
              Add this case
            </IntentButton>
          </div>
          <h3>What the case holds</h3>
          <p className="hint">
            Only what the engine may see: no name, email, phone, address or gender. The birthday is moved
            within the same age, and the employer has no name.
          </p>
          <Facts facts={preview.facts} />
        </Form>
      ) : null}
    </Card>
  )
}
