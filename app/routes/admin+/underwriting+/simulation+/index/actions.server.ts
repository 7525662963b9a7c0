import { Readable } from 'node:stream'

import { db } from '~/db.server'
import { collections } from '~/domain/configuration/collections'
import { parseId } from '~/domain/ids'
import { bundledSources } from '~/domain/imports/bundled-files.server'
import { busyMessage } from '~/domain/imports/failures'
import { runPreview } from '~/domain/imports/imports.server'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { simulationSchema } from '~/domain/simulations/simulations.schema'
import { cancelSimulation, findMonthsFile, startSimulation } from '~/domain/simulations/simulations.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { log } from '~/log.server'

const page = '/admin/underwriting/simulation'

const refusals = {
  busy: 'Another simulation is under way. Wait until it has ended, or cancel it.',
  tiers:
    'The simulation file has columns for five tiers. Give five coverage tiers a base premium and a maximum benefit.',
}

/** Starts a run in the background, and redirects to its page. */
export async function startFromPage(fields: Fields, by: number) {
  const parsed = parseFields(simulationSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  const parameters = parsed.value
  return keepFormOnFailure(fields, 'The database did not answer in time. Please try again.', async () => {
    const key = idempotencyKeyFromForm(`simulation ${by}`, fields, parameters)
    const onError = (error: unknown) => log.error({ err: error }, 'a simulation failed')
    const started = await startSimulation(db, { by, parameters, key, onError })
    if (started.ok) return seeOther(`${page}?run=${started.id}`)
    return rejectForm(fields, [{ path: '', message: refusals[started.reason] }], { status: 409 })
  })
}

export async function cancelFromPage(fields: Fields, by: number) {
  const id = parseId(fields.run) ?? 0
  return keepFormOnFailure(fields, 'The simulation could not be cancelled.', async () => {
    const cancelled = await cancelSimulation(db, { by, id })
    return seeOtherWithFlash(
      page,
      cancelled
        ? { tone: 'success', message: `Simulation ${id} is cancelled.` }
        : { tone: 'info', message: 'This simulation is not under way any more.' },
    )
  })
}

/** Previews an import of the months of a run, and redirects to the page that confirms it. */
export async function previewMonths(fields: Fields, by: number) {
  return keepFormOnFailure(fields, busyMessage, async () => {
    const id = parseId(fields.run) ?? 0
    const file = await findMonthsFile(db, id)
    if (!file) throw notFoundPage('This simulation has no months.')
    const { name: label, text } = file
    const sources = bundledSources()
      .filter(({ collection }) => collection.slug === collections.synergyData.slug)
      .map((source) => ({
        ...source,
        label,
        size: Buffer.byteLength(text),
        uploaded: true,
        open: () => Readable.from([text]),
      }))
    const onError = (error: unknown) =>
      log.error({ err: error }, 'the months of a simulation could not be previewed')
    const outcome = await runPreview(db, { by, sources, sandbox, onError })
    if (outcome.ok) return seeOther(`/admin/run-import?run=${outcome.id}`)
    return seeOtherWithFlash(`${page}?run=${id}`, { tone: 'error', message: busyMessage })
  })
}
