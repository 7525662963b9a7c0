import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

const columns = [
  'state_rules.id',
  'state_rules.created_at',
  'state_rules.updated_at',
  'state',
  'factor',
  'source',
  'note',
  'created_by',
  'updated_by',
] as const

export type RuleValues = Pick<Insertable<Database['state_rules']>, 'state' | 'factor' | 'source' | 'note'>

/** Returns the rules by state and factor, with the email of who changed each last. There are 51 states and few factors. */
export async function listRules(db: Db) {
  return db
    .selectFrom('state_rules')
    .leftJoin('users', 'users.id', 'updated_by')
    .select([...columns, 'users.email as changed_by'])
    .orderBy('state')
    .orderBy('factor')
    .execute()
}

/** Returns the factors that states do not allow. */
export async function listStateFactors(db: Db) {
  return db.selectFrom('state_rules').select(['state', 'factor']).execute()
}

export async function findRule(db: Db, id: number) {
  return db.selectFrom('state_rules').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function lockRule(trx: Db, id: number) {
  return trx.selectFrom('state_rules').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertRule(trx: Db, rule: RuleValues, by: number) {
  return trx
    .insertInto('state_rules')
    .values({ ...rule, created_by: by, updated_by: by })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateRule(trx: Db, id: number, rule: RuleValues, by: number) {
  return trx
    .updateTable('state_rules')
    .set({ ...rule, updated_by: by, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteRule(trx: Db, id: number) {
  await trx.deleteFrom('state_rules').where('id', '=', id).execute()
}
