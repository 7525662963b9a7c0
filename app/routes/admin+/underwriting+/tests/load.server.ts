import { db } from '~/db.server'
import { caseFromQuote, runCases, type CaseOutcome } from '~/domain/engine-versions/golden-cases.server'
import { expectedText } from '~/domain/engine-versions/grids.server'
import { readTableDraft } from '~/domain/engine-versions/table-drafts.server'
import { questions } from '~/domain/quotes/questions'
import { sandbox } from '~/domain/underwriting/sandbox.server'

import type { ListedCase } from './case-list'
import type { CasePreview } from './new-case'

/** Returns the golden cases of the version in use and of an admin's draft, each with its outcome. */
export async function loadCases(userId: number) {
  const draft = await readTableDraft(db, userId)
  if (!draft) return null
  const { active, version, differences, note, base, saved_at } = draft
  const isDrafted = differences.length > 0
  const own = new Map(version.tests.map((test) => [test.name, test]))
  const stored = new Map(active.tests.map((test) => [test.name, test]))
  const tests = [
    ...active.tests.map((test) => own.get(test.name) ?? test),
    ...version.tests.filter(({ name }) => !stored.has(name)),
  ]
  const now = await runCases(
    sandbox,
    active,
    tests.map((test) => stored.get(test.name) ?? test),
  )
  const drafted = isDrafted ? await runCases(sandbox, version, tests) : []
  const cases = tests.map((test, index): ListedCase => {
    const before = stored.get(test.name)
    const state = !own.has(test.name) ? 'removed' : !before ? 'added' : before === test ? 'same' : 'changed'
    return {
      name: test.name,
      expected: expectedText(test.expected),
      state,
      now: withText(now[index]),
      drafted: isDrafted ? withText(drafted[index]) : null,
    }
  })
  return { cases, isDrafted, differences, note, base, saved_at }
}

function withText(outcome: CaseOutcome | undefined): ListedCase['now'] {
  if (!outcome) return { ok: false, message: 'It was not run' }
  return outcome.ok ? { ...outcome, text: expectedText(outcome.found) } : outcome
}

export function quoteIdOf(text: string | null) {
  return text !== null && /^\s*(?:Q-)?\d{1,9}\s*$/i.test(text) ? Number(text.replace(/\D/g, '')) : null
}

/** Returns the golden case that a quote makes, or why there is none. */
export async function loadPreview(
  quote: string | null,
): Promise<{ preview: CasePreview | null; error: string | null }> {
  if (quote === null) return { preview: null, error: null }
  const quoteId = quoteIdOf(quote)
  if (quoteId === null) return { preview: null, error: 'Enter the number of a quote, such as 12' }
  const made = await caseFromQuote(db, sandbox, quoteId)
  if (!made.ok) return { preview: null, error: made.message }
  const { input, expected } = made
  const { quote: answers, employer, industry, asOf } = input
  const labels = new Map(questions.map(({ name, office, label }) => [name, office?.label ?? label]))
  const facts = [
    { term: 'As of', description: asOf },
    ...Object.entries(answers).map(([name, answer]) => ({
      term: labels.get(name) ?? name,
      description: answerText(answer),
    })),
    { term: "Employer's record", description: employer ? factsText(employer) : 'None' },
    { term: 'Industry', description: industry ? factsText(industry) : 'None' },
  ]
  const { industry: work, coverage_level: level } = answers
  const name = [work, level, expected.status].filter((part) => typeof part === 'string').join(', ')
  return {
    preview: { quoteId, name: name.slice(0, 100), expected: expectedText(expected), facts },
    error: null,
  }
}

function answerText(answer: unknown) {
  if (answer === null || answer === undefined || answer === '') return 'Not provided'
  return answer === true ? 'Yes' : answer === false ? 'No' : String(answer)
}

function factsText(row: object) {
  return Object.entries(row)
    .filter(([name, value]) => !['id', 'employer_name'].includes(name) && value !== null)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
