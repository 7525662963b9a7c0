import { useLocation, useSearchParams } from '@remix-run/react'
import type { FormEvent } from 'react'

import { Button } from '~/ui/button'
import { GetForm } from '~/ui/get-form'
import { RowChoice } from '~/ui/row-choice'

/** The id of the form that the checkboxes of a list of results belong to. */
export const compareFormId = 'compare'

/** The param of a list that checks the box of a result. */
const tickedName = 'tick'

/** Returns the URL of a list with these results checked. */
export function withTicked(url: string, ids: readonly string[]) {
  const [path = '', query] = url.split('?')
  const params = new URLSearchParams(query)
  params.delete(tickedName)
  for (const id of ids) params.append(tickedName, id)
  return params.size === 0 ? path : `${path}?${params}`
}

/**
 * Opens the comparison of the two results selected in the list below; with another number of them, the page redirects back. Back checks them
 * again.
 */
export function CompareForm() {
  const { pathname, search } = useLocation()
  const keepTicked = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const ids = new FormData(currentTarget).getAll('result').map(String)
    window.history.replaceState(window.history.state, '', withTicked(pathname + search, ids))
  }
  return (
    <GetForm
      action="/admin/underwriting/compare"
      id={compareFormId}
      className="toolbar"
      onSubmit={keepTicked}
    >
      <input type="hidden" name="from" value={pathname + search} />
      <Button type="submit" variant="secondary">
        Compare the two ticked results
      </Button>
    </GetForm>
  )
}

/** The checkbox of a result for the comparison. */
export function CompareChoice({ id }: { id: number }) {
  const [params] = useSearchParams()
  return (
    <RowChoice
      form={compareFormId}
      name="result"
      value={id}
      label={`Compare result ${id}`}
      defaultChecked={params.getAll(tickedName).includes(String(id))}
    />
  )
}
