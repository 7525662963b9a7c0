import { fingerprint } from '~/domain/hashes.server'
import { questions, type StepId } from '~/domain/quotes/questions'

import type { DraftAnswers } from './steps'

/** Returns the version of the stored answers that a page shows: a hash of each answer of a step, or of all for the check before sending. */
export function answersVersion(step: StepId | 'check', answers: DraftAnswers) {
  return questionsOf(step)
    .map(({ name }) => answerHash(answers[name]))
    .join('.')
}

/** Returns the questions whose stored answers have changed since a version. */
export function changedSince(step: StepId | 'check', answers: DraftAnswers, version: string) {
  const hashes = version.split('.')
  return questionsOf(step).filter(({ name }, place) => hashes[place] !== answerHash(answers[name]))
}

function questionsOf(step: StepId | 'check') {
  return questions.filter((question) => step === 'check' || question.step === step)
}

function answerHash(answer = '') {
  return fingerprint(answer).slice(0, 8)
}
