import { z } from 'zod'

import { optionalText, requiredText } from '~/domain/fields'

/** The words with which a change is proposed. */
export const changeNoteSchema = z.object({ change_note: optionalText('Note', { max: 500 }) })

export const rejectionSchema = z.object({
  note: requiredText('Reason', { max: 500, missing: 'Say why the change is rejected' }),
})

/** The furthest time of a release, in days from now. */
const maxDaysAhead = 90

/** The most changes of one release. */
export const maxChanges = 50

const day = 24 * 60 * 60_000

/** A release: its reason, and the time from which it is live; without one it is live at once. */
export function timedReleaseSchema(now: Date) {
  return z.object({
    note: requiredText('Reason', { max: 500, missing: 'Say why this is released' }),
    live_from: optionalText('Live from', { max: 40 }).transform((text, context) => {
      const time = text === null ? null : parseTime(text)
      const problem =
        time === undefined
          ? 'Live from must be a date and time in UTC, as 2027-01-31 09:00'
          : time !== null && time <= now
            ? 'Live from must be in the future. Leave it empty to release at once'
            : time !== null && time.getTime() > now.getTime() + maxDaysAhead * day
              ? `Live from must be within ${maxDaysAhead} days`
              : null
      if (problem === null) return time ?? null
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }),
  })
}

/** Parses a date and time in UTC, as a browser's field sends it or a person types it. Returns undefined for any other text. */
function parseTime(text: string) {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(?:Z|\+00:00)?$/.exec(text.trim())
  if (!match) return undefined
  const [, date = '', clock = '', seconds = ':00'] = match
  const time = new Date(`${date}T${clock}${seconds}Z`)
  // A day that does not exist, such as February 30, would become another one.
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date ? undefined : time
}
