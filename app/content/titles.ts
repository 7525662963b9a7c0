import type { loader as rootLoader } from '~/root'

import { defaultBrand } from './brand'

type RootData = Awaited<ReturnType<Awaited<ReturnType<typeof rootLoader>>['json']>>

/** The matched routes, as Remix gives them to a page's `meta`. */
export type Matches = readonly ({ id: string; data: unknown } | undefined)[]

/** What the root knows of the installation; undefined when it could not be loaded. */
export function rootOf(matches: Matches) {
  return matches.find((match) => match?.id === 'root')?.data as RootData | undefined
}

/** The title of a page: what it is, then whose; 'Error:' comes first when a form on it was refused. */
export function pageTitle(title: string, matches: Matches) {
  return `${errorMark(matches)}${title} - ${brandName(matches)}`
}

/** The title of the home page, which names the brand before its claim. */
export function homeTitle(claim: string, matches: Matches) {
  return `${errorMark(matches)}${brandName(matches)} - ${claim}`
}

function errorMark(matches: Matches) {
  return rootOf(matches)?.refused ? 'Error: ' : ''
}

function brandName(matches: Matches) {
  return rootOf(matches)?.brand.name ?? defaultBrand.name
}
