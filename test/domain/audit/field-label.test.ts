import { expect, test } from 'vitest'

import { changesInWords, fieldLabel, fieldValue } from '~/domain/audit/field-label'

test.each([
  ['coverage tier', 'base_premium', 'Base premium'],
  ['coverage tiers', 'max_monthly_benefit', 'Max claim coverage'],
  ['quote submission', 'status', 'Status'],
  ['account', 'recovery_codes', 'Recovery codes'],
])('of a %s, %s is shown as %j', (entity, name, label) => {
  expect(fieldLabel({ entity, fields: [] }, name)).toBe(label)
})

test.each([
  ['base_premium', '35', '$35.00'],
  ['layoff_frequency', '1.62', '1.62%'],
  ['employer_name', '12', '12'],
])('the value of %s has its sign: %s is %s', (name, value, shown) => {
  const entity = name === 'base_premium' ? 'coverage tier' : 'employer risk'
  expect(fieldValue({ entity, fields: [] }, name, value)).toBe(shown)
})

test.each([
  ['quote submission', 'income', '4100', '$4,100.00'],
  ['quote submission', 'income', null, null],
  ['quote submission', 'employment_length', '3', '3'],
  ['underwriting result', 'monthly', '46.5', '$46.50'],
  ['simulation', 'reserve', '180000', '$180,000.00'],
])('of a %s, %s is an amount only if it is money: %j is %j', (entity, name, value, shown) => {
  expect(fieldValue({ entity, fields: [] }, name, value)).toBe(shown)
})

test('a proposed change has the labels of its table', () => {
  const fields = [{ name: 'collection', before: null, after: 'coverage-tiers', changed: true }]
  expect(fieldLabel({ entity: 'configuration change', fields }, 'base_premium')).toBe('Base premium')
})

test('what a run measured is in words, and anything else of that name as it is stored', () => {
  const fields = [{ name: 'collection', before: null, after: 'coverage-tiers', changed: true }]
  const run = { entity: 'impact run', fields }
  expect(fieldValue(run, 'values', '{"base_premium":"38","max_monthly_benefit":"9000"}')).toBe(
    'Base premium: $38.00; Max claim coverage: $9,000.00',
  )
  expect(fieldValue(run, 'values', '{"base_prem')).toBe('{"base_prem')
  expect(fieldValue({ ...run, entity: 'account' }, 'values', '{"a":"b"}')).toBe('{"a":"b"}')
  expect(changesInWords('[{"label":"Base premium","before":"$35.00","after":"$38.00"}]')).toBe(
    'Base premium: $35.00 → $38.00',
  )
  expect(changesInWords(null)).toBeNull()
})

test('the quotes of a batch run are named as everywhere else', () => {
  const entry = { entity: 'batch run', fields: [] }
  expect(fieldValue(entry, 'quotes', '[34,33]')).toBe('Q-34, Q-33')
  expect(fieldValue(entry, 'quotes', null)).toBe(null)
  expect(fieldValue(entry, 'count', '2')).toBe('2')
})
