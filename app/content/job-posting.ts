import type { openings } from './company'
import { facts } from './facts'
import type { Site } from './metadata'
import { context, organizationId, postalAddress } from './structured-data'

/** One of the openings in company.ts as a schema.org object. Only its page loads it. */
export function jobPosting({ brand, appUrl }: Site, opening: (typeof openings)[number]) {
  const { slug, title, schemaType, hours, summary, tasks, requirements } = opening
  return {
    '@context': context,
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: brand.name, value: slug },
    title,
    description:
      `<p>${markup(summary)}</p><p>${markup(hours)}</p>` +
      `<p>What you will do:</p>${list(tasks)}<p>What we look for:</p>${list(requirements)}`,
    employmentType: schemaType,
    workHours: hours,
    datePosted: facts.jobsPosted.from,
    validThrough: `${facts.jobsPosted.until}T23:59:59-05:00`, // Eastern time, the office's time zone
    hiringOrganization: {
      '@type': 'Organization',
      '@id': organizationId(appUrl),
      name: brand.name,
      sameAs: `${appUrl}/`,
      logo: `${appUrl}/icon-512.png`,
    },
    jobLocation: { '@type': 'Place', address: postalAddress(brand.address) },
    directApply: true,
    url: `${appUrl}/careers#${slug}`,
  }
}

/** Escapes text as HTML, the format of a job description. */
function markup(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function list(items: readonly string[]) {
  return `<ul>${items.map((item) => `<li>${markup(item)}</li>`).join('')}</ul>`
}
