import { z } from 'zod'

import { requiredText, wholeNumber } from '~/domain/fields'
import { maxId } from '~/domain/ids'

const reason = (missing: string) => requiredText('Reason', { max: 500, missing })

/** The naming of a challenger: the id of a stored version of the engine. */
export const namingSchema = z.object({
  version: wholeNumber('Version', {
    min: 1,
    max: maxId,
    missing: 'Choose a version',
    range: 'Choose a version',
  }),
  reason: reason('Say why this version runs beside the live one'),
})

/** The end of a challenger; `challenger` is the id of the one that its author saw. */
export const endSchema = z.object({
  challenger: wholeNumber('Challenger', {
    min: 1,
    max: maxId,
    range: 'Challenger must be the number of a challenger',
  }),
  reason: reason('Say why the challenger ends'),
})
