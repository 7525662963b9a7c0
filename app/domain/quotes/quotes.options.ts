import { capital } from '~/domain/formats'

/** The fixed choices of a quote application, as stored, returned and shown. */

export const genders = ['Male', 'Female', 'Other'] as const
export const maritalStatuses = ['Single', 'Married', 'Divorced'] as const
export const housingStatuses = ['Own', 'Rent', 'Mortgage', 'Other'] as const
export const employmentTypes = ['Full-time', 'Part-time', 'Contractor', 'Seasonal'] as const
export const workArrangements = ['On-site', 'Remote', 'Hybrid'] as const
export const employerTypes = [
  'Gov Related',
  'Government',
  'Non-Profit',
  'Private',
  'Publicly Traded',
] as const
export const employerSizes = ['Large (500+)', 'Medium (50-500)', 'Small (<50)'] as const
export const industries = [
  'Construction',
  'Education and Health Services',
  'Financial Activities',
  'Government',
  'Information',
  'Leisure and Hospitality',
  'Manufacturing',
  'Mining and Logging',
  'Other Services',
  'Professional and Business Services',
  'Retail Trade',
  'Transportation and Warehousing',
  'Utilities',
  'Wholesale Trade',
] as const
export const paySchedules = ['Weekly', 'Bi-Weekly', 'Semi-Monthly', 'Monthly'] as const
export const payTypes = ['Commission', 'Hourly', 'Salary', 'Tipped'] as const
export const bankruptcyHistories = ['None', 'Chapter 7', 'Chapter 13'] as const
export const educations = [
  'High School',
  'Some College',
  'Associate',
  'Bachelor',
  'Master',
  'Doctorate',
] as const

/** The postal codes of the fifty states and the District of Columbia, with their names. */
export const states = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

/** The choices that the form offers when the lists in the database cannot be read. */
export const fallbackJobRoles = ['Accountant', 'Administrative Asst', 'Administrator', 'Other'] as const
export const fallbackCoverageLevels = ['basic', 'standard', 'premium', 'elite', 'ultra', 'unsure'] as const

/** The job role that requires a free-text role, and the coverage level that leaves the choice to the engine. */
export const otherJobRole = 'Other'
export const unsureCoverage = { value: 'unsure', label: 'Not Sure Yet' } as const

export function coverageLevelLabel(level: string) {
  return level === unsureCoverage.value ? unsureCoverage.label : capital(level)
}
