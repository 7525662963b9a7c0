import { careers } from '~/domain/submissions/kinds'
import { submissionList } from '~/http/submission-calls.server'

const careerSubmissions = submissionList(careers)

export { careerSubmissions as loader, careerSubmissions as action }
