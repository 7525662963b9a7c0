/** Shown in place of a figure without data. */
export const none = 'None'

export const percent = (part: number, whole: number) =>
  whole === 0 ? none : `${Math.round((part / whole) * 100).toLocaleString('en-US')}%`

/** A percentage beside its count; empty for a count of 0. */
export const share = (part: number, whole: number) => (part === 0 ? '' : percent(part, whole))

export const ratio = (value: number | null) => (value === null ? none : `${Math.round(value * 100)}%`)
