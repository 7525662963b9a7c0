import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { exampleTiers, facts } from '~/content/facts'
import { projections, roadmap } from '~/content/investor'
import { growthGeometry, ringGeometry } from '~/domain/pitch-deck/charts.server'
import { lineGeometry, spreadGeometry, stackGeometry } from '~/domain/portfolio/charts.server'
import { Accordion } from '~/routes/_site+/parts/accordion'
import { ClaimDays } from '~/routes/_site+/parts/claim-days'
import { CoverTimeline } from '~/ui/cover-timeline'
import { GrowthChart } from '~/routes/_site+/pitch-deck/growth-chart'
import { LineChart } from '~/routes/admin+/underwriting+/charts/line-chart'
import { PayCovered } from '~/routes/_site+/coverage-tiers/pay-covered'
import { ProjectionsChart } from '~/routes/_site+/parts/projections-chart'
import { Ring } from '~/routes/_site+/pitch-deck/ring'
import { SpreadChart } from '~/routes/admin+/underwriting+/charts/spread-chart'
import { StackedBars } from '~/routes/admin+/underwriting+/charts/stacked-bars'
import { Steps } from '~/routes/_site+/parts/steps'
import { TierChart } from '~/routes/_site+/parts/tier-chart'
import { Timeline } from '~/routes/_site+/parts/timeline'

const dates = { start: 'January 1, 2026', loss: 'September 22, 2026', paid: 'October 6, 2026' }
const steps = ['Apply', 'We weigh', 'Your quote', 'You decide'].map((title) => ({
  title,
  text: `${title}: text`,
}))
const pay = [
  { tier: 'Basic', coverage: 5000, monthsText: 'about 1 month of your pay', share: 0.2, badge: null },
  { tier: 'Ultra', coverage: 25_000, monthsText: '6 months of your pay', share: 1.4, badge: 'Fits you' },
]
const stack = (rows: { label: string; counts: number[] }[]) => (
  <StackedBars
    axes={{ scale: 'Quotes', places: 'Day of submission' }}
    title="Quotes by day"
    description="Mar 1: 3. Mar 2: 5."
    names={['Pending', 'Quoted', 'Declined']}
    chart={stackGeometry(rows, ['Pending', 'Quoted', 'Declined'])}
    linkOf={(bar, name) => ({ to: `/list?bar=${bar}&status=${name}`, title: `${name} of bar ${bar}` })}
  />
)
const line = (values: (number | null)[], target?: number) => (
  <LineChart
    axes={{ scale: 'Percent', places: 'Month' }}
    title="Loss ratio over the months"
    description="Newest: 50%."
    name="Loss ratio"
    targetLabel="Target"
    chart={lineGeometry(
      values.map((value, index) => ({ label: `Month ${index + 1}`, value })),
      { target, minTop: 100, format: (value) => `${value}%` },
    )}
  />
)
const spread = (rows: Parameters<typeof spreadGeometry>[0]) => (
  <SpreadChart
    chart={spreadGeometry(rows, (value) => `$${value}`)}
    words={rows.map(({ name, median }) => ({
      median: `$${median}`,
      description: `${name}: about $${median}.`,
    }))}
  />
)
const growth = (rows: { year: number; value: number }[]) => (
  <GrowthChart chart={growthGeometry(rows, { title: 'Members', format: String })} />
)
const parts = [
  { name: 'Claims', percent: 65, text: 'Paid out' },
  { name: 'Reserve', percent: 32, text: 'Held' },
  { name: 'Rest', percent: 3, text: 'Small' },
]
const questions = ['first', 'second'].map((id) => ({ id, question: `The ${id}?`, answer: [`${id} answer`] }))

