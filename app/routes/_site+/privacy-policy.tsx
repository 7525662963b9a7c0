import type { MetaFunction } from '@remix-run/node'

import { facts } from '~/content/facts'
import { privacyPolicy } from '~/content/legal'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { useBrand } from '~/ui/use-brand'

import { LegalPage } from './parts/legal-page'

export { links } from './parts/legal-page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    keywords: 'privacy policy, personal data, retention, deletion, your rights',
    description: 'What we collect, why, how long we keep it, and how to see, correct or delete it.',
    schema: [breadcrumbList(siteOf(matches), [{ name: 'Privacy Policy', path: '/privacy-policy' }])],
  })

export const headers = cachedPage(3600)
export const handle = { static: true, beta: 'Cover is not available or active yet.' }

export default function PrivacyPolicy() {
  return <LegalPage document={privacyPolicy(useBrand())} updated={facts.legalTextsUpdated} />
}
