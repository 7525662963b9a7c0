import { structuredPatch } from 'diff'

/** A line of a comparison, with its number on each side that has it. */
export type DifferenceLine = {
  kind: 'same' | 'added' | 'removed'
  before: number | null
  after: number | null
  text: string
}

/** The differences between two texts, line by line, in hunks with a few lines of context around each change. */
export type Differences = {
  added: number
  removed: number
  parts: DifferenceLine[][]
  /** Whether there are more lines than are listed. */
  cut: boolean
}

const maxSearchTime = 300 // milliseconds: the comparison blocks the event loop
const maxLines = 2000

/** Returns null when two texts have too little in common to be compared in time. */
export function differencesBetween(before: string, after: string): Differences | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: maxSearchTime })
  if (!patch) return null
  let room = maxLines
  let added = 0
  let removed = 0
  const parts: DifferenceLine[][] = []
  for (const { oldStart, newStart, lines } of patch.hunks) {
    const part: DifferenceLine[] = []
    let [old, now] = [oldStart, newStart]
    for (const line of lines) {
      const text = line.slice(1)
      if (line.startsWith('\\')) continue // the marker for a text without a final newline
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
