import type { MailContent, MailPart } from '~/emails/layout'
import { DescriptionList } from '~/ui/description-list'
import { PriceTable } from '~/ui/offer'
import { useBrand } from '~/ui/use-brand'

type Props = MailContent & { sender: string; recipient: string | undefined; subject: string }

/** A mail to an applicant before it is sent, as its HTML version looks. */
export function MailPaper({ sender, recipient, subject, parts, footer }: Props) {
  const brand = useBrand()
  return (
    <article className="mail-paper" aria-labelledby="mail-subject">
      <header>
        <h2 id="mail-subject">{subject}</h2>
        <DescriptionList
          items={[
            { term: 'From', description: sender },
            ...(recipient === undefined ? [] : [{ term: 'To', description: recipient }]),
          ]}
        />
      </header>
      <div className="mail-body">
        <p className="mail-brand">{brand.name}</p>
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
        <footer>
          {footer.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </footer>
      </div>
    </article>
  )
}

function Part({ part }: { part: MailPart }) {
  if (typeof part === 'string') return <p>{part}</p>
  if ('code' in part) return <p>{part.code}</p>
  if ('words' in part) return <p className="as-typed">{part.words}</p>
  if ('steps' in part)
    return (
      <div className="price-lines">
        <p>{part.title}</p>
        <PriceTable steps={part.steps} />
      </div>
    )
  return (
    <p>
      <span className="mail-link">{part.label}</span>
      <span className="hint"> (the private link, made when it is sent)</span>
    </p>
  )
}
