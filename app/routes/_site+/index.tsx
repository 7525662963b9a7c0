import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { companyTimeline, planNote } from '~/content/company'
import { priceExampleOf, priceRangeOf } from '~/content/facts'
import { homeQuestions } from '~/content/faq'
import { audiences, fundraising, hero, reasons, samplePrice, steps, story } from '~/content/home'
import { pageMeta, siteOf } from '~/content/metadata'
import { organization, webSite } from '~/content/structured-data'
import { db, nullIfUnavailable } from '~/db.server'
import { priceSteps } from '~/domain/offers/price-steps'
import { tierWords } from '~/domain/tiers/tier-words.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { cachedPage } from '~/http/cache-directive.server'
import { AccordionMark } from '~/ui/accordion-mark'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { CoverTimeline } from '~/ui/cover-timeline'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useSubmittedForm } from '~/ui/use-submitted-form'

import styles from './home.css?url'
import { Accordion } from './parts/accordion'
import { Drawing } from './parts/drawing'
import { Estimate } from './parts/estimate'
import { answerEstimate } from './parts/estimate.server'
import { SamplePrice } from './parts/sample-price'
import { Section } from './parts/section'
import { SplitSection } from './parts/split-section'
import { Steps } from './parts/steps'
import { Timeline } from './parts/timeline'
import { WaitlistCall } from './parts/waitlist-call'
import { WaitlistForm } from './parts/waitlist-form'
import { joinFromPage } from './parts/waitlist-form.server'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'There was an error submitting your request. Please try again.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/',
    title: hero.title,
    keywords:
      'income protection, paycheck protection, job loss cover, layoff, freelancers, gig workers, lump sum, beta',
    description: `${hero.lede} ${hero.audience}`,
    schema: [organization(siteOf(matches)), webSite(siteOf(matches))],
  })

export const headers = cachedPage(3600)

export async function loader({ request }: LoaderFunctionArgs) {
  const [{ estimate, init }, tiers] = await Promise.all([
    answerEstimate(request),
    listPublicTiers(db).catch(nullIfUnavailable),
  ])
  const prices = priceRangeOf(tiers ?? [])
  const { smallest, vesting } = tierWords(tiers ?? [])
  const timeline = {
    vestingMonths: smallest.vestingMonths,
    note: `Example: ${smallest.name}. Vesting takes ${vesting}, by tier.`,
  }
  const headers = tiers === null ? { 'Cache-Control': 'no-store', ...init.headers } : init.headers
  const sample = priceSteps({ ...samplePrice, price: samplePrice }, 'The builder’s monthly premium')
  return json(
    { idempotencyKey: randomUUID(), prices, example: priceExampleOf(smallest), timeline, estimate, sample },
    { ...init, headers },
  )
}

export async function action({ request }: ActionFunctionArgs) {
  return joinFromPage(request, {
    interestRequired: false,
    success: '/?sent=waitlist#waitlist-form',
    failure,
  })
}

export const clientAction = keepPageOnFailure(failure)

export default function Home() {
  const { idempotencyKey, prices, example, timeline, estimate, sample } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  return (
    <>
      <div className="container hero">
        <div>
          <h1>{hero.title}</h1>
          <p className="lede">
            {hero.lede} <span className="hero-audience">{hero.audience}</span>
          </p>
          <p className="hero-price">{prices}.</p>
        </div>
        <Estimate answer={estimate} action="/" example={example} />
        <p className="button-row">
          <ButtonLink to="/get-a-quote" variant="secondary">
            Get a quote
          </ButtonLink>
          <ButtonLink to="/how-it-works" variant="quiet">
            See how it works
          </ButtonLink>
        </p>
        <CoverTimeline {...timeline} />
      </div>

      <Section title="Four steps to a quote that explains itself">
        <Steps steps={steps} />
        <SamplePrice steps={sample} />
      </Section>

      <div className="container">
        <SplitSection title="Who it is for">
          <ul className="audiences">
            {audiences.map(({ title, text, drawing }) => (
              <li key={title}>
                <Drawing name={drawing} />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </SplitSection>
        <SplitSection title="Fair to everyone who is honest">
          <p>
            Fraud makes cover dearer for everybody else. We check applications and claims with care, and treat
            a mistake as a mistake.
          </p>
          <p>
            <Link to="/trust-and-fraud-prevention">How we prevent fraud, and how to report it</Link>
          </p>
        </SplitSection>
      </div>

      <Section tone="sunken" title={story.title}>
        <div className="split">
          <div>
            {story.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <figure className="testimonial">
            <p>
              <Badge tone="neutral">Example</Badge>
            </p>
            <blockquote>
              <p>{story.quote}</p>
            </blockquote>
            <figcaption>{story.speaker}</figcaption>
          </figure>
        </div>
      </Section>

      <Section title="Reasons to choose it">
        <ul className="reasons">
          {reasons.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <div className="container">
        <SplitSection title={fundraising.title}>
          <p>{fundraising.text}</p>
          <p className="button-row">
            <ButtonLink to="/investor" variant="secondary">
              Read the plan
            </ButtonLink>
            <ButtonLink to="/pitch-deck" variant="quiet">
              Ask for the pitch deck
            </ButtonLink>
          </p>
        </SplitSection>
      </div>

      <WaitlistCall />

      <Section title="Where we come from, and what is next" lede={planNote}>
        <details className="phone-fold">
          <summary>
            The five stages <AccordionMark />
          </summary>
          <Timeline items={companyTimeline} wide />
        </details>
      </Section>

      <div className="container">
        <SplitSection title="Questions people ask first">
          <Accordion items={homeQuestions} single firstOpen headingLevel={3} />
          <p>
            <Link to="/faq">All questions and answers</Link>
          </p>
        </SplitSection>
        <SplitSection
          id="waitlist-form"
          title="Join the waitlist"
          lede="Leave your email, and we tell you first when cover becomes available."
        >
          <WaitlistForm
            action="/#waitlist-form"
            sent={useSubmittedForm() === 'waitlist'}
            idempotencyKey={idempotencyKey}
            interestRequired={false}
            formResult={formResult}
          />
        </SplitSection>
      </div>
    </>
  )
}
