import type { Doubt } from '~/domain/quote-drafts/doubts'
import { Notice } from '~/ui/notice'

/** Questions about answers that hardly fit together; nothing stops an applicant who means them. */
export function Doubts({
  doubts,
  linkOf = (name) => `#${name}`,
}: {
  doubts: readonly Doubt[]
  linkOf?: (name: string) => string
}) {
  if (doubts.length === 0) return null
  return (
    <Notice tone="warning" title="Is this what you mean?" id="doubts">
      <ul>
        {doubts.map(({ name, text }) => (
          <li key={name}>
            <a href={linkOf(name)}>{text}</a>
          </li>
        ))}
      </ul>
      <p>If it is, leave it as it is: a person will look at it, and may ask you.</p>
    </Notice>
  )
}
