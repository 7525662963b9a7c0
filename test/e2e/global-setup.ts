import { startPostgres } from '../support/postgres-server'
import { startProgram } from '../support/program'

/** One program on each database, for all the journeys. */
export default async function setup() {
  const postgres = await startPostgres()
  const programs = [await startProgram(), await startProgram({ DATABASE_URL: postgres.url })]
  process.env.EMBEDDED_URL = programs[0]?.url
  process.env.POSTGRES_URL = programs[1]?.url
  return async () => {
    const codes = await Promise.all(programs.map((program) => program.stop()))
    await postgres.stop()
    if (codes.some((code) => code !== 0)) throw new Error(`A program ended with ${codes.join(' and ')}`)
  }
}
