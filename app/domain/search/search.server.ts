import type { Db } from '../../../db/schema'
import { officePages, type OfficePage } from '~/content/office-pages'
import { listAccounts } from '~/domain/accounts/directory.server'
import { collections } from '~/domain/configuration/collections'
import { addDays, calendarDay } from '~/domain/dates'
import type { Verdict } from '~/domain/decisions/decisions.options'
import { capital, money } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { submissionKinds, type Submission, type SubmissionKind } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { listSubmissions } from '~/domain/submissions/submissions.server'
import { resultList } from '~/domain/underwriting/result-list'
import { referenceOf, startsOfWords, wordsOf } from '~/lists/search-terms'

import * as queries from './search.queries.server'

export type Hit = { label: string; note: string; to: string }

/** Hits of one kind; `all` is the list with the others, where there are more. */
export type HitGroup = { title: string; hits: Hit[]; all: string | null }

/** The hits that are shown of each kind. */
const shown = 8
const maxSearch = 100

/** The groups that a word before a name or number selects. */
const groupsOf: Record<string, string> = {
  run: 'Acts',
  decide: 'Acts',
  send: 'Acts',
  correct: 'Acts',
  ask: 'Acts',
  result: 'Results',
  quote: 'Quote Requests',
  account: 'Accounts',
  employer: 'Employers',
  tier: 'Tiers',
  edit: 'Tiers',
  page: 'Pages',
}

/**
 * Searches the back office for people, applications, results, employers, tiers, pages and acts. Words count from their beginning, without
 * accents and punctuation; a last letter counts as a beginning too where nothing has it as a word. 'Q-12' and 'q12' name an application,
 * '#12' and '12' what has the number, 'send 12', 'run ann', 'result 12' and 'tier standard' one kind. Groups without hits are left out.
 */
export async function searchOffice(db: Db, text: string): Promise<HitGroup[]> {
  const term = text.replaceAll('\0', ' ').slice(0, maxSearch).toWellFormed().trim()
  const [, kind = '', rest = ''] = /^(\w+)\s+(.+)$/s.exec(term) ?? []
  const title = Object.hasOwn(groupsOf, kind.toLowerCase()) ? groupsOf[kind.toLowerCase()] : undefined
  const verb = title === 'Acts' ? kind.toLowerCase() : undefined
  const ofKind = title ? (await findStarted(db, rest, verb)).filter((group) => group.title === title) : []
  if (ofKind.length > 0) return ofKind
  const all = await findStarted(db, term)
  // An act that cannot be done leads to what it was meant for.
  return all.length === 0 && verb !== undefined ? findStarted(db, rest) : all
}

/** Searches for a text. Without matches, a single last letter is taken for the beginning of a word: 'ann d'. */
async function findStarted(db: Db, text: string, verb?: string): Promise<HitGroup[]> {
  const groups = await findGroups(db, text, verb)
  const [, words, letter] = /^(.*\S)\s+(\S)$/s.exec(text.trim()) ?? []
  const [start] = wordsOf(letter ?? '')
  if (groups.length > 0 || words === undefined || start === undefined) return groups
  return (await findGroups(db, words, verb))
    .map((group) => ({
      ...group,
      hits: group.hits.filter(({ label }) => wordsOf(label).some((word) => word.startsWith(start))),
    }))
    .filter(({ hits }) => hits.length > 0)
}

