// What the bundled population is drawn from. `memory`: a published figure from general knowledge, rounded as stated, not read in a copy.
// `judgement`: no statistic. population.md lists each marginal with its source.

import type { employmentTypes, industries } from '~/domain/quotes/quotes.options'

type Industry = (typeof industries)[number]
type ByIndustry<Value> = Readonly<Record<Industry, Value>>

/** Employed people by age. CPS 2023, memory, whole percent. */
export const ages = {
  '18-19': 3,
  '20-24': 9,
  '25-34': 22,
  '35-44': 22,
  '45-54': 20,
  '55-64': 17,
  '65+': 7,
} as const
export type Age = keyof typeof ages

/** Leisure and retail employ twice and 1.5 times as many people under 25 (judgement). */
export const youth: Partial<Record<Industry, number>> = {
  'Leisure and Hospitality': 2.2,
  'Retail Trade': 1.5,
}

/** Utilities' share of employment in transportation, warehousing and utilities. CES 2022, memory, whole percent. */
export const utilitiesShare = 0.08

/** Median monthly pay of all employees in dollars: CES average weekly earnings 2023 x 4.33 (memory, hundreds), and the share of people
 * with a bachelor's degree (CPS, memory, multiples of 5 percent). */
export const payAndDegrees: ByIndustry<{ pay: number; degree: number }> = {
  Construction: { pay: 5700, degree: 0.15 },
  'Education and Health Services': { pay: 4400, degree: 0.55 },
  'Financial Activities': { pay: 6300, degree: 0.55 },
  Government: { pay: 5300, degree: 0.55 },
  Information: { pay: 7000, degree: 0.6 },
  'Leisure and Hospitality': { pay: 2300, degree: 0.2 },
  Manufacturing: { pay: 5300, degree: 0.3 },
  'Mining and Logging': { pay: 6800, degree: 0.25 },
  'Other Services': { pay: 3800, degree: 0.35 },
  'Professional and Business Services': { pay: 5700, degree: 0.6 },
  'Retail Trade': { pay: 2900, degree: 0.25 },
  'Transportation and Warehousing': { pay: 4600, degree: 0.2 },
  Utilities: { pay: 8000, degree: 0.35 },
  'Wholesale Trade': { pay: 5300, degree: 0.35 },
}

/** Levels of education within those without and with a bachelor's degree. CPS, memory, whole percent. */
export const withoutDegree = { 'High School': 52, 'Some College': 30, Associate: 18 } as const
export const withDegree = { Bachelor: 64, Master: 28, Doctorate: 8 } as const
/** The youngest age at each level of education (judgement). */
export const youngest = {
  'High School': 18,
  'Some College': 18,
  Associate: 20,
  Bachelor: 22,
  Master: 24,
  Doctorate: 27,
} as const

/**
 * Multiples of pay. Education: usual weekly earnings 2023 over all (memory: 899, 992, 1058, 1493, 1737, 2109 over 1170), to the power
 * of 0.6, as industries already differ (judgement). Age: usual weekly earnings, memory, multiples of 0.05. Sex: the gap within an
 * industry, judgement. Kind of employment: judgement. Sigma of the lognormal: judgement.
 */
export const payFactors = {
  education: {
    'High School': 0.854,
    'Some College': 0.906,
    Associate: 0.941,
    Bachelor: 1.158,
    Master: 1.268,
    Doctorate: 1.424,
  },
  age: {
    '18-19': 0.5,
    '20-24': 0.65,
    '25-34': 0.95,
    '35-44': 1.1,
    '45-54': 1.15,
    '55-64': 1.1,
    '65+': 0.95,
  },
  sex: { Male: 1.07, Female: 0.93 },
  kind: { 'Full-time': 1.08, 'Part-time': 0.45, Contractor: 1.05, Seasonal: 0.6 },
  sigma: 0.4,
} as const

/**
 * Percent part-time (17 in all: CPS 2019, memory; by industry judgement), contractors and seasonal workers (3.8 contingent in all: CPS
 * 2017, memory; by industry judgement). The rest is full-time.
 */
type Kind = (typeof employmentTypes)[number]
export const kinds: ByIndustry<Readonly<Partial<Record<Kind, number>>>> = {
  Construction: { 'Part-time': 7, Contractor: 6, Seasonal: 4 },
  'Education and Health Services': { 'Part-time': 20, Contractor: 2 },
  'Financial Activities': { 'Part-time': 9, Contractor: 2 },
  Government: { 'Part-time': 12, Contractor: 1, Seasonal: 1 },
  Information: { 'Part-time': 13, Contractor: 5 },
  'Leisure and Hospitality': { 'Part-time': 38, Contractor: 1, Seasonal: 8 },
  Manufacturing: { 'Part-time': 5, Contractor: 2 },
  'Mining and Logging': { 'Part-time': 3, Contractor: 4, Seasonal: 3 },
  'Other Services': { 'Part-time': 23, Contractor: 3 },
  'Professional and Business Services': { 'Part-time': 14, Contractor: 6, Seasonal: 1 },
  'Retail Trade': { 'Part-time': 28, Seasonal: 4 },
  'Transportation and Warehousing': { 'Part-time': 13, Contractor: 6, Seasonal: 2 },
  Utilities: { 'Part-time': 3, Contractor: 2 },
  'Wholesale Trade': { 'Part-time': 7, Contractor: 2 },
}

