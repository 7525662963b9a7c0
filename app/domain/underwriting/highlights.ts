import { capital, money, signedMoney } from '~/domain/formats'
import { labelsInWords } from '~/domain/labels-in-words'
import { officeLabel } from '~/domain/quotes/office-labels'

import type { ResultDetails } from './details'

/** Something about an answer that an underwriter should notice. */
export type Highlight = {
  /** The name of the question. */
  question: string
  /** 'doubt': a reason of the decision, such as a contradiction. 'price': it makes the price dearer. */
  kind: 'doubt' | 'price'
  text: string
}

type Factor = ResultDetails['factors'][number]

const contradictsRecord = "Contradicts the employer's record"

/** The answer that a reason of a decision is about, and the other one that it contradicts, or that chose the record that it does. */
const reasonQuestions: Record<string, { question: string; against?: string; text: string }> = {
  SALARY: { question: 'salary', against: 'income', text: 'Contradicts the monthly income' },
  EMPLOYER_INDUSTRY: { question: 'industry', against: 'employer_name', text: contradictsRecord },
  EMPLOYER_TYPE: { question: 'employer_type', against: 'employer_name', text: contradictsRecord },
  EMPLOYER_SIZE: { question: 'employer_size', against: 'employer_name', text: contradictsRecord },
  TENURE_AGE: {
    question: 'employment_length',
    against: 'date_of_birth',
    text: 'Contradicts the date of birth',
  },
  FAMILY: { question: 'children_count', against: 'family_size', text: 'Contradicts the family size' },
  BACKGROUND: { question: 'background_check', text: 'Major flag' },
  AFFORDABLE: { question: 'income', text: 'Low for this premium' },
  INCOME: { question: 'income', text: 'Nothing to protect' },
  AGE: { question: 'date_of_birth', text: 'Too young' },
  BIRTHDAY: { question: 'date_of_birth', text: 'Not readable' },
  TENURE: { question: 'employment_length', text: 'Too short for any tier' },
  STEP_DOWN: { question: 'employment_length', text: 'Too short for the tier asked for' },
  RECOMMENDED_TENURE: { question: 'employment_length', text: 'Too short for a higher tier' },
}

/** The answer that a factor looks at, and what the factor is called where it raises and where it lowers a price. */
const factorWords: Record<string, { question?: string; raises: string; lowers: string }> = {
  employer: { question: 'employer_name', raises: "employer's layoff record", lowers: 'steady employer' },
  industry: { question: 'industry', raises: 'industry', lowers: 'steady industry' },
  tenure: { question: 'employment_length', raises: 'short tenure', lowers: 'long tenure' },
  education: { question: 'education', raises: 'education', lowers: 'education' },
  credit_score: { question: 'credit_score', raises: 'credit score', lowers: 'good credit' },
  bankruptcy: { question: 'bankruptcy_history', raises: 'bankruptcy', lowers: 'no bankruptcy' },
  background_check: {
    question: 'background_check',
    raises: 'flag in the background check',
    lowers: 'clear background check',
  },
  union: { question: 'union_membership', raises: 'no union', lowers: 'union membership' },
  work_arrangement: {
    question: 'work_arrangement',
    raises: 'work arrangement',
    lowers: 'work arrangement',
  },
  pay_type: { question: 'pay_type', raises: 'pay type', lowers: 'pay type' },
  cover_taken: { raises: 'cover taken', lowers: 'less cover than the tier has' },
}

/** A factor stands out from this share of the premium and from this amount, in US dollars a month. */
const noticeable = { share: 0.01, dollars: 1 }

/** Returns what stands out among the answers, from the trace of a result alone: doubts first, then what costs most. */
export function highlightsOf({ decision, factors }: ResultDetails, premium: number | null): Highlight[] {
  const doubts = decision.reasons.flatMap(({ code }): Highlight[] => {
    const found = questionOf(code)
    return found ? [{ question: found.question, text: found.text, kind: 'doubt' }] : []
  })
  const dearer = factors
    .filter(
      ({ dollars }) =>
        premium !== null && dollars >= Math.max(noticeable.dollars, noticeable.share * premium),
    )
    .toSorted((one, other) => other.dollars - one.dollars)
    .flatMap((factor): Highlight[] => {
      const { question } = wordsOf(factor) ?? {}
      if (question === undefined) return []
      return [{ question, kind: 'price', text: `${named(factor)} adds ${money(factor.dollars)}` }]
    })
  return [...doubts, ...dearer]
}

