import { expect, test } from 'vitest'

import { firstResultSchema } from '~/engine/version-1/engine.schema'

import { reference, underwriteFirst } from '../support/engine'

/*
 * The first engine, whose results must replay to the cent: applications calculated by hand from its document.
 */
const examples = [
  {
    changes: {},
    combined: 1.433,
    score: 62.68,
    tier: 'Standard',
    coverage: 8000,
    monthly: 49.53,
    annual: 564.64,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'basic' },
    combined: 1.3756,
    score: 64.976,
    tier: 'Basic',
    coverage: 5000,
    monthly: 34.06,
    annual: 388.28,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'premium' },
    combined: 1.3756,
    score: 64.976,
    tier: 'Premium',
    coverage: 12000,
    monthly: 81.3,
    annual: 926.82,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'elite', income: 9000 },
    combined: 1.4531,
    score: 62.876,
    tier: 'Elite',
    coverage: 18000,
    monthly: 114.33,
    annual: 1303.36,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'ultra', income: 15000, education: 'Master' },
    combined: 1.4428,
    score: 64.288,
    tier: 'Ultra',
    coverage: 25000,
    monthly: 155.89,
    annual: 1777.15,
    status: 'approved',
  },
  {
    changes: { coverage_level: 'ultra', income: 2500 },
    combined: 1.4739,
    score: 63.044,
    tier: 'Ultra',
    coverage: 15000,
    monthly: 95.55,
    annual: 1089.27,
    status: 'approved',
  },
]

/** The tiers that it was calibrated for. */
const severities = [0.42, 0.39, 0.43, 0.4, 0.41]

function inputFor(changes: object) {
  return {
    quote: {
      id: 0,
      date_of_birth: '1988-05-14',
      gender: 'Female',
      region_state: 'OH',
      marital_status: 'Single',
      spouse_working: 'Not Applicable',
      children_count: 0,
      family_size: 1,
      employer_name: 'An employer',
      employer_type: 'Private',
      employer_size: 'Medium (50-500)',
      employment_length: 4,
      industry: 'Professional and Business Services',
      employment_type: 'Full-time',
      work_arrangement: 'On-site',
      union_membership: 'FALSE',
      income: 5200,
      salary: 62400,
      pay_type: 'Salary',
      pay_schedule: 'Bi-Weekly',
      coverage_level: 'standard',
      credit_score: 700,
      bankruptcy_history: 'None',
      background_check: 'Clear',
      gov_benefits: 'FALSE',
      education: 'Bachelor',
      ...changes,
    },
    tiers: reference.tiers.map((tier, index) => ({ ...tier, claim_severity_factor: severities[index] })),
    employer: null,
    industry: reference.industries.find(
      ({ industry_name }) => industry_name === 'Professional and Business Services',
    ),
    gender: reference.genders.find(
      ({ industry_name }) => industry_name === 'Professional and Business Services',
    ),
    synergy: { SimDate: '2025-12-01', PremiumMultiplier: 1.01, CompositeBusinessHealthScore: 93.275 },
    asOf: '2026-01-15',
  }
}

test.each(examples)('$tier at $monthly a month: $changes', (example) => {
  expect(firstResultSchema.parse(underwriteFirst(inputFor(example.changes)))).toMatchObject({
    coverage_tier: example.tier,
    max_coverage: example.coverage,
    monthly_premium: example.monthly,
    annual_premium: example.annual,
    combined_risk_factor: example.combined,
    user_score: example.score,
    calculation_details: { decision: { status: example.status } },
  })
})
