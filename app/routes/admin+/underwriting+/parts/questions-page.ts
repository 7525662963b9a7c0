import { parseId } from '~/domain/ids'
import { fromOf, quoteUrl, readOrigin, readResultOrigin, resultUrl } from '~/domain/quotes/origin'

/** Returns the URL of the page that a question was opened from: its quote's, or that of the result in the URL. */
export function pageOfQuestions(request: Request, quoteId: number) {
  const { searchParams } = new URL(request.url)
  const result = parseId(searchParams.get('result') ?? '')
  return result === null
    ? {
        to: `${quoteUrl(quoteId, fromOf(readOrigin(searchParams.get('from'))))}#questions`,
        label: `Quote Q-${quoteId}`,
      }
    : {
        to: `${resultUrl(result, readResultOrigin(searchParams.get('from')))}#questions`,
        label: `Result ${result}`,
      }
}
