import type { MetaDescriptor } from '@remix-run/node'
import { describe, expect, it } from 'vitest'

import { defaultBrand } from '~/content/brand'
import { hiddenPageMeta, pageMeta, secretPageMeta, siteOf, type PageMetadata } from '~/content/metadata'

const brand = { ...defaultBrand, name: 'Anchor' }
const root = { brand, appUrl: 'https://anchor.example', user: null, flash: null, refused: false }
const matches = (data = root) => [{ id: 'root', data }]
const faq: PageMetadata = { path: '/faq', title: 'FAQ', description: 'Plain answers.', keywords: 'answers' }

/** The tags by name; each can appear only once. */
function tags(descriptors: MetaDescriptor[]) {
  const entries = descriptors.map((descriptor): [string, unknown] => {
    const tag = descriptor as Record<string, string>
    if (tag.title !== undefined) return ['title', tag.title]
    if (tag.tagName === 'link') return [tag.rel ?? '', tag.href]
    return [tag.name ?? tag.property ?? 'schema', tag.content ?? tag['script:ld+json']]
  })
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length)
  return Object.fromEntries(entries)
}

describe('page metadata', () => {
  it('keeps a page from search engines, and a secret URL from other sites', () => {
    const hidden = { title: 'Edit profile - Anchor', robots: 'noindex' }
    expect(tags(hiddenPageMeta('Edit profile', matches()))).toEqual(hidden)
    expect(tags(secretPageMeta('Edit profile', matches()))).toEqual({ ...hidden, referrer: 'same-origin' })
  })

  it('describes the page to search engines and link previews', () => {
    expect(tags(pageMeta(matches(), faq))).toEqual({
      title: 'FAQ - Anchor',
      description: 'Plain answers.',
      keywords: 'answers',
      robots: 'index, follow',
      canonical: 'https://anchor.example/faq',
      'og:type': 'website',
      'og:site_name': 'Anchor',
      'og:locale': 'en_US',
      'og:title': 'FAQ - Anchor',
      'og:description': 'Plain answers.',
      'og:url': 'https://anchor.example/faq',
      'og:image': 'https://anchor.example/og-default-image.png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('Anchor') as string,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'FAQ - Anchor',
      'twitter:description': 'Plain answers.',
      'twitter:image': 'https://anchor.example/og-default-image.png',
      'twitter:image:alt': expect.stringContaining('Anchor') as string,
    })
  })

  it('uses the values that the page sets', () => {
    const schema = { '@type': 'FAQPage' }
    const own = tags(
      pageMeta(matches(), {
        ...faq,
        keywords: 'cover, beta',
        ogType: 'article',
        ogImage: '/faq.png',
        ogImageAlt: 'A question',
        twitterCard: 'summary',
        noIndex: true,
        schema: [schema],
      }),
    )
    expect(own).toMatchObject({
      keywords: 'cover, beta',
      robots: 'noindex',
      'og:type': 'article',
      'og:image': 'https://anchor.example/faq.png',
      'og:image:alt': 'A question',
      'twitter:card': 'summary',
      'twitter:image': 'https://anchor.example/faq.png',
      schema,
    })
    expect(own).not.toHaveProperty('og:image:width')
  })

  it('starts with the brand on the home page, and with an error anywhere', () => {
    const home = { ...faq, path: '/', title: 'Your paycheck, protected' }
    expect(tags(pageMeta(matches(), home)).title).toBe('Anchor - Your paycheck, protected')
    const refused = matches({ ...root, refused: true })
    expect(tags(pageMeta(refused, home)).title).toBe('Error: Anchor - Your paycheck, protected')
    expect(tags(pageMeta(refused, faq)).title).toBe('Error: FAQ - Anchor')
  })

  it('falls back to defaults when the root could not be loaded', () => {
    expect(tags(pageMeta([{ id: 'root', data: undefined }], faq))).toMatchObject({
      title: 'FAQ - Holdfast',
      canonical: '/faq',
    })
    expect(siteOf([])).toEqual({ brand: defaultBrand, appUrl: '' })
  })
})
