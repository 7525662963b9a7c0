import { databaseIsReady } from '~/db.server'

/** Readiness: the database responds and its schema is current. */
export async function loader() {
  const ready = await databaseIsReady().catch(() => false)
  return new Response(ready ? 'ready\n' : 'not ready\n', {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
