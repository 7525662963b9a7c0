import { careers } from '~/domain/submissions/kinds'
import { submissionRecord } from '~/http/submission-calls.server'

const careerSubmission = submissionRecord(careers)

export { careerSubmission as loader, careerSubmission as action }
