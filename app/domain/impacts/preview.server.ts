import type { Db } from '../../../db/schema'
import { RunFailure } from '~/domain/background-runs/background-runs.server'
import { calendarDay } from '~/domain/dates'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { openBook, readPage } from './book.server'
import { claimsOf, namesOf } from './compare.server'
import { newestRange } from './impacts.queries.server'
import { readOutcome, type Figures } from './outcome'
import type { RecordPreview } from './preview'
import { runPage } from './run-page.server'
import { recordSubject, type RecordEdit, type SubjectOutcome } from './subjects.server'

/** The newest quotes that a preview runs: a quarter of a second. */
const maxQuotes = 200
const maxNamed = 5

type Outcome =
  | { ok: true; preview: RecordPreview }
  | { ok: false; reason: 'failed'; message: string }
  | Exclude<SubjectOutcome, { ok: true }>

/** Returns what an added, changed or deleted tier, employer or industry does to the newest quotes. Stores nothing. */
export async function previewRecord(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
  slug: string,
  edit: RecordEdit,
): Promise<Outcome> {
  const outcome = await recordSubject(db, slug, edit)
  if (!outcome.ok) return outcome
  const { before: version, change } = outcome.comparison
  const asOf = calendarDay(new Date())
  const [book, range] = await Promise.all([openBook(db, change, asOf), newestRange(db, maxQuotes)])
  const items = await readPage(db, book, range)
  const changed = items.filter((item) => item.after !== item.before)
  const batch: typeof sandbox.runFigures = (source, inputs, options) =>
    sandbox.runFigures(source, inputs, { ...options, trial: true })
  try {
    const befores = await runPage(
      batch,
      version,
      items.map(({ id: quote, before }) => ({ id: quote, input: before })),
    )
    const afters = await runPage(
      batch,
      version,
      changed.map(({ id: quote, after }) => ({ id: quote, input: after })),
    )
    const tiers = { before: namesOf(book.tiers.before), after: namesOf(book.tiers.after) }
    const sides = items.flatMap((item) => {
      const one = readOutcome(befores.get(item.id)!, tiers.before)
      const run = afters.get(item.id)
      const other = run ? readOutcome(run, tiers.after) : one
      if (!one.ok || !other.ok) return []
      const claims = {
        before: claimsOf(one, version, item.before),
        after: claimsOf(other, version, item.after),
      }
      return [{ id: item.id, before: one.figures, after: other.figures, claims }]
    })
    return { ok: true, preview: summaryOf(sides, items.length) }
  } catch (error) {
    if (error instanceof RunFailure) return { ok: false, reason: 'failed', message: error.message }
    throw error
  }
}

type Side = { id: number; before: Figures; after: Figures; claims: { before: number; after: number } }

function summaryOf(sides: readonly Side[], quotes: number): RecordPreview {
  const total = (valueOf: (side: Side) => number) => sides.reduce((sum, side) => sum + valueOf(side), 0)
  const offered = ({ decision, premium }: Figures) => (decision === 'declined' ? 0 : premium)
  const moveOf = ({ before, after }: Side) => offered(after) - offered(before)
  const moved = sides.filter((side) => Math.abs(moveOf(side)) >= 0.005)
  const decided = sides.filter(({ before, after }) => before.decision !== after.decision)
  return {
    quotes,
    failed: quotes - sides.length,
    dearer: moved.filter((side) => moveOf(side) > 0).length,
    cheaper: moved.filter((side) => moveOf(side) < 0).length,
    decisions: decided.length,
    tiers: sides.filter(({ before, after }) => before.tier !== after.tier).length,
    premium: { before: total(({ before }) => offered(before)), after: total(({ after }) => offered(after)) },
    claims: { before: total(({ claims }) => claims.before), after: total(({ claims }) => claims.after) },
    named: [
      ...decided,
      ...moved
        .filter((side) => !decided.includes(side))
        .toSorted((one, other) => Math.abs(moveOf(other)) - Math.abs(moveOf(one))),
    ]
      .slice(0, maxNamed)
      .map(({ id, before, after }) => ({ id, before: namedSide(before), after: namedSide(after) })),
  }
}

function namedSide({ decision, tier, premium }: Figures) {
  return { decision, tier, premium }
}
