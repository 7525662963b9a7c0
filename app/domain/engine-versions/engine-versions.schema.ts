import { z } from 'zod'

import { optionalText, requiredText } from '~/domain/fields'

/** The maximum size of an engine's source, in bytes of UTF-8. */
const codeLimit = 256 * 1024

/** The hash of a version that was active, if any. */
export const baseSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'The version that you began with is not known')
  .nullish()

/** The maximum length of the note of a draft: one that is too long is stored, and refused when it is saved. */
export const draftNoteLimit = 2000

const note = optionalText('Note', { max: 500, range: 'The note can have at most 500 characters' })

/** A new version from a draft of its tables and golden cases. */
export const noteSchema = z.object({ note, base: baseSchema })

/** The decision on a proposed version: words that a rejection needs. */
export const releaseSchema = z.object({ decision_note: optionalText('Note', { max: 500 }) })
export const rejectionSchema = z.object({
  decision_note: requiredText('Reason', { max: 500, missing: 'Say why the version is rejected' }),
})

/** A restore; `base` is the hash of the version that was active when it was requested. */
export const restoreSchema = z.object({ base: baseSchema })

/**
 * A new version of the engine's source. Line endings become line feeds: forms send CRLF, and the same text must have the same hash. `base`
 * is the hash of the version that the editor was opened on.
 */
export const engineVersionSchema = z.object({
  code: z
    .string('Cannot save empty code.')
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .superRefine((code, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (Buffer.byteLength(code) > codeLimit)
        refuse(`The code is too long: at most ${codeLimit / 1024} KB can be saved`)
      const unsound = /\0|\p{Surrogate}/u.exec(code)
      if (unsound) {
        const { line, column } = positionAt(code, unsound.index)
        const what = unsound[0] === '\0' ? 'a null character' : 'half of a character'
        refuse(`Line ${line}, column ${column}: ${what} cannot be saved`)
      }
    }),
  note,
  base: baseSchema,
})

/** Returns the line and column of an offset in a text, both from 1. */
export function positionAt(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
