import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

/** What the link of a draft shows once the application is sent: its number alone. */
export function AlreadySent({ quoteId }: { quoteId: number }) {
  return (
    <div className="container">
      <PageHeading
        title="This application has been sent"
        lede={`It is Q-${quoteId}. We write to the address that you gave.`}
      />
      <p className="link-row">
        <ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </p>
    </div>
  )
}
