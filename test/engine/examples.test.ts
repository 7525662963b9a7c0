import { expect, test } from 'vitest'

import { sampleQuotes } from '~/engine/sample-quotes'

import { inputFor, underwrite } from '../support/engine'

/*
 * Twenty applications recalculated by hand from engine.md and the bundled tables, with a calculator and decimals, without the engine.
 * `factors` are the rating factors other than 1, `loadings` the base premium, cover taken, persistency, health and multiplier of the
 * portfolio.
 */
const examples = [
  {
    changes: {},
    factors: [1.5417, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.433,
    score: 62.68,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 49.53,
    annual: 564.64,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'basic' },
    factors: [1.48, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.3756,
    score: 64.976,
    tier: 'Basic',
    coverage: 5000,
    loadings: [25, 1, 1.004, 0.9767, 1.01],
    monthly: 34.06,
    annual: 388.28,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'premium' },
    factors: [1.48, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.3756,
    score: 64.976,
    tier: 'Premium',
    coverage: 12000,
    loadings: [60, 1, 0.9985, 0.9767, 1.01],
    monthly: 81.3,
    annual: 926.82,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'elite', income: 9000 },
    factors: [1.5634, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.4531,
    score: 62.876,
    tier: 'Elite',
    coverage: 18000,
    loadings: [80, 1, 0.997, 0.9767, 1.01],
    monthly: 114.33,
    annual: 1303.36,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'ultra', income: 15000, education: 'Master' },
    factors: [1.5857, 1.015, 1.0014, 1.024, 0.97, 0.93, 0.9691],
    combined: 1.4428,
    score: 64.288,
    tier: 'Ultra',
    coverage: 25000,
    loadings: [110, 1, 0.9957, 0.9767, 1.01],
    monthly: 155.89,
    annual: 1777.15,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'ultra', income: 2500 },
    factors: [1.5857, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.4739,
    score: 63.044,
    tier: 'Ultra',
    coverage: 15000,
    loadings: [110, 0.6, 0.9957, 0.9767, 1.01],
    monthly: 95.55,
    annual: 1089.27,
    status: 'approved',
  },
  {
    changes: {
      employer_name: 'Anvil Ridge Steel',
      industry: 'Manufacturing',
      employer_size: 'Large (500+)',
      employer_type: 'Publicly Traded',
      pay_type: 'Hourly',
      education: 'High School',
    },
    factors: [0.8171, 0.973, 0.95, 1.08, 0.99, 1.05, 1.02, 1.024, 1.03, 1.08, 0.9691],
    combined: 0.9547,
    score: 81.812,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 33,
    annual: 376.2,
    status: 'approved',
  },
  {
    changes: {
      employer_name: 'Corner Thyme Kitchen',
      industry: 'Leisure and Hospitality',
      employer_size: 'Small (<50)',
      pay_type: 'Tipped',
      pay_schedule: 'Weekly',
      income: 2600,
      coverage_level: 'basic',
      employment_length: 1,
      credit_score: 610,
    },
    factors: [1.1673, 1.0564, 0.9995, 0.938, 0.95, 1.096, 1.08, 1.01, 0.95, 0.9985],
    combined: 1.2455,
    score: 70.18,
    tier: 'Basic',
    coverage: 5000,
    loadings: [25, 1, 1.004, 0.9767, 1.01],
    monthly: 30.84,
    annual: 351.58,
    status: 'approved',
  },
  {
    changes: {
      employer_name: 'City of Marlow Falls',
      industry: 'Government',
      employer_size: 'Large (500+)',
      employer_type: 'Government',
      union_membership: 'TRUE',
      employment_length: 15,
      coverage_level: 'unsure',
    },
    factors: [0.5, 0.9331, 1.002, 0.926, 0.95, 0.88, 0.88, 0.97, 0.97, 0.95, 0.9691],
    combined: 0.5,
    score: 100,
    tier: 'Ultra',
    coverage: 25000,
    loadings: [110, 1, 0.9957, 0.9767, 1.01],
    monthly: 54.02,
    annual: 615.83,
    status: 'approved',
  },
  {
    changes: {
      employer_name: 'Brightloom Software',
      industry: 'Information',
      marital_status: 'Married',
      spouse_working: 'True',
      family_size: 3,
      work_arrangement: 'Remote',
      employment_length: 2.5,
      income: 4500,
      credit_score: 710,
    },
    factors: [1.0658, 1.0051, 1.0069, 1.1, 1.036, 1.12, 1.06, 1.01, 0.97, 0.95, 0.9658, 0.97, 1.024],
    combined: 1.3029,
    score: 67.884,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 45.03,
    annual: 513.34,
    status: 'approved',
  },
  {
    changes: { employment_type: 'Seasonal', coverage_level: 'basic', income: 2200 },
    factors: [1.48, 1.015, 1.0014, 1.024, 1.25, 0.97, 0.95, 0.9691],
    combined: 1.7195,
    score: 51.22,
    tier: 'Basic',
    coverage: 5000,
    loadings: [25, 1, 1.004, 0.9767, 1.01],
    monthly: 42.58,
    annual: 485.41,
    status: 'referred',
  },
  {
    changes: { background_check: 'MajorFlag' },
    factors: [1.5417, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691, 1.15],
    combined: 1.6479,
    score: 54.084,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 56.96,
    annual: 649.34,
    status: 'referred',
  },
  {
    changes: { bankruptcy_history: 'Chapter 7', credit_score: 540, background_check: 'MinorFlag' },
    factors: [1.5417, 1.015, 1.0014, 1.024, 0.97, 0.95, 1.0215, 1.08, 1.05],
    combined: 1.7129,
    score: 51.484,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 59.21,
    annual: 674.99,
    status: 'approved',
  },
  {
    changes: { bankruptcy_history: 'Chapter 13', gov_benefits: 'TRUE', education: 'Associate' },
    factors: [1.5417, 1.015, 1.0014, 1.024, 0.97, 0.9691, 1.04, 1.02],
    combined: 1.6001,
    score: 55.996,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 55.31,
    annual: 630.53,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'ultra', employment_length: 0.5 },
    factors: [1.48, 1.015, 1.0014, 1.108, 0.97, 0.95, 0.9691],
    combined: 1.4885,
    score: 60.46,
    tier: 'Premium',
    coverage: 12000,
    loadings: [60, 1, 0.9985, 0.9767, 1.01],
    monthly: 87.97,
    annual: 1002.86,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'premium', employment_length: 0.3 },
    factors: [1.48, 1.015, 1.0014, 1.1128, 0.97, 0.95, 0.9691],
    combined: 1.4949,
    score: 60.204,
    tier: 'Basic',
    coverage: 5000,
    loadings: [25, 1, 1.004, 0.9767, 1.01],
    monthly: 37.01,
    annual: 421.91,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'unsure', income: 900 },
    factors: [1.48, 1.015, 1.0014, 1.024, 0.97, 0.95, 0.9691],
    combined: 1.3756,
    score: 64.976,
    tier: 'Basic',
    coverage: 5000,
    loadings: [25, 1, 1.004, 0.9767, 1.01],
    monthly: 34.06,
    annual: 388.28,
    status: 'approved',
  },
  {
    changes: {
      employer_name: 'Black Spur Mining',
      industry: 'Mining and Logging',
      employer_size: 'Large (500+)',
      coverage_level: 'premium',
      pay_type: 'Commission',
      family_size: 7,
    },
    factors: [0.9992, 0.994, 1.05, 1.06, 0.988, 1.05, 1.024, 1.06, 0.95, 0.9691, 1.07],
    combined: 1.2262,
    score: 70.952,
    tier: 'Premium',
    coverage: 12000,
    loadings: [60, 1, 0.9985, 0.9767, 1.01],
    monthly: 72.47,
    annual: 826.16,
    status: 'approved',
  },
  {
    changes: {
      employer_type: 'Non-Profit',
      industry: 'Education and Health Services',
      employer_name: 'Ashgrove Regional Hospital',
      employer_size: 'Large (500+)',
      coverage_level: 'premium',
      employment_length: 11,
      education: 'Doctorate',
      credit_score: 850,
    },
    factors: [0.5707, 0.9544, 1.06, 0.986, 0.97, 0.88, 0.97, 0.92, 0.92],
    combined: 0.5,
    score: 100,
    tier: 'Premium',
    coverage: 12000,
    loadings: [60, 1, 0.9985, 0.9767, 1.01],
    monthly: 29.55,
    annual: 336.87,
    status: 'approved',
  },
  {
    changes: {
      credit_score: 300,
      education: 'Some College',
      work_arrangement: 'Hybrid',
      pay_schedule: 'Monthly',
      employer_type: 'Gov Related',
    },
    factors: [1.5417, 1.015, 1.0014, 0.93, 1.024, 0.98, 0.97, 0.99, 1.04, 1.1],
    combined: 1.6066,
    score: 55.736,
    tier: 'Standard',
    coverage: 8000,
    loadings: [35, 1, 1.0011, 0.9767, 1.01],
    monthly: 55.53,
    annual: 633.04,
    status: 'approved',
  },
]

