import { tags } from '@lezer/highlight'

/** The classes of the colored parts of a source, in the editor and read-only. */
export const codeColors = [
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], class: 'code-k' },
  { tag: [tags.string, tags.regexp], class: 'code-s' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-n' },
  { tag: tags.comment, class: 'code-c' },
]
