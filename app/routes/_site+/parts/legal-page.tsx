import type { LegalDocument } from '~/content/legal'
import { BulletList } from '~/ui/bullet-list'
import { PageHeading } from '~/ui/page-heading'

/** A legal text with a table of contents. */
export function LegalPage({ document, updated }: { document: LegalDocument; updated: string }) {
  return (
    <div className="container">
      <PageHeading title={document.title} lede={document.lede} eyebrow={`Last updated ${updated}`} />
      <div className="beside-contents">
        <nav aria-label="Contents" className="side-contents">
          <ol>
            {document.sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-text">
          {document.sections.map(({ id, heading, body }) => (
            <section key={id} id={id} className="legal-section">
              <h2>{heading}</h2>
              {body.map((part, index) =>
                typeof part === 'string' ? (
                  <p key={index}>{part}</p>
                ) : (
                  <BulletList key={index} items={part} />
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
