import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'

type Result = PostgresQueryResult<never>
type Send = (sql: string, parameters: readonly unknown[], begin?: string) => Promise<Result>

/** The result of a statement that was not sent. */
export const nothing: Result = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * Returns the `query` of a connection that sends the start of a transaction with its first statement: one round trip less. A
 * transaction without statements sends nothing.
 */
export function deferBegin(send: Send) {
  let begin: string | undefined
  const query: Send = (sql, parameters) => {
    if (/^(?:begin|start transaction)\b/.test(sql)) {
      begin = sql
      return Promise.resolve(nothing)
    }
    const deferred = begin
    begin = undefined
    if (deferred !== undefined && /^(?:commit|rollback)$/.test(sql)) return Promise.resolve(nothing)
    return send(sql, parameters, deferred)
  }
  return query as unknown as PostgresPoolClient['query']
}
