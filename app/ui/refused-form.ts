import type { FieldError } from '~/domain/parse-fields'

/** What a page shows again when its form was refused: what is wrong, and what was typed. */
export type RefusedForm = { errors: FieldError[]; values: Record<string, string> }

/**
 * A refused form, field by field; an untouched one has no errors and no values. Where a page has several forms, a prefix keeps the
 * ids of their fields apart.
 */
export function formState(refused: RefusedForm | null | undefined, prefix = '') {
  const { errors = [], values = {} } = refused ?? {}
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message
  return {
    /** For the error summary, which links to the fields by their ids. */
    errors: errors.map(({ path, message }) => ({ path: path && prefix + path, message })),
    values,
    errorOf,
    /** What a field of that name is drawn with. */
    field: (name: string) => ({
      name,
      id: prefix + name,
      defaultValue: values[name],
      error: errorOf(name),
    }),
  }
}
