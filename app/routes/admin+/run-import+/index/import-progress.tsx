import { Link, useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

import { Card } from '~/ui/card'
import { useHydrated } from '~/ui/use-hydrated'

import { kindNames } from './import-runs'
import { useImportProgress, type ImportProgress } from './use-import-progress'

/** The progress of a run started elsewhere. Updates until it ends; without JavaScript, by reloading the page. */
export function RunUnderWay({ progress }: { progress: ImportProgress }) {
  const { progress: polled, failed } = useImportProgress(true)
  const revalidator = useRevalidator()
  const isNavigating = useNavigation().state !== 'idle'
  const hydrated = useHydrated()
  const { pathname, search } = useLocation()
  const ended = polled === null || (polled !== undefined && polled.run !== progress.run)
  useEffect(() => {
    // Submitting a form reloads the page itself: loading it twice would lose the message.
    if (ended && !isNavigating && revalidator.state === 'idle') revalidator.revalidate()
  }, [ended, isNavigating, revalidator])
  return (
    <Card title={`${kindNames[progress.kind]} ${progress.run} is under way`}>
      <ProgressBar progress={polled ?? progress} failed={failed} />
      <p className="hint">No other import can begin before its end. You may leave this page meanwhile.</p>
      {hydrated ? null : (
        <p>
          <Link to={pathname + search} reloadDocument>
            See how far it is now
          </Link>
        </p>
      )}
    </Card>
  )
}

export function ProgressBar({ progress, failed }: { progress: ImportProgress | null; failed: boolean }) {
  const { table, rows = 0, share } = progress ?? {}
  const isRead = share !== undefined && share >= 1
  const percent = share ? `, ${Math.floor(share * 100)}% of all files` : ''
  return (
    <div className="import-progress">
      {/* Progress is only known while files are read. */}
      <progress aria-label="An import is under way" value={share && !isRead ? share : undefined} />
      <p>
        {isRead
          ? 'All files are read. Their rows are being compared and checked.'
          : table
            ? `${table}: ${rows.toLocaleString('en-US')} rows read${percent}`
            : 'The files are on their way'}
      </p>
      <p role="status">
        {failed ? 'The progress could not be loaded. This page asks again every second.' : null}
      </p>
    </div>
  )
}