const product = (numbers: readonly number[]) => numbers.reduce((value, number) => value * number, 1)

test.each(examples)('$tier at $monthly a month: $changes', (example) => {
  const { factors, combined, loadings, monthly, annual } = example
  // The calculation itself, as written down
  expect(Math.max(0.5, product(factors))).toBeCloseTo(combined, 3)
  expect(product(loadings) * combined).toBeCloseTo(monthly, 1)
  expect(monthly * 12 * 0.95).toBeCloseTo(annual, 1)

  const result = underwrite(inputFor({ ...sampleQuotes[0], ...example.changes } as never))
  expect(result).toMatchObject({
    coverage_tier: example.tier,
    max_coverage: example.coverage,
    monthly_premium: monthly,
    annual_premium: annual,
    combined_risk_factor: combined,
    user_score: example.score,
    calculation_details: { decision: { status: example.status } },
  })
})

test('every step can be recalculated from its own text', () => {
  let redone = 0
  for (const quote of sampleQuotes) {
    for (const { formula, value } of underwrite(inputFor(quote)).calculation_details.steps) {
      const [, sum, low = '-Infinity', high = 'Infinity'] =
        /^([\d\s().x/+-]+?)(?:, at least ([\d.]+), at most ([\d.]+))?$/.exec(formula) ?? []
      if (sum === undefined) continue
      redone += 1
      const exact = new Function(`return ${sum.replaceAll('x', '*')}`)() as number
      const bounded = Math.min(Number(high), Math.max(Number(low), exact))
      // Stored values are rounded: to cents for money, to 4 or 6 decimals otherwise.
      const decimals = String(value).split('.')[1]?.length ?? 0
      expect(Math.abs(bounded - Number(value)), formula).toBeLessThanOrEqual(
        decimals <= 2 ? 0.005001 : 0.000051,
      )
    }
  }
  expect(redone).toBeGreaterThan(sampleQuotes.length * 8)
})
