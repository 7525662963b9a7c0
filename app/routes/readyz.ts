import { databaseIsReady } from '~/db.server'

/** The database answers and its schema is the program's. */
export async function loader() {
  const ready = await databaseIsReady().catch(() => false)
  return new Response(ready ? 'ready\n' : 'not ready\n', {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
