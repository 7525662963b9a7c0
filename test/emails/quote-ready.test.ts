import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import type { ApplicantView } from '~/domain/offers/offer-summary'
import { quoteReadyMail } from '~/emails/quote-ready'

import { site } from '../support/accounts'

const view: ApplicantView = {
  declined: false,
  byPerson: false,
  tier: 'Standard',
  coverage: 8000,
  monthly: 102.35,
  annual: 1166.79,
  vestingMonths: 3,
  exclusion: null,
  reasons: ['Every requirement of Standard is met.'],
  price: {
    base: 35,
    lines: [
      { label: 'Industry', dollars: 42.92 },
      { label: 'Years with <your> employer', dollars: 37.08 },
      { label: 'Everything else', dollars: -12.65 },
    ],
    rest: [],
  },
  adverse: [],
  used: null,
}

function mailWith(changes: Partial<ApplicantView>, replaces?: { sent_at: Date; answer: string | null }) {
  const offer = {
    name: 'Ann Doe',
    quoteId: 7,
    sentAt: new Date('2026-11-23T10:00:00Z'),
    token: 'x'.repeat(43),
  }
  return quoteReadyMail(site, { ...offer, view: { ...view, ...changes }, replaces })
}

it('says the terms of an offer in one paragraph', () => {
  const { html, text } = mailWith({})
  const terms = [
    'Tier: Standard',
    'Coverage: a lump sum of $8,000.00 at most',
    'Premium: $102.35 a month, or $1,166.79 a year',
  ]
  expect(text).toContain(`\n\n${terms.join('\n')}\n\n`)
  expect(html).toContain(`>${terms.join('<br>')}</p>`)
})

describe('the waterfall in the mail of an offer', () => {
  const { html, text } = mailWith({})

  it('has each step in words and dollars, in the plain text too', () => {
    for (const line of [
      'Standard for the average applicant: $35.00',
      'Industry: +$42.92',
      'Years with <your> employer: +$37.08',
      'Everything else: −$12.65',
      'Your monthly premium: $102.35',
    ])
      expect(text).toContain(`\n  ${line}\n`)
    expect(html).toContain('Years with &lt;your&gt; employer')
    expect(html).not.toMatch(/<img|<svg|url\(/)
  })

  it('draws a bar of the full width for each step, from where the one before ended', () => {
    const bars = [...html.matchAll(/fixed"><tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/width:(\d+)%[^"]*?(background)?[^"]*"/g)].map(([cell, width]) => ({
        width: Number(width),
        drawn: cell.includes('background'),
      })),
    )
    expect(bars).toHaveLength(5)
    for (const cells of bars) {
      expect(cells.reduce((sum, { width }) => sum + width, 0)).toBe(100)
      expect(cells.filter(({ drawn }) => drawn)).toHaveLength(1)
    }
    const ends = bars.map((cells) => {
      const at = cells.findIndex(({ drawn }) => drawn)
      const from = cells.slice(0, at).reduce((sum, { width }) => sum + width, 0)
      return [from, from + (cells[at]?.width ?? 0)]
    })
    // Of the highest sum, 115 dollars.
    expect(ends).toEqual([
      [0, 30],
      [30, 67],
      [68, 100],
      [89, 100],
      [0, 89],
    ])
  })

  it('is valid HTML, and absent where no price is offered', async () => {
    const { results } = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'no-inline-style': 'off', 'doctype-style': 'off', 'no-trailing-whitespace': 'off' },
    }).validateString(html)
    expect(results.flatMap(({ messages }) => messages)).toEqual([])
    expect(mailWith({ declined: true, price: null, monthly: null }).html).not.toContain('<table')
  })
})

it('names the answer that it replaces', () => {
  expect(mailWith({}).text).not.toContain('This replaces')
  const sent_at = new Date('2026-11-20T10:00:00Z')
  const words = 'This replaces our answer of November 20, 2026, whose link does not work any more.'
  expect(mailWith({}, { sent_at, answer: null }).text).toContain(`${words}\n`)
  const interested = { sent_at, answer: 'interested' }
  expect(mailWith({}, interested).text).toContain(`${words} You were interested in the earlier quote`)
  expect(mailWith({ declined: true }, interested).text).not.toContain('You were interested')
})
