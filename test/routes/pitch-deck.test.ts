import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { defaultBrand } from '~/content/brand'
import * as company from '~/content/company'
import * as facts from '~/content/facts'
import { fundraising } from '~/content/home'
import * as investor from '~/content/investor'
import { pitchDeck } from '~/routes/_site+/pitch-deck/content.server'

import { startProgram, type Program } from '../support/program'

const deck = pitchDeck(defaultBrand)
const open = JSON.stringify([company, facts, investor])

/** The sentences of the deck in the pieces that a script would contain too: without figures, which may be interpolated. */
const pieces = textsOf(deck)
  .flatMap((text) => text.split(/[\d$.:;,'"]+/))
  .map((piece) => piece.trim())
  .filter((piece) => piece.length >= 25 && !open.includes(piece))

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const piecesIn = (text: string) => pieces.filter((piece) => text.includes(piece))

describe('the deck', () => {
  it('has all its sections', () => {
    expect(deck.sections.map(({ title }) => title)).toEqual([
      'Company overview',
      'Market opportunity',
      'Solution',
      'Business model',
      'Traction milestones',
      'Leadership and advisory board',
      'Financial projections',
      'Funding',
      'Contact information',
    ])
  })

  it('plans the same rounds as the home page', () => {
    for (const round of ['crowdfunding', 'Series B']) {
      expect(fundraising.text).toContain(round)
      expect(JSON.stringify(deck.sections.find(({ title }) => title === 'Funding'))).toContain(round)
    }
  })

  it('states its figures, and marks them as illustrative', () => {
    const all = textsOf(deck).join('\n')
    for (const figure of [
      '$25M',
      '$45-85',
      '65%',
      '$15.7B',
      'illustrative',
      'No cover is available or active',
    ])
      expect(all).toContain(figure)
  })

  it('allocates the whole round, and the whole of the premiums', () => {
    const rings = deck.sections
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.kind === 'ring' || part.kind === 'split' ? [part.chart.parts] : []))
    expect(rings.map((parts) => parts.reduce((sum, { percent }) => sum + percent, 0))).toEqual([100, 100])
  })
})

describe('without access, the deck', () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(async () => {
    await program.stop()
  })

  it('has sentences to search for', () => {
    expect(pieces.length).toBeGreaterThan(40)
    expect(piecesIn(JSON.stringify(deck))).toEqual(pieces)
  })

  it('is in no file that a browser can load', () => {
    expect(existsSync('build/client/assets')).toBe(true)
    const texts = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:js|css|html|json|map)$/.test(file))
      .map((file) => ({ file, text: readFileSync(join('build/client', file), 'utf8') }))
    expect(texts.some(({ text }) => text.includes('/pitch-deck/route'))).toBe(true) // the manifest of the routes
    expect(texts.filter(({ text }) => piecesIn(text).length > 0)).toEqual([])
  })

  it.each([
    '/pitch-deck',
    '/pitch-deck?step=code',
    '/pitch-deck?sent=request',
    '/pitch-deck?_data=routes%2F_site%2B%2Fpitch-deck%2Froute',
  ])('is not in the response of %s', async (path) => {
    const response = await fetch(program.url + path, { headers: { Cookie: 'holdfast_deck=made.up' } })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toMatch(path.includes('_data') ? /"deck":null/ : /pitch deck/)
    expect(piecesIn(text)).toEqual([])
  })

  it('stays closed to forms without an intent, which are identified by their fields', async () => {
    const post = async (fields: Record<string, string>) => {
      const response = await fetch(`${program.url}/pitch-deck`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      return `${response.status} ${/<h2[^>]*>([^<]*(?:Required|Information|Code))</.exec(await response.text())?.[1] ?? ''}`
    }
    expect(await post({ email: '' })).toBe('422 Email Required')
    expect(await post({ name: '', email: '' })).toBe('422 Missing Information')
    expect(await post({ accessCode: '' })).toBe('422 Access Code Required')
    expect(await post({ accessCode: 'wrong' })).toBe('422 Invalid Code')
  })

  it('gives each step a URL of its own, which holds no email, and shows it the same after a reload', async () => {
    const email = 'yves@example.com'
    const post = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ ...fields, email })
      const { status, headers } = await fetch(program.url + path, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      const Cookie = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      return { status, location: headers.get('Location'), headers: { Cookie: Cookie.join('; ') } }
    }
    const read = async (path: string, headers = {}) => (await fetch(program.url + path, { headers })).text()
    const checked = await post('/pitch-deck', { intent: 'check' })
    expect([checked.status, checked.location]).toEqual([303, '/pitch-deck?step=request'])
    for (const _ of ['first', 'reload'])
      expect(await read('/pitch-deck?step=request', checked.headers)).toContain(`value="${email}"`)

    const asked = await post('/pitch-deck?step=code', { intent: 'new-code' })
    expect([asked.status, asked.location]).toEqual([303, '/pitch-deck?step=code#deck-step'])
    const text = `If ${email} has access, a new code is on its way to it.`
    expect(await read('/pitch-deck?step=code', asked.headers)).toContain(text)
    expect(await read('/pitch-deck?step=request', asked.headers)).not.toContain(text)
    expect(await read('/pitch-deck?step=code')).not.toContain(email)
    expect(program.output()).toContain('/pitch-deck')
    expect(program.output()).not.toContain('yves')
  })

  it('confirms a request on the next page once, not after a reload', async () => {
    const sent = await fetch(`${program.url}/pitch-deck`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'request', name: 'Ida', email: 'ida@example.com' }),
      redirect: 'manual',
    })
    expect(sent.headers.get('Location')).toBe('/pitch-deck?sent=request')
    const [marker = ''] = (sent.headers.get('Set-Cookie') ?? '').split(';')
    expect(sent.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^holdfast_deck_step=[^;]*; Max-Age=0;/),
    )
    const cookiesOf = async (Cookie: string) =>
      (await fetch(`${program.url}/pitch-deck?sent=request`, { headers: { Cookie } })).headers
        .getSetCookie()
        .map((cookie) => cookie.replace(/=.*(?=; Max-Age)/, ''))
    expect(await cookiesOf(marker)).toEqual([
      expect.stringMatching(/^holdfast_flash; Max-Age=60;/),
      expect.stringMatching(/^holdfast_deck_request; Max-Age=0;/),
    ])
    expect(await cookiesOf('')).toEqual([])
  })
})
