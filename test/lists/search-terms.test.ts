import { expect, test } from 'vitest'

import { countedWords, startsOfWords } from '~/lists/search-terms'

test.each([
  ['<b>', 'b'],
  ['Ann  Døe', null],
  ['ann@example.com', 'ann example com'],
  ['%%', ''],
  ['_', ''],
  ['Q-12', null],
  ['#12', null],
  [' result 12 ', null],
])('of %j a search counts %j', (text, words) => {
  expect(countedWords(text)).toBe(words)
})

test.each([
  ['Person B', "'person':* & 'b'"],
  ['ann 5', "'ann':* & '5'"],
  ['李', "'李':*"],
  ['Q-5', "'q' <-> '5'"],
  ['q5', "'q' <-> '5'"],
  ['%', null],
])('of %j a search asks for %j', (text, query) => {
  expect(startsOfWords(text)).toBe(query)
})
