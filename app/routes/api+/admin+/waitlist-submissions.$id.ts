import { waitlist } from '~/domain/submissions/kinds'
import { submissionRecord } from '~/http/submission-calls.server'

const waitlistSubmission = submissionRecord(waitlist)

export { waitlistSubmission as loader, waitlistSubmission as action }
