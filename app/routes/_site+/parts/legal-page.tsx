import type { LegalDocument, LegalTerm } from '~/content/legal'
import { BulletList } from '~/ui/bullet-list'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import { PageContents } from './page-contents'
import { Terms } from './split-section'

/** A legal text with a table of contents. */
export function LegalPage({ document, updated }: { document: LegalDocument; updated: string }) {
  return (
    <div className="container">
      <PageHeading title={document.title} lede={document.lede} eyebrow={`Last updated ${updated}`} />
      <div className="beside-contents">
        <PageContents items={document.sections} />
        <div className="legal-text">
          <Notice tone="info" title="In short">
            <BulletList items={document.inShort} />
          </Notice>
          {document.sections.map(({ id, heading, body }) => (
            <section key={id} id={id} className="legal-section">
              <h2>{heading}</h2>
              {body.map((part, index) =>
                typeof part === 'string' ? (
                  <p key={index}>
                    <WithEmail text={part} />
                  </p>
                ) : isTerms(part) ? (
                  <Terms
                    key={index}
                    items={part.map(({ term, text }) => ({ term, text: <WithEmail text={text} /> }))}
                  />
                ) : (
                  <ul key={index}>
                    {part.map((item) => (
                      <li key={item}>
                        <WithEmail text={item} />
                      </li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Links the email address of the provider in a text. */
function WithEmail({ text }: { text: string }) {
  const { email } = useBrand()
  const at = text.indexOf(email)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <a href={`mailto:${email}`}>{email}</a>
      {text.slice(at + email.length)}
    </>
  )
}

function isTerms(list: readonly string[] | readonly LegalTerm[]): list is readonly LegalTerm[] {
  return typeof list[0] === 'object'
}
