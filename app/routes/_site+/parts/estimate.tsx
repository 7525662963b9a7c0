import { useEffect, useRef, type FormEvent } from 'react'

import { industries } from '~/domain/quotes/quotes.options'
import { Button } from '~/ui/button'
import { SelectField, TextField } from '~/ui/field'
import { EditedFields } from '~/ui/form'

import type { EstimateAnswer } from './estimate.server'
import { EstimateResult } from './estimate-result'
import { useEstimate } from './use-estimate'

type Props = {
  /** The result of `answerEstimate` in the page's loader; null on a page that does not handle the form. */
  answer: EstimateAnswer | null
  /** The path of the page that handles the form without JavaScript. */
  action: string
  headingLevel?: 2 | 3
  /** Whether the price links to an application, which is then the next thing to do. */
  leads?: boolean
  /** The text in the place of the price, until there is one. */
  example?: string
  /** Called with the answers and the tier of the estimate; with neither once there is no estimate. */
  onEstimate?: (answers: Record<string, string>, tier: string | null) => void
}

/**
 * Three questions and the price for these answers. A GET form, so that the result has a URL; with JavaScript it updates as the
 * answers change.
 */
export function Estimate({ answer, action, headingLevel = 2, leads = true, example, onEstimate }: Props) {
  const Heading = `h${headingLevel}` as const
  const form = useRef<HTMLFormElement>(null)
  const { answers, errors, message, estimate, edited, isPending, change, load } = useEstimate(answer, action)
  useEffect(() => {
    onEstimate?.(estimate ? answers : {}, estimate?.tier ?? null)
  }, [estimate, answers, onEstimate])
  const field = (name: string) => ({
    name,
    id: `estimate-${name}`,
    defaultValue: answer?.answers[name],
    error: errors.find(({ path }) => path === name)?.message,
    required: true,
  })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const loaded = await load(event.currentTarget, true)
    const [wrong] = loaded?.errors ?? []
    if (wrong) document.getElementById(`estimate-${wrong.path}`)?.focus()
    else if (loaded) form.current?.querySelector('[role=status]')?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <section className="estimate" id="estimate" aria-labelledby="estimate-title">
      <Heading id="estimate-title">What would it cost you?</Heading>
      <form
        action={`${action}#estimate`}
        noValidate
        ref={form}
        onSubmit={(event) => void submit(event)}
        onInput={({ currentTarget, target }) => change(currentTarget, (target as HTMLInputElement).name)}
      >
        <EditedFields.Provider value={edited}>
          <TextField
            label="Your pay before tax"
            inputMode="decimal"
            autoComplete="off"
            prefix="$"
            suffix="a month"
            {...field('income')}
          />
          <SelectField
            label="Your industry"
            placeholder="Choose an industry"
            options={industries}
            {...field('industry')}
          />
          <TextField
            label="Years with your employer"
            hint="Half a year is 0.5."
            inputMode="decimal"
            autoComplete="off"
            suffix="years"
            width="short"
            {...field('years')}
          />
        </EditedFields.Provider>
        <Button type="submit" variant={leads && !estimate?.tier ? 'primary' : 'secondary'}>
          Show my price
        </Button>
        <EstimateResult
          answers={leads ? answers : undefined}
          estimate={estimate}
          message={message}
          isPending={isPending}
          example={example}
        />
      </form>
    </section>
  )
}
