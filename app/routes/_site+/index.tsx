import type { MetaFunction } from '@remix-run/node'

import { pageMeta, siteOf } from '~/content/metadata'
import { organization, service, webSite } from '~/content/structured-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Disclaimer } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'

const description =
  'Cover against job loss and income interruption for employees, freelancers, contractors and gig workers.'

export const meta: MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(matches, {
    path: '/',
    title: 'Your paycheck, protected',
    description,
    schema: [organization(site), webSite(site), service(site, { name: 'Paycheck protection', description })],
  })
}

export default function Home() {
  return (
    <div className="container">
      <PageHeading
        title="Your paycheck, protected"
        lede="If you lose your job, one lump sum arrives after 14 days. For employees, freelancers, contractors and gig workers."
      />
      <Disclaimer>
        Cover is not available or active yet. We gather applications and feedback for research and development
        only.
      </Disclaimer>
      <p>
        <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
      </p>
      <div className="card-grid">
        <Card title="1. Apply">
          <p>Tell us about your work and your household. It takes 5 to 10 minutes.</p>
        </Card>
        <Card title="2. We look at it">
          <p>We review your application within 1 business day, with real figures about your industry.</p>
        </Card>
        <Card title="3. Your quote">
          <p>It arrives by email within 2 business days, with the reason for every figure in it.</p>
        </Card>
        <Card title="4. You decide">
          <p>A quote commits you to nothing. We tell you first when cover becomes active.</p>
        </Card>
      </div>
    </div>
  )
}