/** Percent by employer's type (judgement). `Government` is the owner of almost all jobs that statistics count as government. */
const privateOwners = { Private: 76, 'Publicly Traded': 21, 'Non-Profit': 3 } as const
export const employerTypesOf: ByIndustry<Readonly<Record<string, number>>> = {
  Construction: { Private: 92, 'Publicly Traded': 6, 'Gov Related': 2 },
  'Education and Health Services': { Private: 52, 'Non-Profit': 38, 'Publicly Traded': 6, 'Gov Related': 4 },
  'Financial Activities': privateOwners,
  Government: { Government: 92, 'Gov Related': 8 },
  Information: privateOwners,
  'Leisure and Hospitality': privateOwners,
  Manufacturing: privateOwners,
  'Mining and Logging': privateOwners,
  'Other Services': { Private: 66, 'Non-Profit': 34 },
  'Professional and Business Services': privateOwners,
  'Retail Trade': privateOwners,
  'Transportation and Warehousing': { Private: 72, 'Publicly Traded': 22, 'Gov Related': 6 },
  Utilities: { Private: 40, 'Publicly Traded': 40, 'Gov Related': 14, 'Non-Profit': 6 },
  'Wholesale Trade': privateOwners,
}
/** Percent by size for government (judgement); other industries by establishments in JOLTS, half of 250-999 from 500. */
export const governmentSizes = { 'Small (<50)': 10, 'Medium (50-500)': 35, 'Large (500+)': 55 } as const

/** Percent of applicants whose employer is in the bundled employer table (judgement). */
export const knownEmployers = 10

/** Percent who are union members: CPS 2023, memory, whole percent. */
export const unions: ByIndustry<number> = {
  Construction: 11,
  'Education and Health Services': 8,
  'Financial Activities': 2,
  Government: 33,
  Information: 8,
  'Leisure and Hospitality': 3,
  Manufacturing: 8,
  'Mining and Logging': 5,
  'Other Services': 3,
  'Professional and Business Services': 2,
  'Retail Trade': 4,
  'Transportation and Warehousing': 16,
  Utilities: 20,
  'Wholesale Trade': 4,
}

/** Percent remote and hybrid (judgement, after CPS telework tables from memory). */
export const arrangements: ByIndustry<{ Remote: number; Hybrid: number }> = {
  Construction: { Remote: 2, Hybrid: 5 },
  'Education and Health Services': { Remote: 5, Hybrid: 12 },
  'Financial Activities': { Remote: 25, Hybrid: 30 },
  Government: { Remote: 9, Hybrid: 18 },
  Information: { Remote: 30, Hybrid: 30 },
  'Leisure and Hospitality': { Remote: 1, Hybrid: 2 },
  Manufacturing: { Remote: 6, Hybrid: 10 },
  'Mining and Logging': { Remote: 3, Hybrid: 8 },
  'Other Services': { Remote: 6, Hybrid: 9 },
  'Professional and Business Services': { Remote: 22, Hybrid: 25 },
  'Retail Trade': { Remote: 3, Hybrid: 4 },
  'Transportation and Warehousing': { Remote: 3, Hybrid: 4 },
  Utilities: { Remote: 6, Hybrid: 16 },
  'Wholesale Trade': { Remote: 8, Hybrid: 12 },
}

/** Percent by pay type. 55 hourly in all: BLS 2022, memory; the rest judgement. */
const office = { Salary: 66, Hourly: 32, Commission: 2 } as const
const shop = { Salary: 30, Hourly: 67, Commission: 3 } as const
export const payTypesOf: ByIndustry<Readonly<Record<string, number>>> = {
  Construction: { Salary: 25, Hourly: 75 },
  'Education and Health Services': { Salary: 40, Hourly: 60 },
  'Financial Activities': { Salary: 62, Hourly: 30, Commission: 8 },
  Government: { Salary: 53, Hourly: 47 },
  Information: office,
  'Leisure and Hospitality': { Salary: 15, Hourly: 60, Tipped: 25 },
  Manufacturing: { Salary: 35, Hourly: 65 },
  'Mining and Logging': { Salary: 35, Hourly: 65 },
  'Other Services': { Salary: 36, Hourly: 52, Commission: 4, Tipped: 8 },
  'Professional and Business Services': office,
  'Retail Trade': { Salary: 20, Hourly: 74, Commission: 6 },
  'Transportation and Warehousing': shop,
  Utilities: { Salary: 45, Hourly: 55 },
  'Wholesale Trade': { Salary: 42, Hourly: 50, Commission: 8 },
}

