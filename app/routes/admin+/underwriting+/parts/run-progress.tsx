import { Link, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { ActionAlert } from '~/ui/action-alert'
import { Card } from '~/ui/card'
import type { FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { useHydrated } from '~/ui/use-hydrated'
import { usePoll } from '~/ui/use-poll'

type Progress = {
  run: number
  /** From 0 to 1. */
  share: number
}

type Props = {
  progress: Progress
  /** The name of the kind of run: 'Simulation'. */
  name: string
  /** The whole that the share refers to: 'of all paths'. */
  unit: string
  /** The URLs of the run's page, of its cancellation, and of the call that returns its progress. */
  page: string
  action: string
  call: string
  /** Why the run could not be canceled; absent if the page shows it itself. */
  failure?: FormResult
}

/** The progress of a background run. Updates until it ends; without JavaScript, by reloading the page. */
export function RunProgress({ progress, name, unit, page, action, call, failure }: Props) {
  const { answer: polled, failed } = usePoll<Progress>(call)
  const revalidator = useRevalidator()
  const isNavigating = useNavigation().state !== 'idle'
  const hydrated = useHydrated()
  const ended = polled === null || (polled !== undefined && polled.run !== progress.run)
  useEffect(() => {
    // A cancellation reloads the page itself: loading it twice would lose the message.
    if (ended && !isNavigating && revalidator.state === 'idle') revalidator.revalidate()
  }, [ended, isNavigating, revalidator])
  const { run, share } = ended ? progress : (polled ?? progress)
  const noun = name.toLowerCase()
  return (
    <Card title={`${name} ${run} is under way`}>
      <div className="run-progress">
        <progress aria-label={`${name} ${run} is under way`} value={share} />
        <p>
          {Math.floor(share * 100)}% {unit}
        </p>
        <p role="status">
          {failed ? 'The progress could not be loaded. This page asks again every second.' : null}
        </p>
      </div>
      <p className="hint">No other {noun} can start before its end. You may leave this page.</p>
      <ActionAlert formResult={failure} />
      <div className="button-row">
        {hydrated ? null : (
          <Link to={page} reloadDocument className="button button-secondary">
            See how far it is now
          </Link>
        )}
        <IntentForm action={action} intent="cancel" fields={{ run }} busyLabel="Cancelling...">
          Cancel {noun}
        </IntentForm>
      </div>
    </Card>
  )
}

/** Announces the end of a run to screen readers. */
export function RunEnd({ running, message }: { running: boolean; message: string }) {
  const [wasRunning, setWasRunning] = useState(running)
  if (running && !wasRunning) setWasRunning(true)
  return (
    <p role="status" className="visually-hidden">
      {wasRunning && !running ? message : null}
    </p>
  )
}
