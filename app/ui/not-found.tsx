import { ButtonLink } from './button'
import { PageHeading } from './page-heading'

export function NotFound() {
  return (
    <div className="container">
      <PageHeading
        title="404 - Page Not Found"
        lede="The page you are looking for doesn't exist or has been moved."
      />
      <ButtonLink to="/">Return to Home</ButtonLink>
    </div>
  )
}
