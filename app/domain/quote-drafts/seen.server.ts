import { fingerprint } from '~/domain/hashes.server'
import { questions, type StepId } from '~/domain/quotes/questions'

import type { DraftAnswers } from './steps'

/** Returns marks of the stored answers that a page shows: those of a step, or all that are read back before sending. */
export function marksOf(step: StepId | 'check', answers: DraftAnswers) {
  return shownBy(step)
    .map(({ name }) => mark(answers[name]))
    .join('.')
}

/** Returns the questions whose stored answers are others than those that a page with the marks `seen` has shown. */
export function changedSince(step: StepId | 'check', answers: DraftAnswers, seen: string) {
  const marks = seen.split('.')
  return shownBy(step).filter(({ name }, place) => marks[place] !== mark(answers[name]))
}

function shownBy(step: StepId | 'check') {
  return questions.filter((question) => step === 'check' || question.step === step)
}

function mark(answer = '') {
  return fingerprint(answer).slice(0, 8)
}
