/*
 * The content of the pages as schema.org objects, with the fields that Google requires. They only state what the pages state: cover is
 * not on sale, so the service has no offer.
 */

import { facts } from './facts'
import type { Question } from './faq'
import type { Site } from './metadata'

export const context = 'https://schema.org'

/** The provider. Other objects refer to it by its id. */
export function organization({ brand, appUrl }: Site) {
  return {
    '@context': context,
    '@type': 'Organization',
    '@id': organizationId(appUrl),
    name: brand.name,
    url: `${appUrl}/`,
    logo: `${appUrl}/icon-512.png`,
    foundingDate: `${facts.founded}`,
    email: brand.email,
    telephone: brand.phone,
    address: postalAddress(brand.address),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: brand.email,
      telephone: brand.phone,
      areaServed: 'US',
      availableLanguage: 'en',
    },
  }
}

export function webSite({ brand, appUrl }: Site) {
  return {
    '@context': context,
    '@type': 'WebSite',
    '@id': `${appUrl}/#website`,
    name: brand.name,
    url: `${appUrl}/`,
    inLanguage: 'en-US',
    publisher: { '@id': organizationId(appUrl) },
  }
}

/** The cover in development. */
export function service(
  { brand, appUrl }: Site,
  { name, description }: { name: string; description: string },
) {
  return {
    '@context': context,
    '@type': 'Service',
    name,
    description,
    serviceType: 'Income protection',
    url: `${appUrl}/coverage-tiers`,
    provider: { '@type': 'Organization', '@id': organizationId(appUrl), name: brand.name },
    areaServed: { '@type': 'Country', name: 'United States' },
    audience: { '@type': 'Audience', audienceType: 'Employees, freelancers, contractors and gig workers' },
  }
}

/** The questions that a page answers; all of them are visible on it. */
export function faqPage(questions: readonly Question[]) {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  }
}

/** The path from the home page to the current page, which comes last. */
export function breadcrumbList({ appUrl }: Site, crumbs: readonly { name: string; path: string }[]) {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${appUrl}${path}`,
    })),
  }
}

/** The process in steps; its total time is the maximum for the whole process. */
export function howTo({
  name,
  description,
  steps,
}: {
  name: string
  description: string
  steps: readonly { title: string; text: string }[]
}) {
  return {
    '@context': context,
    '@type': 'HowTo',
    name,
    description,
    totalTime: `P${facts.processBusinessDays.split('–').at(-1)}D`,
    step: steps.map(({ title, text }, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      name: title,
      text,
    })),
  }
}

export function organizationId(appUrl: string) {
  return `${appUrl}/#organization`
}

/** Parses a one-line US postal address into its parts; returns other forms whole. */
export function postalAddress(line: string) {
  const { street, city, state, code } =
    /^(?<street>.+), (?<city>[^,]+), (?<state>[A-Z]{2}) (?<code>\d{5}(?:-\d{4})?)$/.exec(line)?.groups ?? {}
  return {
    '@type': 'PostalAddress',
    streetAddress: street ?? line,
    ...(city === undefined ? {} : { addressLocality: city, addressRegion: state, postalCode: code }),
    addressCountry: 'US',
  }
}