const charts: Record<string, string> = {
  'cover timeline': renderToStaticMarkup(<CoverTimeline vestingMonths={6} dates={dates} />),
  steps: renderToStaticMarkup(<Steps steps={steps} />),
  'tier chart': renderToStaticMarkup(<TierChart tiers={exampleTiers} />),
  'claim days': renderToStaticMarkup(<ClaimDays />),
  timeline: renderToStaticMarkup(<Timeline items={roadmap} />),
  'projections chart': renderToStaticMarkup(<ProjectionsChart rows={projections} />),
  'stacked bars': renderToStaticMarkup(
    stack([
      { label: 'Mar 1', counts: [1, 0, 2] },
      { label: 'Mar 2', counts: [2, 2, 1] },
    ]),
  ),
  'line chart': renderToStaticMarkup(line([50, 75, null, 100, null, 25, 50], 65)),
  'spread chart': renderToStaticMarkup(
    spread([
      { name: 'Basic', least: 10, lower: 20, median: 25, upper: 30, greatest: 40 },
      { name: 'Elite', least: 90, lower: 90, median: 90, upper: 90, greatest: 90 },
    ]),
  ),
  'growth chart': renderToStaticMarkup(
    growth([
      { year: 2026, value: 1000 },
      { year: 2027, value: 7000 },
    ]),
  ),
  ring: renderToStaticMarkup(
    <Ring chart={ringGeometry(parts, { title: 'A dollar', whole: 100, format: (value) => `$${value}` })} />,
  ),
  'pay covered': renderToStaticMarkup(<PayCovered rows={pay} />),
  accordion: renderToStaticMarkup(<Accordion items={questions} single firstOpen />),
}

const count = (html: string, part: string) => html.split(part).length - 1

/** The attributes of each tag with a name. */
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []

describe.each(Object.entries(charts))('the %s', (_, html) => {
  it('has no inline style, which the content security policy would block', () => {
    expect(html).not.toMatch(/\sstyle=|<style/)
  })

  it('names and describes each drawing, or hides it from screen readers beside its text', () => {
    const ids = new Set([...html.matchAll(/<(?:title|desc) id="([^"]+)">[^<]+</g)].map(([, id]) => id))
    const visibleHtml = html.replace(/<li aria-hidden="true">.*?<\/li>/g, '')
    const unnamed = tags(visibleHtml, 'svg').filter((svg) => {
      const named = /aria-labelledby="([^"]+)"/.exec(svg)?.[1]?.split(' ') ?? []
      const nested = / x="/.test(svg)
      return (
        !nested && !svg.includes('aria-hidden') && !(named.length === 2 && named.every((id) => ids.has(id)))
      )
    })
    expect(unnamed).toEqual([])
  })

  it('draws within its width', () => {
    const beyond = [...tags(html, 'rect'), ...tags(html, 'svg')].filter((tag) => {
      const percent = (name: string) => Number(new RegExp(` ${name}="(-?[\\d.e-]+)%"`).exec(tag)?.[1] ?? 0)
      const [x, width] = [percent('x'), percent('width')]
      return !(x >= 0 && width >= 0 && x + width <= 100.001)
    })
    expect(beyond).toEqual([])
  })
})

describe('the cover timeline', () => {
  const html = charts['cover timeline'] ?? ''
  const cells = (text: string, name: string) =>
    count(new RegExp(`cover-${name}.*?</li>`).exec(text)?.[0] ?? '', '<span></span>')

  it('has each label once, with its date', () => {
    for (const label of [
      'Cover starts',
      '6 vesting months',
      'Cover is active',
      'Day of job loss',
      'Lump sum due',
    ])
      expect(count(html, label)).toBe(1)
    expect(count(html, `${facts.eliminationDays} days of elimination`)).toBe(1)
    for (const date of Object.values(dates)) expect(count(html, date)).toBe(1)
  })

  it('draws a cell for each vesting month and each day of elimination', () => {
    expect(cells(html, 'vesting')).toBe(6)
    expect(cells(html, 'elimination')).toBe(facts.eliminationDays)
  })

  it('omits a vesting period of zero', () => {
    const without = renderToStaticMarkup(<CoverTimeline vestingMonths={0} />)
    expect(without).not.toContain('vesting')
    expect(renderToStaticMarkup(<CoverTimeline vestingMonths={1} />)).toContain('>1 vesting month<')
  })
})

