import pg from 'pg'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

/*
 * Many rows go in fastest by COPY. PostgreSQL takes their text after the statement, not as a parameter; here it is written as one,
 * `copy ... from stdin $1`, so that it goes through Kysely like any other statement, and each driver hands it over in its way.
 */

/** The statement without its parameter, and the text of the rows in COPY's text format; null for any other statement. */
export function copyOf(statement: string, parameters: readonly unknown[]) {
  const found = /^copy\s[^$]* from stdin (?=\$1$)/.exec(statement)
  return found ? { statement: found[0], text: String(parameters[0]) } : null
}

/** A pool of pg whose clients know such statements. */
export function copyingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      let copying = clients.get(client)
      if (!copying) {
        const query = (statement: string, parameters: readonly unknown[]) => {
          const copy = copyOf(statement, parameters)
          return copy ? copyBy(client, copy) : client.query(statement, [...parameters])
        }
        copying = {
          query: query as unknown as PostgresPoolClient['query'],
          release: () => client.release(),
        }
        clients.set(client, copying)
      }
      return copying
    },
    end: () => pool.end(),
  }
}

/** What pg's own connection offers a statement that takes its rows from outside. */
type CopyConnection = { sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void }

function copyBy(client: pg.PoolClient, { statement, text }: { statement: string; text: string }) {
  return new Promise<PostgresQueryResult<never>>((resolve, reject) => {
    const query = Object.assign(new pg.Query(statement), {
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
      callback: (error: Error | null, result?: { rowCount: number }) =>
        error ? reject(error) : resolve({ command: 'INSERT', rowCount: result?.rowCount ?? 0, rows: [] }),
    })
    client.query(query)
  })
}
