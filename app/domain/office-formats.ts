/** Formats that only pages of the back office have: those of every page are in formats.ts. */

/** Ratios, scores and risk factors: 4 decimals. */
export function fourDecimals(value: number | null | undefined) {
  return value === null || value === undefined ? 'N/A' : value.toFixed(4)
}

/** Elapsed time in a column: '5 min', '3 h', '12 d'. */
export function shortAge(time: string | Date, now: string | Date) {
  const minutes = Math.max(0, Math.floor((new Date(now).getTime() - new Date(time).getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

/** A size in bytes: B, KB or MB, the latter two with 2 decimals. */
export function fileSize(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(2)} KB`
  return `${(bytes / (1024 * 1024)).toFixed(2)} MB`
}

/** Returns a text cut to `max` units of a string, with an ellipsis for the rest; no character is cut in two. */
export function truncate(text: string, max: number) {
  if (text.length <= max) return text
  return `${text
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