describe('the days of a claim', () => {
  it('are drawn to scale: the check of an early claim ends with the elimination period', () => {
    const html = charts['claim days'] ?? ''
    const bars = tags(html, 'rect').filter((tag) => !tag.includes('bar-ground'))
    expect(bars.map((bar) => / x="([^"]+)" width="([^"]+)"/.exec(bar)?.slice(1))).toEqual([
      ['0%', '100%'],
      ['0%', expect.stringMatching(/^46\.6/)],
      ['10%', expect.stringMatching(/^36\.6/)],
      [expect.stringMatching(/^33\.3/), expect.stringMatching(/^13\.3/)],
    ])
    expect(html).toContain(`Day ${facts.eliminationDays}: paid<`)
  })
})

describe('the charts', () => {
  it('show the figures of each tier as text', () => {
    const html = charts['tier chart'] ?? ''
    for (const { name } of exampleTiers) expect(count(html, `>${name}<`)).toBe(1)
    expect(html).toContain('>up to $25,000</desc>')
    expect(html).toContain('<strong>$110</strong> a month')
    expect(count(html, '6 vesting months')).toBe(3)
  })

  it('have the figures of each year in the description', () => {
    const html = charts['projections chart'] ?? ''
    expect(html).toContain('2029: premium $37.8M, claims $24.6M, expenses $9.8M, 70,000 members.')
    expect([...html.matchAll(/>(\$[\d.]+M?)<\/text>/g)].map(([, tick]) => tick)).toEqual([
      '$0',
      '$10M',
      '$20M',
      '$30M',
      '$40M',
    ])
  })

  it('handle years without a figure, and tiers without coverage', () => {
    const empty = [{ year: 2025, members: 0, premium: 0, claims: 0, expenses: 0 }]
    const tier = { name: 'None', premium: 0, coverage: 0, vestingMonths: 0 }
    const html =
      renderToStaticMarkup(<ProjectionsChart rows={empty} />) +
      renderToStaticMarkup(<ProjectionsChart rows={[]} />) +
      renderToStaticMarkup(<TierChart tiers={[tier]} />)
    expect(html).not.toMatch(/NaN|Infinity|e-\d/)
  })
})

describe('the charts of the portfolio', () => {
  const texts = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

  it('stack a segment for each count above zero, distinguished by patterns too', () => {
    const html = charts['stacked bars'] ?? ''
    const bars = html.slice(html.indexOf('</defs>'))
    expect([0, 1, 2].map((part) => count(bars, `"portfolio-part-${part}"`))).toEqual([2, 1, 2])
    expect(count(bars, 'class="portfolio-pattern"')).toBe(1)
    expect(html).toContain('</svg>Quoted</li>')
    expect(texts(html)).toEqual([
      ...['0', '1', '2', '3', '4', '5', 'Quotes', 'Day of submission', 'Mar 1', 'Mar 2'],
    ])
  })

  it('stack each segment on the one before it, with a visible gap', () => {
    const html = renderToStaticMarkup(stack([{ label: 'Mar 1', counts: [4, 4, 0] }]))
    const boxes = tags(html.slice(html.indexOf('</defs>')), 'rect')
      .filter((rect) => /portfolio-part-/.test(rect))
      .map((rect) =>
        ['y', 'height'].map((name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(rect)?.[1])),
      )
    expect(boxes).toEqual([
      [120, 119],
      [0, 119],
    ])
  })

  it('keep a small count visible beside the others', () => {
    const html = renderToStaticMarkup(stack([{ label: 'Mar 1', counts: [1, 0, 1_000_000] }]))
    expect(html).toMatch(/<rect[^>]* height="1" class="portfolio-part-0"/)
  })

  it('draw a line for each series of months, a point for a single month, and the target', () => {
    const html = charts['line chart'] ?? ''
    expect(/ d="([^"]+)" vector-effect/.exec(html)?.[1]?.match(/L/g)).toHaveLength(2)
    expect(tags(html, 'circle').map((circle) => / r="(\d)"/.exec(circle)?.[1])).toEqual(['3', '5'])
    expect(count(html, 'class="portfolio-target"')).toBe(2)
    expect(html).toContain('</svg>Target</li>')
    expect(texts(html).slice(-4)).toEqual(['50%', 'Month 1', 'Month 4', 'Month 7'])
  })

  it('give the scale the room of its longest label', () => {
    const room = (values: number[]) =>
      Number(/class="plot" width="([\d.]+)em"/.exec(renderToStaticMarkup(line(values)))?.[1])
    expect(room([0, 100_000]) - room([0, 100])).toBeGreaterThan(1)
  })

  it('mark zero once a line goes below it, and omit a missing target', () => {
    expect(charts['line chart']).not.toContain('plot-zero')
    const html = renderToStaticMarkup(line([-100, 100]))
    expect(count(html, 'plot-zero')).toBe(1)
    expect(html).not.toContain('portfolio-target')
    expect(html).not.toContain('legend')
  })

  it('share one scale for the premiums of all tiers', () => {
    const html = charts['spread chart'] ?? ''
    expect(html).toContain('>Rated premiums of Basic</title>')
    expect(html).toContain('>Elite: about $90.</desc>')
    const [basic, elite] = tags(html, 'rect')
    expect(basic).toMatch(/ x="20%" .*width="10%"/)
    expect(elite).toMatch(/ x="90%" .*width="0%"/)
    expect(texts(html)).toEqual(['$0', '$20', '$40', '$60', '$80', '$100', 'Dollars a month'])
  })

  it('handle a period without a figure', () => {
    const html = [stack([]), line([]), line([null, null], 65), spread([]), growth([])]
      .map((chart) => renderToStaticMarkup(chart))
      .join('')
    expect(html).not.toMatch(/NaN|Infinity|undefined|e-\d/)
    expect(count(html, '<title')).toBe(4)
  })
})