/** Percent by pay schedule. CES 2023, memory, whole percent. */
export const schedules = { Weekly: 27, 'Bi-Weekly': 43, 'Semi-Monthly': 20, Monthly: 10 } as const

/** Percent by requested level of cover (judgement). */
export const levels = { basic: 20, standard: 25, premium: 18, elite: 10, ultra: 7, unsure: 20 } as const

/** Percent married and divorced by age: CPS, memory, multiples of 5 percent. Percent of spouses who work: judgement. */
export const marriage: Readonly<Record<Age, { Married: number; Divorced: number }>> = {
  '18-19': { Married: 1, Divorced: 0 },
  '20-24': { Married: 10, Divorced: 1 },
  '25-34': { Married: 45, Divorced: 5 },
  '35-44': { Married: 60, Divorced: 10 },
  '45-54': { Married: 65, Divorced: 15 },
  '55-64': { Married: 65, Divorced: 15 },
  '65+': { Married: 65, Divorced: 15 },
}
export const workingSpouses = 65

/** Percent with 0, 1, 2, 3 and 4 children at home by age (judgement). */
export const children: Readonly<Record<Age, Readonly<Record<string, number>>>> = {
  '18-19': { '0': 98, '1': 2 },
  '20-24': { '0': 85, '1': 11, '2': 4 },
  '25-34': { '0': 55, '1': 19, '2': 17, '3': 7, '4': 2 },
  '35-44': { '0': 30, '1': 21, '2': 31, '3': 13, '4': 5 },
  '45-54': { '0': 50, '1': 24, '2': 19, '3': 6, '4': 1 },
  '55-64': { '0': 86, '1': 11, '2': 3 },
  '65+': { '0': 98, '1': 2 },
}

/** Percent by housing under and from 35 years of age: ACS, memory, multiples of 5 percent. */
export const housing = {
  young: { Rent: 60, Mortgage: 25, Own: 5, Other: 10 },
  old: { Rent: 25, Mortgage: 45, Own: 27, Other: 3 },
} as const

/** Credit scores: mean 715 (FICO 2023, memory), 1.2 a year of age from 42, 25 for twice the pay, deviation 75 (judgement). They do not
 * depend on industry, employer or tenure. Bankruptcy and flags: judgement. Percent with government benefits by pay: judgement. */
export const credit = { mean: 715, perYear: 1.2, perDoubling: 25, deviation: 75 } as const
export const bankruptcies = { None: 94, 'Chapter 7': 4, 'Chapter 13': 2 } as const
export const backgrounds = { Clear: 92, MinorFlag: 6, MajorFlag: 2 } as const
export const benefits = { below2500: 20, above: 4 } as const

/** Population in units of 100,000: census of 2020, memory. */
export const statesByPopulation = {
  CA: 395, TX: 291, FL: 215, NY: 202, PA: 130, IL: 128, OH: 118, GA: 107, NC: 104, MI: 101, NJ: 93, VA: 86, WA: 77, AZ: 72, MA: 70,
  TN: 69, IN: 68, MD: 62, MO: 62, WI: 59, CO: 58, MN: 57, SC: 51, AL: 50, LA: 47, KY: 45, OR: 42, OK: 40, CT: 36, UT: 33, IA: 32,
  NV: 31, AR: 30, MS: 30, KS: 29, NM: 21, NE: 20, ID: 18, WV: 18, HI: 15, NH: 14, ME: 14, RI: 11, MT: 11, DE: 10, SD: 9, ND: 8,
  AK: 7, DC: 7, VT: 6, WY: 6,
} as const // prettier-ignore

/** One occupation of each industry. No answer about it is rated. */
export const occupations: ByIndustry<string> = {
  Construction: 'Carpenter',
  'Education and Health Services': 'Nurse',
  'Financial Activities': 'Loan officer',
  Government: 'Case worker',
  Information: 'Software developer',
  'Leisure and Hospitality': 'Cook',
  Manufacturing: 'Machine operator',
  'Mining and Logging': 'Equipment operator',
  'Other Services': 'Repair technician',
  'Professional and Business Services': 'Analyst',
  'Retail Trade': 'Sales associate',
  'Transportation and Warehousing': 'Driver',
  Utilities: 'Line worker',
  'Wholesale Trade': 'Sales representative',
}
