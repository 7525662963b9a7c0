import type { ReactNode } from 'react'

import type { FieldError } from '~/domain/parse-fields'

/** The rows of a list, with its pages. While a filter is wrong there are none: rows without that filter would answer another question. */
export function ListRows({
  state,
  children,
}: {
  state: { errors: readonly FieldError[] }
  children: ReactNode
}) {
  return state.errors.length > 0 ? null : children
}
