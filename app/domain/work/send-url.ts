import { parseId } from '~/domain/ids'

/** A result of the list of those to send, with its quote. */
export type ChosenResult = { resultId: number; quoteId: number }

/** The maximum number of results of one list. */
export const shownOfEach = 40

/** The results of items of the work list. */
export function resultsOf(items: readonly { resultId: number | null; quoteId: number }[]): ChosenResult[] {
  return items.flatMap(({ resultId, quoteId }) => (resultId === null ? [] : [{ resultId, quoteId }]))
}

/** Returns the URL of the page that asks before results are sent together and, by POST, sends them. */
export function confirmSendUrl(chosen: readonly ChosenResult[]) {
  return `/admin/work/send/confirm?${resultsParam(chosen)}`
}

/** Returns the URL of the list of results to send, with those ticked. */
export function sendListUrl(chosen: readonly ChosenResult[]) {
  return chosen.length === 0 ? '/admin/work/send' : `/admin/work/send?${resultsParam(chosen)}`
}

function resultsParam(chosen: readonly ChosenResult[]) {
  return new URLSearchParams({
    results: chosen.map(({ resultId, quoteId }) => `${resultId}-${quoteId}`).join('.'),
  })
}

/** Parses the results of such a URL; ignores what is not a pair of numbers. */
export function readChosenResults(search: URLSearchParams): ChosenResult[] {
  return (search.get('results') ?? '')
    .split('.')
    .flatMap((pair) => {
      const [resultId = null, quoteId = null] = pair.split('-').map(parseId)
      return resultId === null || quoteId === null ? [] : [{ resultId, quoteId }]
    })
    .slice(0, shownOfEach)
}
