import type { AnswerWarning } from '~/domain/quote-drafts/warnings'
import { Notice } from '~/ui/notice'

/** Questions about unlikely combinations of answers, which the applicant can confirm. */
export function AnswerWarnings({
  warnings,
  linkOf = (name) => `#${name}`,
}: {
  warnings: readonly AnswerWarning[]
  linkOf?: (name: string) => string
}) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning" title="Is this what you mean?" id="doubts">
      <ul>
        {warnings.map(({ name, text }) => (
          <li key={name}>
            <a href={linkOf(name)}>{text}</a>
          </li>
        ))}
      </ul>
      <p>If it is, leave it as it is: a person will look at it, and may ask you.</p>
    </Notice>
  )
}
