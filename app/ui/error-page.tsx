import { ButtonLink } from './button'
import { PageHeading } from './page-heading'

/** A page that could not be answered: what happened and what to do. */
export function ErrorPage({ title, message }: { title: string; message: string }) {
  return (
    <div className="container">
      <PageHeading title={title} lede={message} />
      <ButtonLink to="/" variant="secondary" reloadDocument>
        Return to Home
      </ButtonLink>
    </div>
  )
}
