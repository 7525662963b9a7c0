import { Form, useLocation } from '@remix-run/react'

import { Button } from '~/ui/button'

/** The id of the form that the checkboxes of a list of results belong to. */
export const compareFormId = 'compare'

/** Opens the comparison of the two results selected in the list below; with another number of them, the page leads back. */
export function CompareForm() {
  const { pathname, search } = useLocation()
  return (
    <Form method="get" action="/admin/underwriting/compare" id={compareFormId} className="toolbar">
      <input type="hidden" name="from" value={pathname + search} />
      <Button type="submit" variant="secondary">
        Compare the two ticked results
      </Button>
    </Form>
  )
}
