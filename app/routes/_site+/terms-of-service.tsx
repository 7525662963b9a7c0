import type { MetaFunction } from '@remix-run/node'

import { facts } from '~/content/facts'
import { termsOfService } from '~/content/legal'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { useBrand } from '~/ui/use-brand'

import { LegalPage } from './parts/legal-page'

export { links } from './parts/legal-page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/terms-of-service',
    title: 'Terms of Service',
    keywords: 'terms of service, conditions, eligibility, elimination period, vesting period',
    description:
      'What you agree to when you use the site, what the beta is, and how cover is planned to work.',
    schema: [breadcrumbList(siteOf(matches), [{ name: 'Terms of Service', path: '/terms-of-service' }])],
  })

export const headers = cachedPage(3600)
export const handle = { static: true, beta: 'Cover is not available or active yet.' }

export default function TermsOfService() {
  return <LegalPage document={termsOfService(useBrand())} updated={facts.legalTextsUpdated} />
}
