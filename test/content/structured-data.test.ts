import { describe, expect, it } from 'vitest'

import { defaultBrand } from '~/content/brand'
import { openings } from '~/content/company'
import { faqGroups } from '~/content/faq'
import { jobPosting } from '~/content/job-posting'
import { breadcrumbList, faqPage, howTo, organization, service, webSite } from '~/content/structured-data'

const site = { brand: defaultBrand, appUrl: 'https://holdfast.example' }
const questions = faqGroups.flatMap((group) => group.questions)
const steps = [
  { title: 'Apply', text: 'Tell us about your work.' },
  { title: 'Decide', text: 'A quote commits you to nothing.' },
]

it.each([
  ['Organization', organization(site)],
  ['WebSite', webSite(site)],
  ['Service', service(site, { name: 'Paycheck protection', description: 'One lump sum.' })],
  ['FAQPage', faqPage(questions)],
  ['BreadcrumbList', breadcrumbList(site, [{ name: 'FAQ', path: '/faq' }])],
  ['JobPosting', jobPosting(site, openings[0]!)],
  ['HowTo', howTo({ name: 'How it works', description: 'From application to cover.', steps })],
])('%s is complete and has no empty field', (type, data) => {
  expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': type })
  expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  expect(JSON.stringify(data)).not.toMatch(/:(?:""|null|\[\]|\{\})/)
})

describe('the organization', () => {
  it('has its address parsed into parts', () => {
    expect(organization(site).address).toEqual({
      '@type': 'PostalAddress',
      streetAddress: '400 Harbor Street, Suite 12',
      addressLocality: 'Portland',
      addressRegion: 'ME',
      postalCode: '04101',
      addressCountry: 'US',
    })
  })

  it('has an address of another form unparsed', () => {
    const brand = { ...defaultBrand, address: 'Harbor House, Portland' }
    expect(organization({ ...site, brand }).address).toEqual({
      '@type': 'PostalAddress',
      streetAddress: 'Harbor House, Portland',
      addressCountry: 'US',
    })
  })

  it('has the same id wherever it appears', () => {
    const id = 'https://holdfast.example/#organization'
    expect(organization(site)['@id']).toBe(id)
    expect(webSite(site).publisher['@id']).toBe(id)
    expect(service(site, { name: 'x', description: 'x' }).provider['@id']).toBe(id)
    expect(openings.map((opening) => jobPosting(site, opening).hiringOrganization['@id'])).toEqual(
      openings.map(() => id),
    )
  })
})

it('an FAQ page has each question with its answer', () => {
  const { mainEntity } = faqPage(questions)
  expect(mainEntity).toHaveLength(questions.length)
  expect(mainEntity[0]).toEqual({
    '@type': 'Question',
    name: questions[0]?.question,
    acceptedAnswer: { '@type': 'Answer', text: questions[0]?.answer.join(' ') },
  })
})

it('breadcrumbs start at the home page', () => {
  expect(breadcrumbList(site, [{ name: 'Careers', path: '/careers' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://holdfast.example/' },
    { '@type': 'ListItem', position: 2, name: 'Careers', item: 'https://holdfast.example/careers' },
  ])
})

describe('an opening', () => {
  it.each(openings)('$title has the required fields of a job posting', (opening) => {
    expect(jobPosting(site, opening)).toMatchObject({
      title: opening.title,
      identifier: { value: opening.slug },
      employmentType: expect.stringMatching(/^(?:INTERN|PART_TIME|CONTRACTOR)$/) as string,
      datePosted: '2025-03-01',
      validThrough: '2025-12-31T23:59:59-05:00',
      hiringOrganization: { name: 'Holdfast', sameAs: 'https://holdfast.example/' },
      jobLocation: { address: { addressLocality: 'Portland', addressCountry: 'US' } },
      url: `https://holdfast.example/careers#${opening.slug}`,
    })
  })

  it('has its description escaped as HTML', () => {
    const tasks = ['Test <b> & more']
    const { description } = jobPosting(site, { ...openings[0]!, tasks })
    expect(description).toContain('<li>Test &lt;b&gt; &amp; more</li>')
  })
})

it('how it works takes five days in total', () => {
  const data = howTo({ name: 'How it works', description: 'From application to cover.', steps })
  expect(data.totalTime).toBe('P5D')
  expect(data.step.map(({ position, name }) => [position, name])).toEqual([
    [1, 'Apply'],
    [2, 'Decide'],
  ])
})
