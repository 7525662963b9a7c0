import { parseId } from '~/domain/ids'

/** The page that a question was opened from: that of its quote, or of the result that the URL names. */
export function pageOfQuestions(request: Request, quoteId: number) {
  const result = parseId(new URL(request.url).searchParams.get('result') ?? '')
  return result === null
    ? { to: `/admin/underwriting/quote/${quoteId}#questions`, label: `Quote Q-${quoteId}` }
    : { to: `/admin/underwriting/result/${result}#questions`, label: `Result ${result}` }
}
