import type { Db } from '../../../db/schema'
import { facts } from '~/content/facts'
import { addBusinessDays } from '~/domain/business-days'
import { calendarDay } from '~/domain/dates'

import * as queries from './work.queries.server'
import type { Act } from './work.queries.server'

export type { Act } from './work.queries.server'

/** An application that waits; `due` is the day by which an answer is promised, YYYY-MM-DD. */
export type WorkItem = {
  quoteId: number
  name: string
  submittedAt: Date
  due: string
  isLate: boolean
  resultId: number | null
  decision: string | null
  /** Whether a decision on the referral waits for a senior. */
  proposed: boolean
}

export type WorkGroup = { act: Act; count: number; items: WorkItem[] }

const acts = ['decide', 'run', 'send'] as const satisfies readonly Act[]

/** The number of applications without an answer as the bar shows it: '7', or '99+'. */
export async function countWork(db: Db) {
  const count = await queries.countOpen(db, 100)
  return count > 99 ? '99+' : String(count)
}

export const shownOfEach = 50
/** The oldest applications without an answer that are looked at. */
const looked = 5000

/** Returns what waits for an admin, the oldest applications first. */
export async function findWork(
  db: Db,
  today = calendarDay(new Date()),
): Promise<{ groups: WorkGroup[]; requests: number; mails: number }> {
  const [rows, others] = await Promise.all([
    queries.listWork(db, { shown: shownOfEach, looked }),
    queries.countElse(db),
  ])
  const groups = acts.map((act) => {
    const own = rows.filter((row) => row.act === act)
    return { act, count: own[0]?.count ?? 0, items: own.map((row) => itemOf(row, today)) }
  })
  return { groups, ...others }
}

function itemOf(row: queries.WorkRow, today: string): WorkItem {
  const due = addBusinessDays(calendarDay(row.submitted_at), facts.quoteBusinessDays)
  return {
    quoteId: row.quote_id,
    name: row.name,
    submittedAt: row.submitted_at,
    due,
    isLate: due < today,
    resultId: row.result_id,
    decision: row.decision,
    proposed: row.proposed,
  }
}
