import { isRouteErrorResponse, useRouteError } from '@remix-run/react'

import { facts } from '~/content/facts'
import { ButtonLink } from '~/ui/button'
import { ErrorPage } from '~/ui/error-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'

/** The page of a link without a draft: the same whether it expired, was deleted or never existed. */
export function MissingDraft() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return (
      <ErrorPage
        title="Something went wrong on our side"
        message="Your saved answers are safe. Please wait a moment and open the link again."
      />
    )
  return (
    <div className="container">
      <PageHeading
        title="There are no answers under this link"
        lede={`They were deleted, or not saved for ${facts.draftDays} days; or a part of the link was lost on the way.`}
      />
      <Notice tone="info">
        <p>If the link is from our email, open it once more, or copy all of it.</p>
      </Notice>
      <ButtonLink to="/get-a-quote">Begin again</ButtonLink>
    </div>
  )
}
