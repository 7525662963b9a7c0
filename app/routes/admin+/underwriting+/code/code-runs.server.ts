import { javascriptLanguage } from '@codemirror/lang-javascript'
import { highlightTree, tagHighlighter } from '@lezer/highlight'

import { codeColours } from './code-colours'

/** A part of a source with one colour: its class, and how many characters are without one before it and in it. */
export type CodeRun = [className: string, plain: number, length: number]

/** In characters. A larger source is read without colours: its page would be too heavy. */
const maxColoured = 32_000

const highlighter = tagHighlighter(codeColours)
let latest: { source: string; runs: CodeRun[] } | undefined

/** Returns the coloured parts of a source in order; those of the latest one are kept. */
export function codeRuns(source: string): CodeRun[] {
  if (source.length > maxColoured) return []
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
