import { expect, test } from 'vitest'

import { companyTimeline } from '~/content/company'
import { businessDays, exampleTiers, facts, priceExampleOf, priceRangeOf, processTime } from '~/content/facts'
import { faqGroups, howItWorksQuestions, type Question } from '~/content/faq'
import { steps } from '~/content/home'
import { roadmap } from '~/content/investor'
import { defaultBrand } from '~/content/brand'
import { quoteReceivedMail } from '~/emails/quote-received'

const answers = (questions: readonly Question[]) => questions.flatMap(({ answer }) => answer)

test('the whole process is never told without the time of the quote in it', () => {
  const texts = [
    ...answers([...faqGroups.flatMap(({ questions }) => questions), ...howItWorksQuestions]),
    ...steps.map(({ text }) => text),
  ]
  const dated = texts.filter((text) => text.includes(facts.processBusinessDays))
  expect(dated.length).toBeGreaterThan(1)
  for (const text of dated) expect(text).toContain(processTime)
})

test('the mail and the steps promise the review and the quote for the same days', () => {
  const { text } = quoteReceivedMail(defaultBrand, { name: 'Ann', id: 7 })
  for (const told of [text, steps.map(({ text }) => text).join(' ')].map((text) => text.replace(/\s+/g, ' ')))
    for (const count of [facts.reviewBusinessDays, facts.quoteBusinessDays])
      expect(told).toContain(`within ${businessDays(count)}`)
})

test('the lowest price of the tiers is told as a base price: an own one can be lower', () => {
  expect(priceRangeOf(exampleTiers)).toBe('From a base price of $25 a month, up to $25,000, once')
})

test('what is planned has no date that could pass', () => {
  const planned = roadmap.filter(({ state }) => state === 'planned')
  expect(planned.length).toBeGreaterThan(0)
  for (const { when } of planned) expect(when).not.toMatch(/\d/)
})

test('the timeline of the company and the roadmap for investors agree on what is done', () => {
  const states = (items: readonly { title: string; state: string }[]) =>
    items.map(({ title, state }) => `${title}: ${state}`)
  expect(states(roadmap)).toEqual(expect.arrayContaining(states(companyTimeline)))
})

test('a tier without a price is no example of prices', () => {
  const tier = { name: 'Basic', premium: 25, coverage: 5000 }
  expect(priceExampleOf(tier)).toBe(
    'For example, the base price of Basic is $25 a month, and it pays up to $5,000 once. Your own price can be lower or higher.',
  )
  expect(priceExampleOf({ ...tier, premium: null })).toBeUndefined()
})
