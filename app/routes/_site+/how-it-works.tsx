import type { MetaFunction } from '@remix-run/node'

import { processTime } from '~/content/facts'
import { howItWorksQuestions } from '~/content/faq'
import { steps } from '~/content/home'
import { claimSteps } from '~/content/how-it-works'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, faqPage, howTo } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

import { Accordion } from './parts/accordion'
import { ClaimDays } from './parts/claim-days'
import { ExampleCoverTimeline } from '~/ui/cover-timeline'
import { Section } from './parts/section'
import { SplitSection } from './parts/split-section'
import { Steps } from './parts/steps'
import { Timeline } from './parts/timeline'
import { WaitlistCall } from './parts/waitlist-call'

const lede = `${processTime} Here is each step, and what happens if you ever need to claim.`

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/how-it-works',
    title: 'How it works',
    keywords:
      'how income protection works, application, quote, vesting, elimination period, claim, job loss cover',
    description: lede,
    schema: [
      howTo({ name: 'How to get a quote for income protection', description: lede, steps }),
      faqPage(howItWorksQuestions),
      breadcrumbList(siteOf(matches), [{ name: 'How it works', path: '/how-it-works' }]),
    ],
  })

export const headers = cachedPage(3600)
export const handle = {
  static: true,
  beta: 'Cover is not available or active yet. What is said of it describes the plan.',
}

export default function HowItWorks() {
  return (
    <>
      <div className="container">
        <PageHeading title="How it works" lede={lede} />
      </div>

      <Section title="Four steps to cover">
        <Steps steps={steps} />
        <ButtonLink to="/get-a-quote">Start your application</ButtonLink>
      </Section>

      <Section
        tone="sunken"
        title="Your cover, from its start to the payment"
        lede="Vesting first, then cover. After a job loss comes the elimination period, then one lump sum."
      >
        <ExampleCoverTimeline />
      </Section>

      <div className="container">
        <SplitSection
          title="If you lose your work"
          lede="From the last day of work to the payment."
          figure={<ClaimDays />}
        >
          <Timeline items={claimSteps} />
        </SplitSection>
        <SplitSection title="Four questions about it">
          <Accordion items={howItWorksQuestions} headingLevel={3} />
        </SplitSection>
      </div>

      <WaitlistCall />
    </>
  )
}
