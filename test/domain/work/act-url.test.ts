import { expect, test } from 'vitest'

import { actUrl } from '~/domain/work/act-url'

const item = { quoteId: 3, resultId: 8, corrected: false }

test.each([
  ['decide', item, '/admin/underwriting/result/8?from=work#decision'],
  ['send', item, '/admin/underwriting/result/8?from=work#offer'],
  ['run', { ...item, resultId: null }, '/admin/underwriting/quote/3?from=work'],
  ['send', { ...item, corrected: true }, '/admin/underwriting/quote/3?from=work'],
] as const)('to %s, %j leads to %s', (act, item, url) => {
  expect(actUrl(act, item, 'work')).toBe(url)
})

test('the page of the act leads back to the list of one admin', () => {
  const url = new URL(actUrl('send', item, '/admin/work?with=me'), 'https://x.example')
  expect(url.searchParams.get('from')).toBe('/admin/work?with=me')
})
