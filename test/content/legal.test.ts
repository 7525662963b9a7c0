import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { privacyPolicy, termsOfService } from '~/content/legal'
import { defaultBrand } from '~/content/brand'

test('what a legal text says in short stands in its sections, word for word', () => {
  for (const { inShort, sections } of [termsOfService(defaultBrand), privacyPolicy(defaultBrand)]) {
    const text = sections.flatMap(({ body }) => body.flat()).join('\n')
    expect(inShort.length).toBeGreaterThan(0)
    for (const sentence of inShort) expect(text).toContain(sentence)
  }
})

/** The terms of the privacy policy that describe the cookies. */
const termsOfCookies: Record<string, string> = {
  campaign: 'Campaign link',
  holdfast_challenge: 'Login steps',
  holdfast_deck: 'Pitch deck',
  holdfast_deck_request: 'Message',
  holdfast_deck_step: 'Pitch deck',
  holdfast_draft: 'Started application',
  holdfast_flash: 'Message',
  holdfast_login: 'Login steps',
  holdfast_quote: 'Sent application',
  holdfast_return: 'Return after a login',
  holdfast_session: 'Session',
  holdfast_signup: 'New account',
  holdfast_unsaved: 'Return after a login',
  known_device: 'Known browser',
}

test('the privacy policy describes each cookie', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  const cookies = sources.flatMap((path) =>
    [...readFileSync(`app/${path}`, 'utf8').matchAll(/siteCookie\('(\w+)'/g)].map(([, name]) => name),
  )
  expect(cookies.toSorted()).toEqual(Object.keys(termsOfCookies))
  const terms = privacyPolicy(defaultBrand)
    .sections.flatMap(({ body }) => body.flat())
    .flatMap((part) => (typeof part === 'string' ? [] : part.term))
  expect(terms).toEqual(expect.arrayContaining(Object.values(termsOfCookies)))
})
