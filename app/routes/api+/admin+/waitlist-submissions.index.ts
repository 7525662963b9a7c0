import { waitlist } from '~/domain/submissions/kinds'
import { submissionList } from '~/http/submission-calls.server'

const waitlistSubmissions = submissionList(waitlist)

export { waitlistSubmissions as loader, waitlistSubmissions as action }
