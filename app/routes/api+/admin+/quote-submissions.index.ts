import { quotes } from '~/domain/submissions/kinds'
import { submissionList } from '~/http/submission-calls.server'

const quoteSubmissions = submissionList(quotes)

export { quoteSubmissions as loader, quoteSubmissions as action }
