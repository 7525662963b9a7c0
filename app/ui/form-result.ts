import type { FieldError, Fields } from '~/domain/parse-fields'

/** The maximum size of a form without files, in bytes: the server closes the connection of a larger one. */
export const maxFormBytes = 1024 * 1024

/** The errors and the typed values of a form that was rejected, to render it again. */
export type FormResult = {
  errors: FieldError[]
  values: Record<string, string>
  /** The title of the errors, instead of the default one. */
  title?: string
  /** The stored values, if someone else has changed the record since. */
  stored?: Record<string, string>
  /** Questions about unlikely combinations of valid answers, with the names of their fields. */
  warnings?: { names: readonly string[]; text: string }[]
  /**
   * Keeps the data of the page: the request or its response was lost, the database was unavailable, or newer data would take away the dialog
   * that shows the error.
   */
  failed?: boolean
  /** The form cannot succeed any more, so that there is nothing left to send. */
  final?: boolean
  /** The form had a file, which has to be chosen again in a new document. */
  lostFile?: boolean
}

/** The typed values of a form, to be shown again: text only, without passwords. */
export function typedValues(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[0].includes('password'),
    ),
  )
}

/**
 * The fields of a form: as typed after an error, or with their known values. On a page with several forms, a prefix keeps the ids of
 * their fields apart.
 */
export function formState(form: Partial<FormResult> | null | undefined, prefix = '') {
  const { errors = [], values = {} } = form ?? {}
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message
  return {
    /** The same array until the next errors, so that the summary takes the focus only then. */
    errors,
    values,
    errorOf,
    /** The value to render a field with; the fallback is its initial value. */
    field: (name: string, fallback?: string) => ({
      name,
      id: prefix + name,
      defaultValue: values[name] ?? fallback,
      error: errorOf(name),
    }),
  }
}

/** The values that a part of a form needs to render its fields. */
export type FieldOf = ReturnType<typeof formState>['field']
