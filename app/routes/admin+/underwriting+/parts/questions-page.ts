import { parseId } from '~/domain/ids'
import { fromOf, quoteUrl, readOrigin, readResultOrigin, resultUrl } from '~/domain/quotes/origin'

/** The page that a question was opened from: that of its quote, or of the result that the URL names. */
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
