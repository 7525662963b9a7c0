import { facts } from '~/content/facts'

/** The positions that the form offers; an application without one is a general application. */
export const positions = [
  'Growth & Marketing Intern',
  'Front-End Developer',
  'Beta Community Lead',
  'Other',
] as const

export const generalPosition = 'General Application'

export const resumeLimit = {
  bytes: facts.resumeMegabytes * 1024 * 1024,
  message: `Resume must be ${facts.resumeMegabytes} MB or smaller`,
}
