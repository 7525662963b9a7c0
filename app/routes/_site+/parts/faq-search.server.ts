import type { QuestionGroup } from '~/content/faq'
import { wordsOf } from '~/lists/search-terms'

const stopWords = new Set(
  (
    'a about an and any are as at be been by can could d did do does for from get had has have how i if in is it its just ll long m me must my ' +
    'of on or our please re s should so t than that the their them then there these they this to until ve want was we were what when where ' +
    'which who why will with would you your'
  ).split(' '),
)

const phrases: readonly [RegExp, string][] = [
  [/\bhow much\b/g, 'price'],
  [/\bmoney back\b/g, 'refund'],
  [/\bwaiting (?:time|period)\b/g, 'elimination'],
  [/\blaid off\b/g, 'layoff'],
  [/\bself employed\b/g, 'freelance'],
]

/** Words of a search, and their synonyms in the answers. */
const synonyms = [
  { words: 'price cost premium fee charge rate expensive cheap', answers: 'price cost premium' },
  { words: 'refund cancel cancellation reimburse', answers: 'refund cancel' },
  {
    words: 'layoff fired sacked dismissed redundant unemployed unemployment',
    answers: 'layoff dismissal lose',
  },
  { words: 'pay paid payment payout benefit', answers: 'pay paid benefit' },
  { words: 'quit resign leave', answers: 'quit' },
  { words: 'age old', answers: 'age old' },
  { words: 'document proof paperwork evidence', answers: 'document' },
  { words: 'delete close remove', answers: 'delete close' },
].map(({ words, answers }) => ({ words: stems(words), answers: stems(answers) }))

/**
 * The groups with the questions that have all words of a search in their question or answer, in any form and as any synonym. If none has,
 * those that have its rarest words; without words, all of them.
 */
export function searchQuestions(groups: readonly QuestionGroup[], search: string): QuestionGroup[] {
  const terms = meaningsIn(search)
  const all = groups.flatMap(({ questions }) => questions)
  const texts = new Map(all.map((question) => [question, [question.question, ...question.answer].join(' ')]))
  if (terms.length === 0) return only(groups, (question) => texts.get(question)!.includes(search.trim())) // punctuation only, or empty

  const matches = terms.map(
    (meanings) => new Set(all.filter((question) => hasAny(texts.get(question)!, meanings))),
  )
  const isComplete = (question: Question) => matches.every((match) => match.has(question))
  if (all.some(isComplete)) return only(groups, isComplete)
  const score = (question: Question) =>
    matches.reduce((sum, match) => (match.has(question) ? sum + 1 / match.size : sum), 0)
  const maxScore = Math.max(...all.map(score))
  return only(groups, (question) => maxScore > 0 && score(question) === maxScore)
}

type Question = QuestionGroup['questions'][number]

function only(groups: readonly QuestionGroup[], fits: (question: Question) => boolean) {
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter(fits) }))
    .filter(({ questions }) => questions.length > 0)
}

/** Returns the stems that match each significant word of a search; none for punctuation only. */
function meaningsIn(search: string) {
  const words = wordsOf(search)
  if (words.length === 0) return []
  const terms = phrases
    .reduce((text, [phrase, word]) => text.replace(phrase, word), words.join(' '))
    .split(' ')
  const significant = terms.filter((word) => !stopWords.has(word))
  return (significant.length > 0 ? significant : terms).map(meaningsOf)
}

function hasAny(text: string, stems: readonly string[]) {
  return wordsOf(text).some((word) => stems.some((stem) => hasStem(word, stem)))
}

function meaningsOf(word: string) {
  const stem = stemOf(word)
  return synonyms.find(({ words }) => words.includes(stem))?.answers ?? [stem]
}

/** Whether a word starts with a stem; one or two letters must be the whole word. */
function hasStem(word: string, stem: string) {
  return stem.length < 3 ? word === stem : word.startsWith(stem)
}

function stems(words: string) {
  return words.split(' ').map(stemOf)
}

/** Removes common endings, and the second of two letters before one: 'cancelled' and 'cancels' become 'cancel'. Keeps three letters. */
function stemOf(word: string) {
  return word.replace(/(?<=..)(.)\1?(?:ing|ed)$/, '$1').replace(/(?<=...)(?:ies|es|s|e|y)$/, '')
}
