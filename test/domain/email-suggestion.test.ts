import { expect, it } from 'vitest'

import { suggestEmail } from '~/domain/email-suggestion'

it.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gnail.com', 'ana@gmail.com'],
  ['Ana.B+x@GMAIIL.com', 'Ana.B+x@gmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@yhaoo.com', 'ana@yahoo.com'],
  ['ana@hotmal.com', 'ana@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@outlook.cm', 'ana@outlook.com'],
  ['ana@iclould.com', 'ana@icloud.com'],
])('%s is probably %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'ana@gmail.com',
  'ana@GMAIL.com',
  'ana@mail.com',
  'ana@ymail.com',
  'ana@yahoo.ca',
  'ana@yahoo.co.uk',
  'ana@hotmail.fr',
  'ana@outlook.de',
  'ana@gmxil.co',
  'ana@example.com',
  'gmial.com@example.com',
  'gmial.com',
  '@gmial.com',
  'ana@',
  '',
])('%s is taken as it is', (typed) => {
  expect(suggestEmail(typed)).toBeNull()
})

it('takes a long text as it is', () => {
  expect(suggestEmail(`a@${'gmail.com'.repeat(100_000)}`)).toBeNull()
})
