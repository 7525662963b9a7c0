import type { MetaFunction } from '@remix-run/node'

import { trust } from '~/content/legal'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/server/page-cache.server'
import { BulletList } from '~/ui/bullet-list'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import { Section } from './parts/section'

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
      <div className="container">
        <PageHeading title="Trust and fraud prevention" lede={trust.lede} />
      </div>
      <Section title="Six layers of care">
        <div className="card-grid">
          {trust.layers.map(({ heading, text }) => (
            <Card key={heading} title={heading} headingLevel={3}>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      </Section>
      <Section tone="sunken" title="What we ask of you">
        <BulletList items={trust.applicantDuties} />
        <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
      </Section>
      <Section title="How to tell that a message is not from us">
        <BulletList items={trust.redFlags} />
      </Section>
      <Section tone="sunken" title="How a claim is checked">
        <BulletList items={trust.claimChecks} />
      </Section>
      <Section title="Report suspected fraud">
        <BulletList items={trust.reporting} />
        <p className="button-row">
          <ButtonLink to={`mailto:${brand.email}?subject=Fraud%20report`}>Email {brand.email}</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact page
          </ButtonLink>
        </p>
      </Section>
    </>
  )
}
