import type { QuestionEffects } from '~/domain/quotes/question-effects'

import effects from './question-effects.json'

/** What each question changes under the engine that the program comes with; a test computes it. */
export const bundledEffects: QuestionEffects = effects
