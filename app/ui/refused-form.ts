import type { FieldError, Fields } from '~/domain/parse-fields'

/** What a page shows again when its form was refused: what is wrong, and what was typed. */
export type RefusedForm = {
  errors: FieldError[]
  values: Record<string, string>
  /** Over the errors, instead of the usual title. */
  title?: string
  /** Where somebody else has changed the record meanwhile: how it stands. */
  stored?: Record<string, string>
  /** The form, or its answer, was lost on the way, or the database could not be reached: whether anything has changed is not known. */
  failed?: boolean
  /** A file came with the form: in a new document it is to be chosen again. */
  lostFile?: boolean
}

/** What was typed into a form, to be shown again: texts alone, and no passwords. */
export function typedValues(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[0].includes('password'),
    ),
  )
}

/**
 * A form field by field: as it was refused, or, untouched, with what is known of its values. Where a page has several forms, a
 * prefix keeps the ids of their fields apart.
 */
export function formState(form: Partial<RefusedForm> | null | undefined, prefix = '') {
  const { errors = [], values = {} } = form ?? {}
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message
  return {
    /** For the error summary: the same array until the form is refused again, when the focus goes there. */
    errors,
    values,
    errorOf,
    /** What a field of that name is drawn with; the fallback is what it holds before anything was typed. */
    field: (name: string, fallback?: string) => ({
      name,
      id: prefix + name,
      defaultValue: values[name] ?? fallback,
      error: errorOf(name),
    }),
  }
}

/** What a part of a form needs to draw its fields. */
export type FieldOf = ReturnType<typeof formState>['field']
