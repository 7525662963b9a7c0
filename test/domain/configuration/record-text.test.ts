import { expect, test } from 'vitest'

import { collections } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'

test('a value below zero has a minus sign, and a text keeps its hyphen', () => {
  const { columns } = collections.coverageTiers
  const shown = (name: string, value: unknown) => {
    const column = columns.find((one) => one.name === name)
    if (!column) throw new Error(`no column ${name}`)
    return showValue(column, value)
  }
  expect(shown('spouse_working_offset', -0.03)).toBe('−0.03')
  expect(shown('spouse_working_offset', 0.03)).toBe('0.03')
  expect(shown('base_premium', -25)).toBe('−$25.00')
  expect(shown('tier_name', '-A')).toBe('-A')
})
