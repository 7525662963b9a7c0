import type { QuestionGroup } from '~/content/faq'

/** The longest search that is read, in characters. */
export const maxSearch = 100

/** The groups with the questions that have all words of a search in their question or answer; without words, all of them. */
export function searchQuestions(groups: readonly QuestionGroup[], search: string): QuestionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = [question, ...answer].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}
