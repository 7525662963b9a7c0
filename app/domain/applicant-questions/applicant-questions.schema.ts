import { z } from 'zod'

import { isValid, requiredText } from '~/domain/fields'

import { questionLength } from './applicant-questions.options'

/** A question to an applicant. */
export const applicantQuestionSchema = z.object({
  message: requiredText('Question', { ...questionLength, multiline: true, missing: 'Write your question' }),
})

/** The answer of an applicant: more than a mark or a picture. */
export const applicantAnswerSchema = z.object({
  answer: requiredText('Answer', { max: 4000, multiline: true, missing: 'Write your answer' }).refine(
    (answer) => /[\p{L}\p{N}]/u.test(answer),
    { error: 'Write your answer in words', when: isValid },
  ),
})
