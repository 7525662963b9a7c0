import type { ReactNode } from 'react'

import type { FieldError } from '~/domain/parse-fields'

/** The rows of a list, with its pages. Shows none while a filter is invalid: rows without it would be misleading. */
export function ListRows({
  state,
  children,
}: {
  state: { errors: readonly FieldError[] }
  children: ReactNode
}) {
  return state.errors.length > 0 ? null : children
}
