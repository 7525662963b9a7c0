import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** The browser would name one error at a time, in place of the summary. The questions of ui/confirmation.tsx have one checkbox at most. */
test('no form with required fields is validated by the browser', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('confirmation.tsx'),
  )
  const forms = files.flatMap((file) =>
    [...readFileSync(`app/${file}`, 'utf8').matchAll(/<Form\s([^]*?)<\/Form>/g)].map(([form]) => ({
      file,
      form,
    })),
  )
  expect(forms.length).toBeGreaterThan(40)
  const validated = forms.filter(
    ({ form }) =>
      form.includes('method="post"') && /\srequired[\s/>]/.test(form) && !form.includes('noValidate'),
  )
  expect(validated.map(({ file }) => file)).toEqual([])
})
