import type { LinksFunction } from '@remix-run/node'

import type { LegalDocument, LegalTerm } from '~/content/legal'
import { BulletList } from '~/ui/bullet-list'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import styles from './legal-page.css?url'
import { PageContents } from './page-contents'
import { Terms } from './split-section'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

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
                    <WithLinks text={part} />
                  </p>
                ) : isTerms(part) ? (
                  <Terms
                    key={index}
                    items={part.map(({ term, text }) => ({ term, text: <WithLinks text={text} /> }))}
                  />
                ) : (
                  <ul key={index}>
                    {part.map((item) => (
                      <li key={item}>
                        <WithLinks text={item} />
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

/** Links the email of the provider, or else the Privacy Policy, in a text: only the first mention. */
function WithLinks({ text }: { text: string }) {
  const { email } = useBrand()
  const links = [
    { label: email, url: `mailto:${email}` },
    { label: 'Privacy Policy', url: '/privacy-policy' },
  ]
  const link = links.find(({ label }) => text.includes(label))
  if (!link) return text
  const start = text.indexOf(link.label)
  return (
    <>
      {text.slice(0, start)}
      <a href={link.url}>{link.label}</a>
      {text.slice(start + link.label.length)}
    </>
  )
}

function isTerms(list: readonly string[] | readonly LegalTerm[]): list is readonly LegalTerm[] {
  return typeof list[0] === 'object'
}
