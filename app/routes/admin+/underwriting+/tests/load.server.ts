import { db } from '~/db.server'
import { figureDifferences } from '~/domain/engine-versions/case-figures'
import { collections, type Collection } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'
import { answerText } from '~/domain/corrections/answers'
import {
  caseFromQuote,
  caseOrigin,
  runCases,
  type CaseOutcome,
} from '~/domain/engine-versions/golden-cases.server'
import { expectedText } from '~/domain/engine-versions/grids.server'
import { readTableDraft } from '~/domain/engine-versions/table-drafts.server'
import { adminDate, adminTime, briefMoney, capital, counted } from '~/domain/formats'
import { parseId, quoteDigits } from '~/domain/ids'
import { questions } from '~/domain/quotes/questions'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import type { EngineInput } from '~/domain/underwriting/underwriting.server'
import type { GoldenCase } from '~/engine/golden-cases'

import type { CaseFacts, CaseState, ListedCase } from './case-list'
import { isFailing } from './cases'
import type { CasePreview } from './new-case'

/**
 * Returns the golden cases of the active version and of an admin's draft with their outcomes, failing ones first. Only the one named `open` has
 * its content.
 */
export async function loadCases(userId: number, open: string | null) {
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
  const origin = open === null ? null : await caseOrigin(db, open)
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
      applicant: applicantOf(test.input as EngineInput),
      open:
        test.name === open ? { origin: originText(origin), facts: factsOf(test.input as EngineInput) } : null,
      expected: expectedText(test.expected),
      state,
      now: outcomeOf(stored.get(test.name) ?? test, now[index]),
      drafted: isDrafted ? outcomeOf(test, drafted[index]) : null,
    }
  })
  cases.sort((one, other) => Number(isFailing(other)) - Number(isFailing(one)))
  return { cases, isDrafted, differences, note, base, saved_at }
}

function outcomeOf({ expected }: GoldenCase, outcome: CaseOutcome | undefined): CaseState {
  if (!outcome) return { passes: false, hasFigures: false, differences: ['It was not run'] }
  if (!outcome.ok) return { passes: false, hasFigures: false, differences: [outcome.message] }
  return { passes: outcome.passes, hasFigures: true, differences: figureDifferences(expected, outcome.found) }
}

/** Describes when a case was added, and by whom: by nobody if it came with the program. */
function originText(origin: Awaited<ReturnType<typeof caseOrigin>>) {
  if (!origin) return null
  const by = origin.author === null ? '' : ` by ${origin.author}`
  return `Added ${adminTime(origin.created_at)} UTC${by}, with ${origin.filename}.`
}

/** Describes the applicant of a case in a line: the answers that affect the price most, with the monthly income. */
function applicantOf({ quote }: EngineInput) {
  const { industry, employment_length: years, income, coverage_level: level } = quote
  const parts = [
    typeof industry === 'string' && industry !== '' ? industry : 'no industry',
    ...(typeof years === 'number' ? [counted(years, 'year')] : []),
    ...(typeof income === 'number' ? [briefMoney(income)] : []),
    typeof level === 'string' && level !== '' && level !== 'unsure' ? capital(level) : 'any tier',
  ]
  return capital(parts.join(', '))
}

export function quoteIdOf(text: string | null) {
  return parseId(quoteDigits(text ?? ''))
}

/** Returns the golden case made from a quote, or why there is none. */
export async function loadPreview(
  quote: string | null,
): Promise<{ preview: CasePreview | null; error: string | null }> {
  if (quote === null) return { preview: null, error: null }
  const quoteId = quoteIdOf(quote)
  if (quoteId === null) return { preview: null, error: 'Enter the number of a quote, such as 12' }
  const outcome = await caseFromQuote(db, sandbox, quoteId)
  if (!outcome.ok) return { preview: null, error: outcome.message }
  const { input, expected } = outcome
  const answers = input.quote
  const facts = factsOf(input)
  const { industry: work, coverage_level: level } = answers
  const name = [work, level, expected.status].filter((part) => typeof part === 'string').join(', ')
  return {
    preview: { quoteId, name: name.slice(0, 100), expected: expectedText(expected), facts },
    error: null,
  }
}

/** The applicant's data in a case: the answers in the order of the questions, and the matching rows of the tables. */
function factsOf({ quote, employer, industry, asOf }: EngineInput): CaseFacts {
  const answers = questions.flatMap(({ name, office, label }) =>
    name in quote ? [{ term: office.label ?? label, description: answerOf(name, quote[name]) }] : [],
  )
  return [
    { title: 'Applicant', items: [{ term: 'As of', description: adminDate(asOf) }, ...answers] },
    { title: "Employer's record", items: recordFacts(collections.employerRisks, employer) },
    { title: "Industry's figures", items: recordFacts(collections.industryFallbacks, industry) },
  ]
}

function answerOf(name: string, answer: unknown) {
  if (answer === null || answer === undefined || answer === '') return 'Not provided'
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  return answerText(name, typeof answer === 'number' ? answer : String(answer))
}

/** The values of a record without its name, so that a case stays anonymous. */
function recordFacts({ columns, nameColumn }: Collection, row: object | null) {
  const values = new Map(Object.entries(row ?? {}))
  return columns
    .filter(({ name }) => name !== nameColumn && (values.get(name) ?? null) !== null)
    .map((column) => ({ term: column.label, description: showValue(column, values.get(column.name)) }))
}
