import { Link } from '@remix-run/react'

import type { Estimate } from '~/domain/estimates/estimates'
import type { AnswerWarning } from '~/domain/quote-drafts/warnings'
import { stepWith, type StepId } from '~/domain/quotes/questions'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { FieldOf, FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import { Notice } from '~/ui/notice'

import { Consent } from '~/ui/quote-fields'
import { Price } from '../parts/estimate-result'
import { AnswerWarnings } from './warnings'

type Props = {
  /** The page of the draft. */
  path: string
  /** The answers as text, by step. */
  read: readonly { id: StepId; list: readonly { name: string; label: string; text: string }[] }[]
  /** Shown above the consent where the column of the price is below it. */
  estimate: Estimate | null
  warnings: readonly AnswerWarning[]
  /** Identifies the state of the answers that the page shows. */
  seen: string
  /** The labels of answers that were saved since the page was opened. */
  changed: readonly string[]
  errors: FormResult['errors']
  field: FieldOf
  formResult: FormResult | undefined
}

/** All answers with links to change them, and the form that sends the application. */
export function CheckAnswers({
  path,
  read,
  estimate,
  warnings,
  seen,
  changed,
  errors,
  field,
  formResult,
}: Props) {
  return (
    <Form
      method="post"
      action={`${path}?step=check`}
      noValidate
      className="form"
      id="check"
      tabIndex={-1}
      formResult={formResult}
    >
      <ErrorSummary errors={errors} />
      <input type="hidden" name="seen" value={seen} />
      {changed.length > 0 && errors.length === 0 ? (
        <Notice tone="warning" title="Nothing was sent yet" id="changed">
          <p>
            Since you opened this page, other answers were saved, as in another window: {changed.join(', ')}.
            Read them again below, and send the application.
          </p>
        </Notice>
      ) : null}
      <AnswerWarnings path={path} step="check" warnings={warnings} />
      {read.map(({ id, list }) => (
        <section key={id} className="answers" aria-labelledby={`answers-${id}`}>
          <h2 id={`answers-${id}`}>{stepWith(id).label}</h2>
          <dl>
            {list.map(({ name, label, text }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{text}</dd>
                <dd>
                  <Link to={`${path}?step=${id}#${name}`}>
                    Change<span className="visually-hidden"> {label}</span>
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {estimate?.tier ? (
        <section className="card check-price" aria-label="Your price">
          <Price {...estimate} />
        </section>
      ) : null}
      <Consent field={field} />
      <IntentButton intent="send" busyLabel="Submitting...">
        Send my application
      </IntentButton>
    </Form>
  )
}
