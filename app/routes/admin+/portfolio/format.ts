export const percent = (part: number, whole: number) =>
  whole === 0 ? 'None' : `${Math.round((part / whole) * 100).toLocaleString('en-US')}%`

export const ratio = (value: number | null) => (value === null ? 'None' : `${Math.round(value * 100)}%`)
