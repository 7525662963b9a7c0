import { ButtonLink } from './button'
import { PageHeading } from './page-heading'

export const notFoundTitle = '404 - Page Not Found'

export function NotFound() {
  return (
    <div className="container">
      <NotFoundText />
    </div>
  )
}

export function NotFoundText() {
  return (
    <>
      <PageHeading
        title={notFoundTitle}
        lede="The page you are looking for doesn't exist or has been moved."
      />
      <ButtonLink to="/">Return to Home</ButtonLink>
    </>
  )
}
