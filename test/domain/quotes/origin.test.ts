import { expect, test } from 'vitest'

import {
  actUrl,
  fromOf,
  offerUrl,
  quoteUrl,
  readOrigin,
  readResultOrigin,
  resultUrl,
} from '~/domain/quotes/origin'

const all = '/admin/submissions?tab=quotes'

test.each([
  ['work', '/admin/work', 'work'],
  ['/admin/work', '/admin/work', 'work'],
  [
    '/admin/submissions?tab=quotes&status=Pending',
    '/admin/submissions?tab=quotes&status=Pending',
    'submissions',
  ],
  [
    '/admin/underwriting/results?decision=referred',
    '/admin/underwriting/results?decision=referred',
    'results',
  ],
  ['/admin/audit?entity=offer#top', '/admin/audit?entity=offer', null],
  [null, all, 'submissions'],
])('%s leads back to %s', (from, url, list) => {
  expect(readOrigin(from)).toMatchObject({ url, list })
})

test.each([
  '',
  'https://evil.example/admin/work',
  '//evil.example/admin/work',
  '/admin//evil.example',
  '/admin/../login',
  '/admin/%2e%2e/login',
  '/admin/..%2flogin',
  '/admin/\\evil.example',
  '\\\\evil.example',
  '/admin/\nwork',
  '/admin/work\u0000',
  ' /admin/work',
  'javascript:alert(1)',
  '/admin/javascript:alert(1)',
  '/adminevil',
  '/login',
  '/admin/' + 'x'.repeat(3000),
  'constructor',
])('%j is not followed', (from) => {
  expect(readOrigin(from).url).toBe(all)
})

test('the address of a quote carries the list, unless it is the list of all quotes', () => {
  expect(quoteUrl(3)).toBe('/admin/underwriting/quote/3')
  expect(quoteUrl(3, all)).toBe('/admin/underwriting/quote/3')
  expect(quoteUrl(3, 'work')).toBe('/admin/underwriting/quote/3?from=work')
  const filtered = `${all}&q=a%26b`
  const carried = new URL(quoteUrl(3, filtered), 'https://x.example').searchParams.get('from')
  expect(carried).toBe(filtered)
  expect(fromOf(readOrigin(carried))).toBe(filtered)
  expect(fromOf(readOrigin('work'))).toBe('work')
  expect(fromOf(readOrigin('https://evil.example'))).toBeNull()
})

test('the address of a result carries a list of results or the work list alone', () => {
  expect(resultUrl(3)).toBe('/admin/underwriting/result/3')
  expect(resultUrl(3, readOrigin('work'))).toBe('/admin/underwriting/result/3?from=work')
  for (const url of [
    '/admin/underwriting/results?employer=%22a%26b%22',
    '/admin/work',
    '/admin/work?with=me',
  ]) {
    const carried = new URL(resultUrl(3, { url }), 'https://x.example').searchParams.get('from')
    expect(readResultOrigin(carried)?.url).toBe(url)
  }
  for (const other of [null, all, 'https://evil.example/admin/underwriting/results'])
    expect(readResultOrigin(other)).toBeNull()
})

test('the question before an offer is sent or withdrawn carries the same list', () => {
  expect(offerUrl(3)).toBe('/admin/underwriting/offer/3')
  expect(offerUrl(3, readOrigin('work'), '/withdraw')).toBe('/admin/underwriting/offer/3/withdraw?from=work')
})

const item = { quoteId: 3, resultId: 8, corrected: false }

test.each([
  ['decide', item, '/admin/underwriting/result/8?from=work#decision'],
  ['send', item, '/admin/underwriting/offer/8?from=work'],
  ['run', { ...item, resultId: null }, '/admin/underwriting/quote/3?from=work'],
  ['send', { ...item, corrected: true }, '/admin/underwriting/quote/3?from=work'],
] as const)('to %s, %j leads to %s', (act, item, url) => {
  expect(actUrl(act, item, 'work')).toBe(url)
})

test('the page of the act leads back to the list of one admin', () => {
  const url = new URL(actUrl('send', item, '/admin/work?with=me'), 'https://x.example')
  expect(url.searchParams.get('from')).toBe('/admin/work?with=me')
})
