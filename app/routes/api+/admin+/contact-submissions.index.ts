import { contacts } from '~/domain/submissions/kinds'
import { submissionList } from '~/http/submission-calls.server'

const contactSubmissions = submissionList(contacts)

export { contactSubmissions as loader, contactSubmissions as action }
