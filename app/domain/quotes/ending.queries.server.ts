import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** When an application was withdrawn, and by whom: its applicant, by the private link of an offer, or the back office. */
export type Withdrawal = {
  /** Null where nothing is recorded. */
  at: Date | null
  byApplicant: boolean
  /** The admin as other admins see them; null for the applicant, and for a deleted account. */
  admin: string | null
}

/** Returns the latest withdrawal of each of the applications that was ever withdrawn. */
export async function listWithdrawals(db: Db, quoteIds: readonly number[]) {
  const ids = [...quoteIds]
  const { rows } = await sql<Withdrawal & { id: number }>`
    select distinct on (id) id, at, by_applicant as "byApplicant", admin from (
      select quote_submission_id as id, answered_at as at, true as by_applicant, null::text as admin
      from offers where answer = 'withdrawn' and quote_submission_id = any(${ids}::integer[])
      union all
      select entity_id::integer, audit_log.created_at, false, ${adminName()}
      from audit_log left join users on users.id = audit_log.user_id
      where entity = 'quote submission' and entity_id = any(${ids.map(String)}::text[]) and action = 'update'
        and after ->> 'status' = 'Withdrawn' and before ->> 'status' is distinct from 'Withdrawn'
    ) withdrawals order by id, at desc nulls last`.execute(db)
  return rows
}
