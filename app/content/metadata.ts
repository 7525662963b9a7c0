import type { MetaDescriptor } from '@remix-run/node'

import { defaultBrand, type Brand } from './brand'
import { homeTitle, pageTitle, rootOf, type Matches } from './titles'

export type PageMetadata = {
  /** The path of the page's canonical URL, without a query. */
  path: string
  /** The title without the brand; for the home page, the claim. */
  title: string
  description: string
  keywords: string
  ogType?: 'website' | 'article' | 'profile'
  /** A path on this site. */
  ogImage?: string
  ogImageAlt?: string
  twitterCard?: 'summary' | 'summary_large_image'
  noIndex?: boolean
  /** Structured data, from structured-data.ts. */
  schema?: object[]
}

/** The provider and the public origin, for structured data. */
export type Site = { brand: Brand; appUrl: string }

export function siteOf(matches: Matches): Site {
  const root = rootOf(matches)
  return { brand: root?.brand ?? defaultBrand, appUrl: root?.appUrl ?? '' }
}

/** Returns the metadata of a page that search engines should not index. */
export function hiddenPageMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [{ title: pageTitle(title, matches) }, { name: 'robots', content: 'noindex' }]
}

/** Returns the metadata of a page whose URL is a secret. Not 'no-referrer', with which browsers send its form with `Origin: null`. */
export function secretPageMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [...hiddenPageMeta(title, matches), { name: 'referrer', content: 'same-origin' }]
}

const defaultImage = { path: '/og-default-image.png', width: 1200, height: 630 }

/**
 * Returns a page's metadata for search engines and link previews, for its `meta` export.
 *
 * Remix's Meta escapes `<`, `>` and `&` in structured data, so no text can end its script.
 */
export function pageMeta(matches: Matches, page: PageMetadata): MetaDescriptor[] {
  const { brand, appUrl } = siteOf(matches)
  const title = page.path === '/' ? homeTitle(page.title, matches) : pageTitle(page.title, matches)
  const url = `${appUrl}${page.path}`
  const image = `${appUrl}${page.ogImage ?? defaultImage.path}`
  const imageAlt =
    page.ogImageAlt ?? `${brand.name}: your paycheck, protected. A timeline of cover from vesting to payment.`

  return [
    { title },
    { name: 'description', content: page.description },
    { name: 'keywords', content: page.keywords },
    { name: 'robots', content: page.noIndex ? 'noindex' : 'index, follow' },
    { tagName: 'link', rel: 'canonical', href: url },

    { property: 'og:type', content: page.ogType ?? 'website' },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    ...(page.ogImage === undefined
      ? [
          { property: 'og:image:width', content: `${defaultImage.width}` },
          { property: 'og:image:height', content: `${defaultImage.height}` },
        ]
      : []),
    { property: 'og:image:alt', content: imageAlt },

    { name: 'twitter:card', content: page.twitterCard ?? 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: page.description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: imageAlt },

    ...(page.schema ?? []).map((data) => ({ 'script:ld+json': data })),
  ]
}
