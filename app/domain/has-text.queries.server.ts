import { sql } from 'kysely'

/** Whether a column has a text, ignoring letter case, as the unique indexes do; null matches nothing. */
export function hasText(column: string, text: string | null) {
  return sql<boolean>`lower(${sql.ref(column)}) = lower(${text}::text)`
}
