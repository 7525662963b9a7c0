import type { MetaFunction } from '@remix-run/node'

import { companyTimeline, leadership, mission, story, values } from '~/content/company'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/server/page-cache.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHeading } from '~/ui/page-heading'

import { Section } from './parts/section'
import { Timeline } from './parts/timeline'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/about-us',
    title: 'About us',
    keywords: 'about us, mission, values, timeline, leadership, income protection company',
    description: mission,
    schema: [breadcrumbList(siteOf(matches), [{ name: 'About us', path: '/about-us' }])],
  })

export const headers = cachedPage(3600)
export const handle = {
  static: true,
  beta: 'We are in beta. Cover is not available or active yet.',
}

export default function AboutUs() {
  return (
    <>
      <div className="container">
        <PageHeading title="About us" lede={mission} />
      </div>

      <Section title="Our story">
        {story.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Section>

      <Section tone="sunken" title="Our way so far, and from here">
        <Timeline items={companyTimeline} />
      </Section>

      <Section title="What we hold to">
        <div className="card-grid">
          {values.map(({ name, text }) => (
            <Card key={name} title={name} headingLevel={3}>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      </Section>

      <Section
        tone="sunken"
        title="Leadership"
        lede="Six roles, and what whoever holds each answers for. Names are announced before launch."
      >
        <div className="card-grid">
          {leadership.map(({ name, role, text }) => (
            <Card key={role} title={role} headingLevel={3}>
              <p className="hint">{name}</p>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      </Section>

      <Section title="Work with us, or talk to us">
        <p className="button-row">
          <ButtonLink to="/careers">See open positions</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact us
          </ButtonLink>
        </p>
      </Section>
    </>
  )
}
