import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { exampleTiers, facts } from '~/content/facts'
import { projections, roadmap } from '~/content/investor'
import { Accordion } from '~/ui/accordion'
import { CoverTimeline } from '~/ui/cover-timeline'
import { PayCovered } from '~/ui/pay-covered'
import { ProjectionsChart } from '~/ui/projections-chart'
import { Steps } from '~/ui/steps'
import { TierChart } from '~/ui/tier-chart'
import { Timeline } from '~/ui/timeline'

const dates = { start: 'January 1, 2026', loss: 'September 22, 2026', paid: 'October 6, 2026' }
const steps = ['Apply', 'We weigh', 'Your quote', 'You decide'].map((title) => ({
  title,
  text: `${title}: text`,
}))
const pay = [
  { tier: 'Basic', coverage: 5000, monthsText: 'about 1 month of your pay', share: 0.2, fits: false },
  { tier: 'Ultra', coverage: 25_000, monthsText: '6 months of your pay', share: 1.4, fits: true },
]
const questions = ['first', 'second'].map((id) => ({ id, question: `The ${id}?`, answer: [`${id} answer`] }))

const pictures: Record<string, string> = {
  'cover timeline': renderToStaticMarkup(<CoverTimeline vestingMonths={6} dates={dates} />),
  steps: renderToStaticMarkup(<Steps steps={steps} />),
  'tier chart': renderToStaticMarkup(<TierChart tiers={exampleTiers} />),
  timeline: renderToStaticMarkup(<Timeline items={roadmap} />),
  'projections chart': renderToStaticMarkup(<ProjectionsChart rows={projections} />),
  'pay covered': renderToStaticMarkup(<PayCovered rows={pay} />),
  accordion: renderToStaticMarkup(<Accordion items={questions} single firstOpen />),
}

const count = (html: string, part: string) => html.split(part).length - 1

/** The part of each tag of a name that is in its angle brackets. */
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []

describe.each(Object.entries(pictures))('the %s', (_, html) => {
  it('has no style of its own, which the content security policy would refuse', () => {
    expect(html).not.toMatch(/\sstyle=|<style/)
  })

  it('names and describes each drawing, or leaves the words beside it to tell', () => {
    const ids = new Set([...html.matchAll(/<(?:title|desc) id="([^"]+)">[^<]+</g)].map(([, id]) => id))
    const untold = tags(html, 'svg').filter((svg) => {
      const named = /aria-labelledby="([^"]+)"/.exec(svg)?.[1]?.split(' ') ?? []
      const nested = / x="/.test(svg)
      return (
        !nested && !svg.includes('aria-hidden') && !(named.length === 2 && named.every((id) => ids.has(id)))
      )
    })
    expect(untold).toEqual([])
  })

  it('keeps what it draws within its width', () => {
    const beyond = [...tags(html, 'rect'), ...tags(html, 'svg')].filter((tag) => {
      const percent = (name: string) => Number(new RegExp(` ${name}="(-?[\\d.e-]+)%"`).exec(tag)?.[1] ?? 0)
      const [x, width] = [percent('x'), percent('width')]
      return !(x >= 0 && width >= 0 && x + width <= 100.001)
    })
    expect(beyond).toEqual([])
  })
})

describe('the cover timeline', () => {
  const html = pictures['cover timeline'] ?? ''
  const cells = (text: string, name: string) =>
    count(new RegExp(`cover-${name}.*?</li>`).exec(text)?.[0] ?? '', '<span></span>')

  it('says each thing once, with its date', () => {
    for (const label of [
      'Cover starts',
      '6 vesting months',
      'Cover is active',
      'Day of job loss',
      'Lump sum paid',
    ])
      expect(count(html, label)).toBe(1)
    expect(count(html, `${facts.eliminationDays} days of elimination`)).toBe(1)
    for (const date of Object.values(dates)) expect(count(html, date)).toBe(1)
  })

  it('draws a cell for each vesting month and each day of elimination', () => {
    expect(cells(html, 'vesting')).toBe(6)
    expect(cells(html, 'elimination')).toBe(facts.eliminationDays)
  })

  it('leaves out a vesting that takes no time', () => {
    const without = renderToStaticMarkup(<CoverTimeline vestingMonths={0} />)
    expect(without).not.toContain('vesting')
    expect(renderToStaticMarkup(<CoverTimeline vestingMonths={1} />)).toContain('>1 vesting month<')
  })
})

describe('the charts', () => {
  it('give the figures of each tier in words', () => {
    const html = pictures['tier chart'] ?? ''
    for (const { name } of exampleTiers) expect(count(html, `>${name}<`)).toBe(1)
    expect(html).toContain('>up to $25,000</desc>')
    expect(html).toContain('<strong>$110</strong> a month')
    expect(count(html, '6 vesting months')).toBe(3)
  })

  it('tell the figures of each year in the description', () => {
    const html = pictures['projections chart'] ?? ''
    expect(html).toContain('2029: premium $37.8M, claims $24.6M, expenses $9.8M, 70,000 members.')
    expect([...html.matchAll(/>(\$[\d.]+M?)<\/text>/g)].map(([, tick]) => tick)).toEqual([
      '$0',
      '$10M',
      '$20M',
      '$30M',
      '$40M',
    ])
  })

  it('survive years without a figure, and tiers without coverage', () => {
    const empty = [{ year: 2025, members: 0, premium: 0, claims: 0, expenses: 0 }]
    const tier = { name: 'None', premium: 0, coverage: 0, vestingMonths: 0 }
    const html =
      renderToStaticMarkup(<ProjectionsChart rows={empty} />) +
      renderToStaticMarkup(<ProjectionsChart rows={[]} />) +
      renderToStaticMarkup(<TierChart tiers={[tier]} />)
    expect(html).not.toMatch(/NaN|Infinity|e-\d/)
  })
})

describe('marks', () => {
  it('say in a word what is done, under way and to come', () => {
    const html = pictures.timeline ?? ''
    expect([count(html, '>Done<'), count(html, '>Now<'), count(html, '>Next<')]).toEqual([2, 1, 3])
  })

  it('say in words which tier fits', () => {
    expect(count(pictures['pay covered'] ?? '', 'Fits you')).toBe(1)
  })
})

describe('the accordion', () => {
  it('opens one answer at a time, the first to begin with, and gives each an address', () => {
    const html = pictures.accordion ?? ''
    const [first = '', second = ''] = tags(html, 'details')
    expect(/ name="([^"]+)"/.exec(first)?.[1]).toBe(/ name="([^"]+)"/.exec(second)?.[1])
    expect([first, second].map((tag) => tag.includes('open'))).toEqual([true, false])
    expect(html).toContain('id="second"')
  })

  it('leaves answers to themselves unless told otherwise', () => {
    expect(renderToStaticMarkup(<Accordion items={questions} />)).not.toMatch(/name=|open/)
  })
})
