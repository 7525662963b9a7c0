import { sql } from 'kysely'

/** The time of the database at the start of the transaction. */
export const now = sql<Date>`now()`
