import { capital } from '~/domain/formats'

/** Formats the name of a factor: Job tenure for job_tenure. */
export function factorLabel(name: string) {
  return capital(name.replaceAll('_', ' '))
}
