import type { AnswerWarning } from '~/domain/quote-drafts/warnings'
import { questions, type StepId } from '~/domain/quotes/questions'
import { Notice } from '~/ui/notice'

type Props = {
  /** The page of the draft, and what it shows. */
  path: string
  step: StepId | 'check'
  warnings: readonly AnswerWarning[]
}

/** Questions about unlikely combinations of answers, with links to their fields; continuing confirms the answers. */
export function AnswerWarnings({ path, step, warnings }: Props) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning" title="Is this what you mean?" id="warnings">
      <ul>
        {warnings.map(({ names, text }) => (
          <li key={text}>
            {text}
            <span className="warning-links">
              {questions
                .filter(({ name }) => names.includes(name))
                .map(({ name, label, step: place }) => (
                  <a key={name} href={place === step ? `#${name}` : `${path}?step=${place}#${name}`}>
                    Change {label.toLowerCase()}
                  </a>
                ))}
            </span>
          </li>
        ))}
      </ul>
      <p>
        If so, {step === 'check' ? 'send your application as it is' : 'press Continue'}: a person will look at
        it, and may ask you.
      </p>
    </Notice>
  )
}
