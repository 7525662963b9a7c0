import type { MetaFunction } from '@remix-run/node'

import { trust } from '~/content/legal'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { BulletList } from '~/ui/bullet-list'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import { SplitSection, termOf, Terms } from './parts/split-section'

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
    <div className="container">
      <PageHeading title="Trust and fraud prevention" lede={trust.lede} />
      <SplitSection title="Six layers of care" lede="Three work today. Three begin with the first claim.">
        <Terms items={trust.layers.map(({ heading, text }) => ({ term: heading, text }))} />
      </SplitSection>
      <SplitSection title="How to tell that a message is not from us">
        <BulletList items={trust.redFlags} />
      </SplitSection>
      <SplitSection title="What we ask of you">
        <BulletList items={trust.applicantDuties} />
        <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
      </SplitSection>
      <SplitSection
        title="How a claim is checked"
        lede="This is the plan: there are no claims during the beta."
      >
        <Terms items={trust.claimChecks.map(termOf)} />
      </SplitSection>
      <SplitSection title="Report suspected fraud">
        <BulletList items={trust.reporting} />
        <p className="button-row">
          <ButtonLink to={`mailto:${brand.email}?subject=Fraud%20report`}>Email {brand.email}</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact page
          </ButtonLink>
        </p>
      </SplitSection>
    </div>
  )
}
