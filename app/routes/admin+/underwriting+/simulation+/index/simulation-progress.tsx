import { Link, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

import { Card } from '~/ui/card'
import { IntentForm } from '~/ui/intent-form'
import { useHydrated } from '~/ui/use-hydrated'

import { useSimulationProgress, type RunProgress } from './use-simulation-progress'

/** The progress of the run under way. Updates until it ends; without JavaScript, by reloading the page. */
export function SimulationProgress({ progress }: { progress: RunProgress }) {
  const { progress: polled, failed } = useSimulationProgress()
  const revalidator = useRevalidator()
  const hydrated = useHydrated()
  const ended = polled === null || (polled !== undefined && polled.run !== progress.run)
  useEffect(() => {
    if (ended && revalidator.state === 'idle') revalidator.revalidate()
  }, [ended, revalidator])
  const { run, share } = polled ?? progress
  const page = `/admin/underwriting/simulation?run=${run}`
  return (
    <Card title={`Simulation ${run} is under way`}>
      <div className="simulation-progress">
        <progress aria-label={`Simulation ${run} is under way`} value={share} />
        <p>{Math.floor(share * 100)}% of all paths</p>
        <p role="status">
          {failed ? 'The progress could not be loaded. This page asks again every second.' : null}
        </p>
      </div>
      <p className="hint">No other simulation can start before its end. You may leave this page.</p>
      <div className="button-row">
        {hydrated ? null : (
          <Link to={page} reloadDocument className="button button-secondary">
            See how far it is now
          </Link>
        )}
        <IntentForm
          action="/admin/underwriting/simulation"
          intent="cancel"
          fields={{ run }}
          busyLabel="Cancelling..."
        >
          Cancel simulation
        </IntentForm>
      </div>
    </Card>
  )
}
