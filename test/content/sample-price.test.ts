import { expect, test } from 'vitest'

import { samplePrice } from '~/content/home'
import type { GateInput } from '~/domain/engine-versions/gate/draws'
import { applicantView } from '~/domain/offers/offer-summary'
import { goldenCases } from '~/engine/golden-cases'

import { underwrite } from '../support/engine'

test('the example price of the home page is what the engine computes and an offer shows', () => {
  const goldenCase = goldenCases.find(({ name }) => name === samplePrice.case)
  const result = underwrite(goldenCase?.input as unknown as GateInput)
  const { calculation_details: details } = result
  const { tier, monthly, price } = applicantView({
    ...result,
    decision: 'approved',
    calculation_details: details,
    decided: null,
    tiers: null,
    used: null,
  })
  expect(details.decision.status).toBe('approved')
  expect({ tier, monthly, base: price?.base, lines: price?.lines }).toEqual({
    tier: samplePrice.tier,
    monthly: samplePrice.monthly,
    base: samplePrice.base,
    lines: samplePrice.lines,
  })
})
