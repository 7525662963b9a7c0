import { expect, test } from 'vitest'

import { fieldLabel } from '~/domain/audit/field-label'

test.each([
  ['coverage tier', 'base_premium', 'Base premium'],
  ['coverage tiers', 'max_monthly_benefit', 'Max claim coverage'],
  ['quote submission', 'status', 'Status'],
  ['account', 'recovery_codes', 'Recovery codes'],
])('of a %s, %s is shown as %j', (entity, name, label) => {
  expect(fieldLabel({ entity, fields: [] }, name)).toBe(label)
})

test('a proposed change has the labels of its table', () => {
  const fields = [{ name: 'collection', before: null, after: 'coverage-tiers', changed: true }]
  expect(fieldLabel({ entity: 'configuration change', fields }, 'base_premium')).toBe('Base premium')
})
