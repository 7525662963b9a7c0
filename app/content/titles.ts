import type { loader as rootLoader } from '~/root'

import { defaultBrand } from './brand'

type RootData = Awaited<ReturnType<Awaited<ReturnType<typeof rootLoader>>['json']>>

/** The matched routes, as Remix passes them to a page's `meta`. */
export type Matches = readonly ({ id: string; data: unknown } | undefined)[]

/** The root loader's data; undefined when it could not be loaded. */
export function rootOf(matches: Matches) {
  return matches.find((match) => match?.id === 'root')?.data as RootData | undefined
}

/** The title of a page, followed by the brand; 'Error:' comes first when a form on the page was rejected. */
export function pageTitle(title: string, matches: Matches) {
  return `${errorMark(matches)}${title} - ${brandName(matches)}`
}

/** The home page's title, with the brand before the claim. */
export function homeTitle(claim: string, matches: Matches) {
  return `${errorMark(matches)}${brandName(matches)} - ${claim}`
}

function errorMark(matches: Matches) {
  return rootOf(matches)?.refused ? 'Error: ' : ''
}

function brandName(matches: Matches) {
  return rootOf(matches)?.brand.name ?? defaultBrand.name
}
