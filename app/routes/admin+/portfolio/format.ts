/** Shown in place of a figure without data. */
export const none = 'None'

export const percent = (part: number, whole: number) =>
  whole === 0 ? none : `${Math.round((part / whole) * 100).toLocaleString('en-US')}%`

export const ratio = (value: number | null) => (value === null ? none : `${Math.round(value * 100)}%`)
