import { quotes } from '~/domain/submissions/kinds'
import { submissionRecord } from '~/http/submission-calls.server'

const quoteSubmission = submissionRecord(quotes)

export { quoteSubmission as loader, quoteSubmission as action }
