import { expect, test } from 'vitest'

import { deviceOf } from '~/domain/sessions/device.server'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Unknown browser on Windows'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([
  ['nothing at all', null],
  ['an empty line', ''],
  ['a blank', ' '],
  ['a program', 'curl/8.5.0'],
  ['a name of its own', 'Your bank, call 555-0100/1.0 (please)'],
  ['markup', '<img src=x onerror=alert(1)>/1 (x)'],
  ['a megabyte', `${'('.repeat(500_000)}${'a/'.repeat(250_000)}`],
  ['what objects inherit', 'constructor/1.0 (__proto__)'],
])('%s is an unknown device', (_, userAgent) => {
  expect(deviceOf(userAgent)).toBe('Unknown device')
})

test('an unknown browser name on a known system is not shown', () => {
  expect(deviceOf('Trust me/1.0 (Windows NT 10.0)')).toBe('Unknown browser on Windows')
})