/** Returns a rule of the engine in words, by its code: 'Industry: contradicts the employer's record'; null for a code of an edited engine. */
export function ruleInWords(code: string) {
  const reason = Object.hasOwn(reasonQuestions, code) ? reasonQuestions[code] : undefined
  if (!reason) return null
  return `${officeLabel(reason.question)}: ${reason.text.charAt(0).toLowerCase()}${reason.text.slice(1)}`
}

/** Whether the code is of a reason that refers nobody: how the tier was chosen, or that all is met. */
export function isTierReason(code: string) {
  return /^(?:MET|MENU|STEP_DOWN|RECOMMENDED_\w+)$/.test(code)
}

/**
 * Returns why a result is referred, each reason in a few words: "Annual salary: contradicts the monthly income". Several contradictions are
 * merged into one reason. A reason without such words, as another version of the engine may have it, keeps its text, and so do all if none
 * but those of the tier are given.
 */
export function referralReasons(reasons: readonly { code: string | null; text: string }[]) {
  const referring = reasons.filter(({ code }) => code === null || !isTierReason(code))
  const shown = (referring.length > 0 ? referring : reasons).map(({ code, text }) => ({
    text,
    about: questionOf(code),
  }))
  const contradictions = shown.flatMap(({ about }) => (about && isContradiction(about) ? [about] : []))
  const [first] = contradictions
  return shown.flatMap(({ text, about }) => {
    if (!about) return text.replace(/\.$/, '')
    if (contradictions.length < 2 || !isContradiction(about))
      return `${officeLabel(about.question)}: ${lowerFirst(about.text)}`
    return about === first ? merged(contradictions) : []
  })
}

type Reason = (typeof reasonQuestions)[string]

function isContradiction({ text }: Reason) {
  return text.startsWith('Contradicts ')
}

/** Returns several contradictions in a few words: "Industry and employer type contradict the record". */
function merged(contradictions: readonly Reason[]) {
  const ofRecord = contradictions.filter(({ text }) => text === contradictsRecord).length
  const others = ofRecord === 0 ? 'other answers' : 'the record or other answers'
  const labels = contradictions.map(({ question }) => officeLabel(question))
  return `${labelsInWords(labels)} contradict ${ofRecord === labels.length ? 'the record' : others}`
}

/** The number of reasons in a sentence. */
const largest = 3

/**
 * Returns the factors that move the price most, in one sentence: 'Employer's layoff record +$26.31, industry +$22.92, good credit −$3.65.'
 * Null where no factor moves it.
 */
export function largestReasons({ factors }: ResultDetails) {
  const parts = factors
    .filter(({ name, dollars }) => name !== 'rounding' && dollars !== 0)
    .toSorted((one, other) => Math.abs(other.dollars) - Math.abs(one.dollars))
    .slice(0, largest)
    .map((factor, index) => {
      const words = named(factor)
      return `${index === 0 ? words : lowerFirst(words)} ${signedMoney(factor.dollars)}`
    })
  return parts.length === 0 ? null : `${parts.join(', ')}.`
}

/** Returns the names of the questions that a reason of a decision is about: the doubted one first; none if it is about none. */
export function questionsOfReason(code: string | null) {
  const { question, against } = questionOf(code) ?? {}
  return [question, against].filter((name) => name !== undefined)
}

function questionOf(code: string | null) {
  return code !== null && Object.hasOwn(reasonQuestions, code) ? reasonQuestions[code] : undefined
}

function wordsOf({ name }: Factor) {
  return Object.hasOwn(factorWords, name) ? factorWords[name] : undefined
}

function named(factor: Factor) {
  const words = wordsOf(factor)
  const text = words === undefined ? factor.label : factor.dollars > 0 ? words.raises : words.lowers
  return capital(text)
}

function lowerFirst(words: string) {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
