import { facts } from '~/content/facts'

/** What the form offers; an application that names none is a general one. */
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
