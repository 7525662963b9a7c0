import { z } from 'zod'

import { collections } from '~/domain/configuration/collections'
import { recordSchema } from '~/domain/configuration/collections.schema'
import { factorReleaseSchema, factorSchema } from '~/domain/portfolio-factor/portfolio-factor.schema'
import { quoteSchema } from '~/domain/quotes/quotes.schema'
import { timedReleaseSchema } from '~/domain/releases/releases.schema'
import { submissionKinds } from '~/domain/submissions/kinds'
import { stateRuleSchema } from '~/domain/state-rules/state-rules.schema'
import { stateSchema, statusSchema } from '~/domain/submissions/submissions.schema'
import { tierGuideSchema } from '~/domain/tiers/tier-guide'
import { waitlistSchema } from '~/domain/waitlist/waitlist.schema'

/** A field of a form, a request or a file, with its schema. */
export type Field = { schemaName: string; name: string; schema: z.ZodType }

/** Schemas created by functions, by function name. */
const schemaFactories: Record<string, () => z.ZodType[]> = {
  factorSchema: () => [factorSchema({ min: 0.9, max: 1.1 })],
  factorReleaseSchema: () => [factorReleaseSchema({ min: 0.9, max: 1.1 })],
  quoteSchema: () => [quoteSchema({ today: '2025-01-31', coverageLevels: ['Standard'] })],
  recordSchema: () => Object.values(collections).map((collection) => recordSchema(collection)),
  stateRuleSchema: () => [stateRuleSchema(['credit_score', 'education'])],
  timedReleaseSchema: () => [timedReleaseSchema(new Date('2027-01-10T12:00:00Z'))],
  stateSchema: () => submissionKinds.map((kind) => stateSchema(kind)),
  statusSchema: () => submissionKinds.map((kind) => statusSchema(kind)),
  waitlistSchema: () => [true, false].map((interestRequired) => waitlistSchema({ interestRequired })),
}

/** Every schema of external input, with the files that export them. */
export function allSchemas(): z.ZodType[] {
  return namedSchemas().map(({ schema }) => schema)
}

/** Every field of external input, with its schema. */
export function allFields(): Field[] {
  return namedSchemas().flatMap(({ schemaName, schema }) =>
    Object.entries(shapeOf(schema)).map(([name, type]) => ({
      schemaName,
      name,
      schema: z.object({ [name]: type }),
    })),
  )
}

function namedSchemas(): { schemaName: string; schema: z.ZodType }[] {
  const modules = import.meta.glob<Record<string, unknown>>('/app/domain/**/*.schema.ts', { eager: true })
  const exported = Object.values(modules).flatMap((module) => Object.entries(module))
  return [...exported, ['tierGuideSchema', tierGuideSchema] as const].flatMap(([schemaName, value]) => {
    if (schemaName.endsWith('Schema') && typeof value === 'function' && !(schemaName in schemaFactories))
      throw new Error(`Say in test/support/schemas.ts how ${schemaName} is made`)
    const schemas = schemaFactories[schemaName]?.() ?? (value instanceof z.ZodType ? [value] : [])
    return schemas.map((schema) => ({ schemaName, schema }))
  })
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape
  return schema instanceof z.ZodPipe ? shapeOf(schema.in as z.ZodType) : {}
}