/** Searches for a text. A `verb` names the acts on what is found that are meant. */
async function findGroups(db: Db, term: string, verb?: string): Promise<HitGroup[]> {
  const query = startsOfWords(term)
  if (query === null) return []
  const reference = referenceOf(term)
  const number = reference?.number ?? term
  const id = parseId(number)
  const ofQuote = reference?.kind === 'quote'
  const [submissions, accounts, configuration, results, numbered] = await Promise.all([
    Promise.all(submissionKinds.map((kind) => findSubmissions(db, kind, term))),
    listAccounts(db, { search: id === null || ofQuote ? term : `#${id}`, limit: shown + 1 }),
    reference ? [] : findConfiguration(db, term, query),
    id === null ? [] : queries.findResults(db, { id: ofQuote ? null : id, quote: id }, shown + 1),
    id === null ? undefined : queries.findQuote(db, id),
  ])
  const [quotes, ...others] = submissions
  const named = quotes!.rows.map((quote) => Number(quote.id))
  const states = await queries.findQuoteStates(db, [...(numbered ? [numbered.id] : []), ...named])
  const hitOf = (quote: Submission) =>
    quoteHit(
      quote,
      states.find(({ id: own }) => own === Number(quote.id)),
    )
  const first = numbered ? [hitOf(numbered)] : []
  const people = quotes!.rows.map(hitOf)
  const ofResult = results.find((result) => result.id === id && result.quote_submission_id !== numbered?.id)
  const acts = {
    title: 'Acts',
    all: null,
    hits: await findActs(db, {
      quotes: numbered ? [numbered.id] : verb !== undefined || named.length === 1 ? named : [],
      ofResult: ofResult?.quote_submission_id,
      verb,
    }),
  }
  const groups = [
    ...(numbered || verb ? [acts] : []),
    { ...quotes!, hits: [...first, ...people.filter(({ to }) => to !== first[0]?.to)] },
    ...(numbered || verb ? [] : [acts]),
    {
      title: 'Results',
      all: `/admin/underwriting/results?quote=${number}`,
      hits: results.map(({ id: result, quote_submission_id, decision, verdict, premium, name }) => ({
        label: `Result ${result}`,
        note: `Q-${quote_submission_id}, ${name}, ${verdict ? verdictWords[verdict] : decision}${premiumOf({ premium })}`,
        to: `/admin/underwriting/result/${result}`,
      })),
    },
    ...others,
    {
      title: 'Accounts',
      all: `/admin/accounts?q=${encodeURIComponent(term)}`,
      hits: accounts.map(({ id: account, username, email }) => ({
        label: username,
        note: email,
        to: `/admin/accounts/${account}`,
      })),
    },
    ...configurationGroups(configuration),
    { title: 'Pages', all: null, hits: findPages(term) },
  ]
  return groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ title, hits, all }) => ({
      title,
      hits: hits.slice(0, shown),
      all: hits.length > shown ? all : null,
    }))
}

async function findSubmissions(
  db: Db,
  kind: SubmissionKind,
  text: string,
): Promise<HitGroup & { rows: readonly Submission[] }> {
  const params = new URLSearchParams({ tab: kind.slug, q: text })
  const { rows } = await listSubmissions(db, readListState(params, kind), shown + 1)
  const hitOf = ({ id, name, email, status }: Submission) => ({
    label: String(name),
    note: `${String(email)}, ${String(status)}`,
    to: `/admin/submissions/${kind.slug}/${id}`,
  })
  return {
    title: kind.title,
    all: `/admin/submissions?${params}`,
    hits: rows.map(hitOf),
    rows,
  }
}

/** Returns the employers and tiers with a name, or all tiers for only the word. */
async function findConfiguration(db: Db, term: string, query: string) {
  return /^tiers?$/i.test(term.trim())
    ? queries.listTiers(db, shown + 1)
    : queries.findConfiguration(db, query, shown + 1)
}

/** An application with its status and, after a run, the current decision of its newest result. */
function quoteHit({ id, name, email, status }: Submission, state: queries.QuoteState | undefined): Hit {
  const decision = state?.current_decision && `${capital(state.current_decision)}${premiumOf(state)}`
  const facts = new Set([String(status), decision, String(email)]) // a declined application has this status too
  return {
    label: `Q-${id} ${String(name)}`,
    note: [...facts].filter(Boolean).join(', '),
    to: `/admin/underwriting/quote/${id}`,
  }
}

/** What a person has decided about a result. */
const verdictWords: Record<Verdict, string> = {
  accepted: 'accepted by a person',
  changed: 'accepted with changes',
  declined: 'declined by a person',
}

function premiumOf({ premium }: Pick<queries.QuoteState, 'premium'>) {
  return premium === null ? '' : ` ${money(premium)} a month`
}

/**
 * Returns the page of the only application that is found, so that a search for a name or a number goes straight to it; null if there are
 * several, or anybody else.
 */
export function onlyQuoteOf(groups: readonly HitGroup[]) {
  const people = groups.filter(({ title }) => submissionKinds.some((kind) => kind.title === title))
  const [only, ...others] = people.flatMap(({ hits }) => hits)
  return only && others.length === 0 && people[0]?.title === submissionKinds[0]?.title ? only.to : null
}

type Acting = {
  quotes: readonly number[]
  /** The application of a result found by its number: acts only on the result. */
  ofResult: number | undefined
  verb: string | undefined
}

