import { z } from 'zod'

import { requiredText } from '~/domain/fields'

export const viewNameSchema = z.object({
  name: requiredText('Name', { max: 60, missing: 'Enter a name for the view' }),
})
