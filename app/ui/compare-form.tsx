import { Form } from '@remix-run/react'

import { Button } from './button'

/** The form to which the ticks of a list of results belong. */
export const compareFormId = 'compare'

/** Leads to the comparison of the two results that are ticked in the list below it. */
export function CompareForm() {
  return (
    <Form method="get" action="/admin/underwriting/compare" id={compareFormId} className="button-row">
      <Button type="submit" variant="secondary">
        Compare the two ticked results
      </Button>
    </Form>
  )
}
