import { Form } from '@remix-run/react'

import { Button } from '~/ui/button'

/** The id of the form that the checkboxes of a list of results belong to. */
export const compareFormId = 'compare'

/** Opens the comparison of the two results selected in the list below. */
export function CompareForm() {
  return (
    <Form method="get" action="/admin/underwriting/compare" id={compareFormId} className="button-row">
      <Button type="submit" variant="secondary">
        Compare the two ticked results
      </Button>
    </Form>
  )
}
