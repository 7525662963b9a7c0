import { expect, test } from 'vitest'

import { privacyPolicy, termsOfService } from '~/content/legal'
import { defaultBrand } from '~/content/brand'

test('what a legal text says in short stands in its sections, word for word', () => {
  for (const { inShort, sections } of [termsOfService(defaultBrand), privacyPolicy(defaultBrand)]) {
    const text = sections.flatMap(({ body }) => body.flat()).join('\n')
    expect(inShort.length).toBeGreaterThan(0)
    for (const sentence of inShort) expect(text).toContain(sentence)
  }
})
