import type { LinksFunction, MetaFunction } from '@remix-run/node'

import { trust } from '~/content/legal'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { AccordionMark } from '~/ui/accordion-mark'
import { BulletList } from '~/ui/bullet-list'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import { Section } from '../parts/section'
import { termOf, Terms } from '../parts/split-section'
import { LayersDrawing } from './layers-drawing'
import styles from './trust.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/trust-and-fraud-prevention',
    title: 'Trust and fraud prevention',
    keywords: 'trust, fraud prevention, identity checks, report fraud, security, privacy',
    description:
      'How applications and claims are checked, what we never ask you for, and how to report suspected fraud.',
    schema: [
      breadcrumbList(siteOf(matches), [
        { name: 'Trust and fraud prevention', path: '/trust-and-fraud-prevention' },
      ]),
    ],
  })

export const headers = cachedPage(3600)
export const handle = {
  static: true,
  beta: 'Cover is not available or active yet. What is said of claims describes the plan.',
}

export default function Trust() {
  const brand = useBrand()
  return (
    <>
      <div className="container heading-beside">
        <PageHeading title="Trust and fraud prevention" lede={trust.lede} />
        <LayersDrawing layers={trust.layers} />
      </div>

      <Section title="Six layers of care" lede="Three work today. Three begin at launch.">
        <ul className="reasons layers">
          {trust.layers.map(({ heading, worksToday, text }) => (
            <li key={heading} className={worksToday ? undefined : 'layers-planned'}>
              <p className="layers-when">{worksToday ? 'Works today' : 'Begins at launch'}</p>
              <h3>{heading}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section tone="sunken" title="How to tell that a message is not from us">
        <div className="list-columns">
          <BulletList items={trust.redFlags} />
        </div>
      </Section>

      <Section title="What we ask of you">
        <div className="list-columns">
          <BulletList items={trust.applicantDuties} />
        </div>
        <ButtonLink to="/get-a-quote" variant="secondary">
          Get a quote
        </ButtonLink>
      </Section>

      <Section title="How a claim is checked" lede="This is the plan: there are no claims during the beta.">
        <details className="phone-fold claim-checks">
          <summary>
            The checks, one by one <AccordionMark />
          </summary>
          <Terms columns items={trust.claimChecks.map(termOf)} />
        </details>
      </Section>

      <Section tone="deep" title="Report suspected fraud">
        <p className="button-row">
          <ButtonLink to={`mailto:${brand.email}?subject=Fraud%20report`}>Email {brand.email}</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact page
          </ButtonLink>
        </p>
        <div className="list-columns">
          <BulletList items={trust.reporting} />
        </div>
      </Section>
    </>
  )
}
