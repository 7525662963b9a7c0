import type { WorkAct, WorkItem } from '~/domain/work/work.server'

/** The list that a quote or a result was opened from: by default all quotes, newest first. Safe for the browser. */
export type Origin = {
  /** A path under /admin with its query. */
  url: string
  /** The list, where it has a previous and a next quote. */
  list: 'work' | 'submissions' | 'results' | null
  search: URLSearchParams
}

const workUrl = '/admin/work'

const lists: Record<string, Origin['list']> = {
  [workUrl]: 'work',
  '/admin/submissions': 'submissions',
  '/admin/underwriting/results': 'results',
}

const maxLength = 2000
const allQuotes = '/admin/submissions?tab=quotes'
const base = 'https://list.invalid'

/** Reads the `from` param: 'work', or the URL of a page under /admin. Anything else, such as another site, is the default. */
export function readOrigin(from: string | null): Origin {
  return parse(from === 'work' ? workUrl : (from ?? allQuotes)) ?? originOf(new URL(allQuotes, base))
}

function parse(text: string) {
  if (text.length > maxLength || !/^\/admin\/[^\\\u0000-\u0020]*$/.test(text)) return null
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  return url.origin === base && /^\/admin\/[\w/-]+$/.test(url.pathname) ? originOf(url) : null
}

function originOf({ pathname, search, searchParams }: URL): Origin {
  const list = Object.hasOwn(lists, pathname) ? (lists[pathname] ?? null) : null
  return { url: pathname + search, list, search: searchParams }
}

/** Returns the value of the `from` param of an origin; null for the default. */
export function fromOf({ url }: Origin) {
  return url === allQuotes ? null : url === workUrl ? 'work' : url
}

/** Returns the URL of a quote's page, which leads back to the list. `from` is as readOrigin takes it. */
export function quoteUrl(id: number, from: string | null = null) {
  const path = `/admin/underwriting/quote/${id}`
  return from === null || from === allQuotes ? path : `${path}?${fromParam(from)}`
}

function fromParam(url: string) {
  return new URLSearchParams({ from: url === workUrl ? 'work' : url })
}

/** Returns the URL of the page that corrects a quote; `question` is one that its applicant has answered, `from` as of the quote. */
export function correctUrl(
  id: number,
  { question, from }: { question?: number; from?: string | null | undefined },
) {
  const params = { ...(question !== undefined && { question: String(question) }), ...(from && { from }) }
  const search = new URLSearchParams(params)
  return `/admin/underwriting/correct/${id}${search.size > 0 ? `?${search}` : ''}`
}

/** Reads the `from` param of a result's page: the list of results or the work list that it was opened from; null for other pages. */
export function readResultOrigin(from: string | null) {
  const origin = readOrigin(from)
  return origin.list === 'results' || origin.list === 'work' ? origin : null
}

/** Returns the URL of a result's page, which leads back to the list that it was opened from, if any. */
export function resultUrl(id: number, origin: Pick<Origin, 'url'> | null = null) {
  const path = `/admin/underwriting/result/${id}`
  return origin === null ? path : `${path}?${fromParam(origin.url)}`
}

/** Returns the URL of the question before a result is sent, or its offer withdrawn; `origin` as of the result's page. */
export function offerUrl(id: number, origin: Pick<Origin, 'url'> | null = null, act: '' | '/withdraw' = '') {
  const path = `/admin/underwriting/offer/${id}${act}`
  return origin === null ? path : `${path}?${fromParam(origin.url)}`
}

/**
 * Returns the URL of the page on which an application is acted on: that of its quote to run it, that of its result to decide, and the
 * question before it is sent.
 * `from` is the work list, as readOrigin takes it.
 */
export function actUrl(
  act: WorkAct,
  { quoteId, resultId, corrected }: Pick<WorkItem, 'quoteId' | 'resultId' | 'corrected'>,
  from: string,
) {
  if (resultId === null || corrected) return quoteUrl(quoteId, from)
  const origin = readOrigin(from)
  if (act === 'send') return offerUrl(resultId, origin)
  return `${resultUrl(resultId, origin)}#decision`
}
