import type { LinksFunction, MetaFunction } from '@remix-run/node'

import { companyTimeline, mission, planNote, story, storyQuestion, values } from '~/content/company'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import bollardStyles from '~/styles/bollard.css?url'
import { BollardDrawing } from '~/ui/bollard-drawing'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

import { Leadership } from '../parts/leadership'
import { Section } from '../parts/section'
import { SplitSection } from '../parts/split-section'
import { Timeline } from '../parts/timeline'

import styles from './about-us.css?url'
import { ValueDrawing } from './value-drawing'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: bollardStyles },
  { rel: 'stylesheet', href: styles },
]

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/about-us',
    title: 'About us',
    keywords: 'about us, mission, values, timeline, income protection company',
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
      <div className="container heading-beside">
        <PageHeading title="About us" lede={mission} />
        <BollardDrawing />
      </div>

      <div className="container">
        <SplitSection title="Our story">
          <p className="story-question">{storyQuestion}</p>
          {story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </SplitSection>

        <SplitSection title="What you can check" lede="You need not take our word for it.">
          <ul>
            <li>
              <a href="/how-it-works">How a quote comes about</a>, step by step, and what a claim would look
              like.
            </li>
            <li>
              <a href="/coverage-tiers">What each tier costs and pays</a>, with its waiting times beside the
              price.
            </li>
            <li>
              <a href="/faq#not-covered">What would not be covered</a>, before you apply.
            </li>
            <li>
              <a href="/privacy-policy">What we keep about you</a>, and how you delete it.
            </li>
          </ul>
        </SplitSection>
      </div>

      <Section tone="sunken" title="Our way so far, and from here" lede={planNote}>
        <Timeline items={companyTimeline} wide />
      </Section>

      <Section title="What we hold to">
        <ul className="values">
          {values.map(({ name, text }) => (
            <li key={name}>
              <ValueDrawing name={name} />
              <div>
                <h3>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>

      <div className="container">
        <Leadership />
      </div>

      <Section
        tone="deep"
        title="See your price, work with us, or talk to us"
        lede="Three answers, and the engine that prices applications says what people like you would pay."
      >
        <p className="button-row">
          <ButtonLink to="/#estimate">See your price</ButtonLink>
          <ButtonLink to="/careers" variant="secondary">
            See open positions
          </ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact us
          </ButtonLink>
        </p>
      </Section>
    </>
  )
}
