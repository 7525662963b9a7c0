import { structuredPatch } from 'diff'

/** A line of a comparison, with its number on either side where it stands there. */
export type DifferenceLine = {
  kind: 'same' | 'added' | 'removed'
  before: number | null
  after: number | null
  text: string
}

/** What differs between two texts line by line, in parts with a few lines around each change. */
export type Differences = {
  added: number
  removed: number
  parts: DifferenceLine[][]
  /** Whether there are more lines than are listed. */
  cut: boolean
}

const longestSearch = 300 // milliseconds: the comparison holds up everything else
const mostLines = 2000

/** Null where two texts have so little in common that a comparison would take too long. */
export function differencesBetween(before: string, after: string): Differences | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: longestSearch })
  if (!patch) return null
  let room = mostLines
  let added = 0
  let removed = 0
  const parts: DifferenceLine[][] = []
  for (const { oldStart, newStart, lines } of patch.hunks) {
    const part: DifferenceLine[] = []
    let [old, now] = [oldStart, newStart]
    for (const line of lines) {
      const text = line.slice(1)
      if (line.startsWith('\\')) continue // that the text does not end in a new line
      if (line.startsWith('+')) added += 1
      else if (line.startsWith('-')) removed += 1
      const entry: DifferenceLine = line.startsWith('+')
        ? { kind: 'added', before: null, after: now++, text }
        : line.startsWith('-')
          ? { kind: 'removed', before: old++, after: null, text }
          : { kind: 'same', before: old++, after: now++, text }
      if (room-- > 0) part.push(entry)
    }
    if (part.length > 0) parts.push(part)
  }
  return { added, removed, parts, cut: room < 0 }
}
