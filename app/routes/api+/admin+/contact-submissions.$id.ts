import { contacts } from '~/domain/submissions/kinds'
import { submissionRecord } from '~/http/submission-calls.server'

const contactSubmission = submissionRecord(contacts)

export { contactSubmission as loader, contactSubmission as action }
