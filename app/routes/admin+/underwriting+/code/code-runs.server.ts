import { javascriptLanguage } from '@codemirror/lang-javascript'
import { highlightTree, tagHighlighter } from '@lezer/highlight'

import { codeColors } from './code-colors'

/** A part of a source with one color: its class, and the numbers of plain characters before it and of characters in it. */
export type CodeRun = [className: string, plain: number, length: number]

/** In characters. A larger source has no colors: its page would be too large. */
const maxColored = 32_000

const highlighter = tagHighlighter(codeColors)
let latest: { source: string; runs: CodeRun[] } | undefined

/** Returns the colored parts of a source in order. Caches those of the latest source. */
export function codeRuns(source: string): CodeRun[] {
  if (source.length > maxColored) return []
  if (latest?.source === source) return latest.runs
  const runs: CodeRun[] = []
  let end = 0
  highlightTree(javascriptLanguage.parser.parse(source), highlighter, (from, to, className) => {
    runs.push([className, from - end, to - from])
    end = to
  })
  latest = { source, runs }
  return runs
}