/** What can be done to applications, each on its page. */
async function findActs(db: Db, { quotes, ofResult, verb }: Acting): Promise<Hit[]> {
  const ids = [...quotes.slice(0, shown), ...(ofResult === undefined ? [] : [ofResult])]
  if (ids.length === 0) return []
  const states = await queries.findQuoteStates(db, ids)
  const acts = states.flatMap((quote) => [
    ...actsOnResult(quote),
    ...(quotes.includes(quote.id) ? actsOnAnswers(quote) : []),
  ])
  return verb === undefined ? acts : acts.filter(({ label }) => label.toLowerCase().startsWith(`${verb} `))
}

/** What the newest result of an application waits for. */
function actsOnResult({
  id,
  name,
  result_id: result,
  current_decision: current,
  premium,
  waits,
}: queries.QuoteState): Hit[] {
  if (result === null || !waits) return []
  const [of, page] = [`result ${result} of Q-${id} ${name}`, `/admin/underwriting/result/${result}`]
  if (current === 'referred')
    return [{ label: `Decide on ${of}`, note: 'on the page of the result', to: `${page}#decision` }]
  const note = current === 'declined' ? 'a refusal' : `${money(premium)} a month`
  return [{ label: `Send ${of}`, note, to: `${page}#offer` }]
}

function actsOnAnswers({ id, name, status, email }: queries.QuoteState): Hit[] {
  const quote = `Q-${id} ${name}`
  const isWithdrawn = status === 'Withdrawn'
  const note = isWithdrawn ? 'a withdrawn quote' : 'a form'
  const run = {
    label: `Run underwriting for ${quote}`,
    note: isWithdrawn ? note : 'on the page of the quote',
    to: `/admin/underwriting/quote/${id}`,
  }
  const correct = { label: `Correct the answers of ${quote}`, note, to: `/admin/underwriting/correct/${id}` }
  const ask = { label: `Ask the applicant of ${quote}`, note, to: `/admin/underwriting/ask/${id}` }
  // What would be refused is not offered.
  if (isAnonymized({ email })) return [run]
  return isWithdrawn ? [run, correct] : [run, correct, ask]
}

function configurationGroups(rows: Awaited<ReturnType<typeof queries.findConfiguration>>): HitGroup[] {
  const tables = [
    { kind: 'employer', title: 'Employers', tab: 'employer-risks' },
    { kind: 'tier', title: 'Tiers', tab: 'coverage-tiers' },
  ]
  return tables.map(({ kind, title, tab }) => ({
    title,
    all: `/admin/underwriting?tab=${tab}#${tab}`,
    hits: rows
      .filter((row) => row.kind === kind)
      .map(({ id, name, premium }) => ({
        label: name,
        note: kind === 'tier' ? `edit tier, ${money(premium)} a month` : 'edit employer',
        to: `/admin/underwriting?tab=${tab}&edit=${tab}:${id}#${tab}`,
      })),
  }))
}

/** What the search finds of pages: those of the back office, and lists and tables by their names. */
const pages: OfficePage[] = [
  ...officePages,
  {
    label: 'Results that wait to be sent',
    to: resultList.url({ decision: 'to-send' }),
    words: 'send offers applicants mail',
  },
  {
    label: 'Results that wait for a decision',
    to: resultList.url({ decision: 'to-decide' }),
    words: 'decide referrals referred',
  },
  ...Object.values(collections).map(({ slug, title }) => ({
    label: title,
    to: `/admin/underwriting?tab=${slug}#${slug}`,
    words: 'tables configuration',
  })),
  { label: 'Two-step login', to: '/two-step-login', words: 'second factor passkeys' },
]

/** Lists of certain days. `today` is YYYY-MM-DD in UTC; a week begins on Monday. */
function pagesOf(today: string) {
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const changes = (day: string) => `/admin/audit?from=${day}&to=${day}`
  return [
    { label: 'Changes of today', to: changes(today), words: 'who changed audit' },
    { label: 'Changes of yesterday', to: changes(yesterday), words: 'who changed audit' },
    {
      label: 'Results of this week, dearest employer first',
      to: `/admin/underwriting/results?from=${monday}&to=${today}&sort=-factor`,
      words: 'by employer risk dollars lost most',
    },
  ]
}

function findPages(text: string): Hit[] {
  const typed = wordsOf(text)
  return [...pages, ...pagesOf(calendarDay(new Date()))]
    .filter(({ label, words = '' }) => {
      const own = wordsOf(`${label} ${words}`)
      return typed.every((word) => own.some((one) => one.startsWith(word)))
    })
    .map(({ label, to }) => ({ label, note: '', to }))
}
