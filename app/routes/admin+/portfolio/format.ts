/** Figures as text; null without data. */
export const percent = (part: number, whole: number) =>
  whole === 0 ? null : `${Math.round((part / whole) * 100).toLocaleString('en-US')}%`

export const ratio = (value: number | null) => (value === null ? null : `${Math.round(value * 100)}%`)
