import { z } from 'zod'

import { choice, number, wholeNumber } from '~/domain/fields'
import { scenarioNames } from '~/engine/scenario-names'

import { limits } from './limits'

const startMonth = 'Start month must be a month such as 2026-01, from 2000 to 2099'

/** The input of a run of the simulation. */
export const simulationSchema = z.object({
  scenario: choice(scenarioNames, 'Choose a scenario'),
  start: z
    .string('Start month is required')
    .trim()
    .max(7, { error: startMonth, abort: true })
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, startMonth),
  months: wholeNumber('Months', limits.months),
  paths: wholeNumber('Paths', limits.paths),
  members: wholeNumber('Opening members', limits.members),
  reserve: number('Opening reserve', limits.reserve),
  seed: wholeNumber('Seed', limits.seed),
})

export type SimulationParameters = z.output<typeof simulationSchema>
