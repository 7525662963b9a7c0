import { expect, test } from 'vitest'

import { computeEffects } from '~/domain/engine-versions/effects.server'
import { bundledTables } from '~/engine/bundled-tables'

import { nativeEngine } from '../../scripts/rules/native-engine'
import { asOf, configuration, engineSource } from '../support/engine'

const version = { source: engineSource, tables: bundledTables, tests: [] }

test('the bundled effects of the questions are those of the bundled engine', async () => {
  const effects = await computeEffects(nativeEngine(), version, configuration, asOf)
  await expect(`${JSON.stringify(effects, null, 2)}\n`).toMatchFileSnapshot(
    '../../app/engine/question-effects.json',
  )
})
