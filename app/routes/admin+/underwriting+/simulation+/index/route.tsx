import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { enoughQuotes } from '~/domain/simulations/book.server'
import { findProgress, findSimulation, listSimulations } from '~/domain/simulations/simulations.server'
import { formFields, unknownIntent } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { keepPageOnFailure } from '~/ui/keep-page'

import { RunEnd, RunProgress } from '../../parts/run-progress'
import { statusNames } from '../../parts/run-status'
import { cancelFromPage, previewMonths, startFromPage } from './actions.server'
import { SimulationForm } from './simulation-form'
import { SimulationResult } from './simulation-result'
import { SimulationRuns } from './simulation-runs'
import styles from './simulation.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Simulation', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const param = new URL(request.url).searchParams.get('run')
  const id = parseId(param)
  const [run, runs, progress] = await Promise.all([
    id === null ? null : findSimulation(db, id),
    listSimulations(db),
    findProgress(db),
  ])
  if (param !== null && !run) throw notFoundPage('This simulation does not exist.')
  const thisMonth = new Date().toISOString().slice(0, 7)
  return json({ run, runs, progress, thisMonth, enoughQuotes, key: randomUUID() })
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  switch (fields.intent) {
    case 'start':
      return startFromPage(fields, user.id)
    case 'cancel':
      return cancelFromPage(fields, user.id)
    case 'preview-months':
      return previewMonths(fields, user.id)
    default:
      throw unknownIntent()
  }
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(
  (intent) =>
    intent === 'preview-months'
      ? 'The months could not be compared. Please try again.'
      : intent === 'cancel'
        ? 'The simulation could not be cancelled.'
        : 'The simulation could not be started.',
  { actsAgain: true },
)

export default function Simulation() {
  const { run, runs, progress, thisMonth, enoughQuotes: enough, key } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>() ?? null
  return (
    <AdminPage title="Simulation" tool="Simulation">
      <RunEnd
        running={progress !== null}
        message={run ? `Simulation ${run.id}: ${statusNames[run.status]}.` : 'The simulation has ended.'}
      />
      {progress ? (
        <RunProgress
          key={progress.run}
          progress={progress}
          name="Simulation"
          unit="of all paths"
          page={`/admin/underwriting/simulation?run=${progress.run}`}
          action="/admin/underwriting/simulation"
          call="/api/admin/underwriting/simulation-progress"
        />
      ) : null}
      {run && run.id !== progress?.run ? <SimulationResult key={run.id} run={run} /> : null}
      <SimulationForm
        key={`form ${run?.id}`}
        formResult={formResult}
        parameters={run?.parameters ?? null}
        thisMonth={thisMonth}
        enoughQuotes={enough}
        idempotencyKey={key}
        folded={run !== null && progress === null}
      />
      <SimulationRuns runs={runs} current={run?.id ?? null} />
    </AdminPage>
  )
}
