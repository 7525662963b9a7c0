import { db } from '~/db.server'
import { startBatch } from '~/domain/batch-runs/batch-runs.server'
import { log } from '~/log.server'

import { seeOtherWithFlash } from './redirects.server'

/** Starts a run on many applications and redirects to its page, or back to `page` with the error. */
export async function startBatchFromPage(quotes: readonly number[] | 'never run', by: number, page: string) {
  const onError = (error: unknown) => log.error({ err: error }, 'a batch run failed')
  const started = await startBatch(db, { by, quotes, onError })
  if (started.ok)
    return seeOtherWithFlash(`/admin/underwriting/batch/${started.id}`, {
      tone: 'success',
      message: 'The run has started.',
    })
  return seeOtherWithFlash(page, { tone: 'info', message: notStarted[started.reason], duration: 10_000 })
}

const notStarted = {
  busy: 'Another such run is under way. Wait for its end.',
  empty: 'Every open application has been run.',
  decided: 'A person has decided on each of them. Run one again on its own page.',
}