describe('the charts of the deck', () => {
  it('show the figure of each year on the line', () => {
    const html = charts['growth chart'] ?? ''
    expect(html).toContain('<desc id="')
    expect(html).toContain('>2026: 1000. 2027: 7000.</desc>')
    expect(tags(html, 'circle').map((circle) => / cy="([\d.]+)"/.exec(circle)?.[1])).toEqual(['210', '30'])
  })

  it('draw an arc and a label for each part of a whole, and a figure where there is room', () => {
    const html = charts.ring ?? ''
    const arcs = tags(html, 'circle').map((circle) => [
      / stroke-dasharray="([\d. ]+)"/.exec(circle)?.[1],
      / stroke-dashoffset="(-?[\d.]+)"/.exec(circle)?.[1],
    ])
    expect(arcs).toEqual([
      ['64.4 35.6', '0'],
      ['31.4 68.6', '-65'],
      ['2.4 97.6', '-97'],
    ])
    const inside = html.slice(0, html.indexOf('</svg>'))
    expect([...inside.matchAll(/class="ring-figure"[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual([
      '65%',
      '32%',
    ])
    for (const { name, text } of parts) {
      expect(count(html, `<strong>${name}</strong>`)).toBe(1)
      expect(count(html, `<p>${text}</p>`)).toBe(1)
    }
    expect(html).toContain('Rest: 3%, $3.')
  })
})

describe('marks', () => {
  it('show in a word what is done and what is planned', () => {
    const html = charts.timeline ?? ''
    expect([count(html, '>Done<'), count(html, '>Planned<')]).toEqual([2, 4])
  })

  it('show in words which tier fits', () => {
    expect(count(charts['pay covered'] ?? '', 'Fits you')).toBe(1)
  })
})

describe('the accordion', () => {
  it('opens one answer at a time, the first initially, and each has a URL', () => {
    const html = charts.accordion ?? ''
    const [first = '', second = ''] = tags(html, 'details')
    expect(/ name="([^"]+)"/.exec(first)?.[1]).toBe(/ name="([^"]+)"/.exec(second)?.[1])
    expect([first, second].map((tag) => tag.includes('open'))).toEqual([true, false])
    expect(html).toContain('id="second"')
  })

  it('leaves answers independent by default', () => {
    expect(renderToStaticMarkup(<Accordion items={questions} />)).not.toMatch(/name=|open/)
  })
})
