import { quoteUrl, readOrigin, resultUrl } from '~/domain/quotes/origin'

import type { Act, WorkItem } from './work.server'

/**
 * Returns the address of the page on which an application is acted on: that of its quote to run it, that of its result to decide or to send.
 * `from` is the work list, as readOrigin takes it.
 */
export function actUrl(
  act: Act,
  { quoteId, resultId, corrected }: Pick<WorkItem, 'quoteId' | 'resultId' | 'corrected'>,
  from: string,
) {
  if (resultId === null || corrected) return quoteUrl(quoteId, from)
  return `${resultUrl(resultId, readOrigin(from))}#${act === 'decide' ? 'decision' : 'offer'}`
}
