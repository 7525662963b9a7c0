import { z } from 'zod'

import { requiredText } from '~/domain/fields'

export const maxQuestion = 2000
export const maxAnswer = 4000

/** A question to an applicant. */
export const applicantQuestionSchema = z.object({
  message: requiredText('Question', { max: maxQuestion, multiline: true, missing: 'Write your question' }),
})

/** What an applicant answers to it. */
export const applicantAnswerSchema = z.object({
  answer: requiredText('Answer', { max: maxAnswer, multiline: true, missing: 'Write your answer' }),
})
