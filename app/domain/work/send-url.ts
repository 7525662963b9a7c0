import { parseId } from '~/domain/ids'

/** A result of the list of those to send, with its quote and the underwriter's decision that was shown, if any. */
export type ChosenResult = { resultId: number; quoteId: number; decisionId: number | null }

/** The maximum number of results of one list. */
export const shownOfEach = 40

/** The results of items of the work list. */
export function resultsOf(
  items: readonly (Omit<ChosenResult, 'resultId'> & { resultId: number | null })[],
): ChosenResult[] {
  return items.flatMap(({ resultId, quoteId, decisionId }) =>
    resultId === null ? [] : [{ resultId, quoteId, decisionId }],
  )
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
    results: chosen
      .map(({ resultId, quoteId, decisionId }) => [resultId, quoteId, decisionId ?? []].flat().join('-'))
      .join('.'),
  })
}

/** Parses the results of such a URL; ignores what does not begin with a pair of numbers. */
export function readChosenResults(search: URLSearchParams): ChosenResult[] {
  return (search.get('results') ?? '')
    .split('.')
    .flatMap((one) => {
      const [resultId = null, quoteId = null, decisionId = null] = one.split('-').map(parseId)
      return resultId === null || quoteId === null ? [] : [{ resultId, quoteId, decisionId }]
    })
    .slice(0, shownOfEach)
}
