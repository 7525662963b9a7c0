import { expect, test } from 'vitest'

import { differencesBetween } from '~/domain/engine-versions/differences.server'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`)

test('a changed line is listed with its context and both line numbers', () => {
  const before = `${lines(1, 20).join('\n')}\n`
  const after = before.replace('line 10\n', 'line ten\nline ten and a half\n')
  const differences = differencesBetween(before, after)
  expect(differences).toMatchObject({ added: 2, removed: 1, cut: false })
  expect(differences?.parts).toHaveLength(1)
  expect(differences?.parts[0]?.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
    ['same', 7, 7, 'line 7'],
    ['same', 8, 8, 'line 8'],
    ['same', 9, 9, 'line 9'],
    ['removed', 10, null, 'line 10'],
    ['added', null, 10, 'line ten'],
    ['added', null, 11, 'line ten and a half'],
    ['same', 11, 12, 'line 11'],
    ['same', 12, 13, 'line 12'],
    ['same', 13, 14, 'line 13'],
  ])
})

test('equal texts have no differences', () => {
  expect(differencesBetween('a\n', 'a\n')).toEqual({ added: 0, removed: 0, parts: [], cut: false })
})

test('a missing final newline is not a line', () => {
  const differences = differencesBetween('a\nb', 'a\nc')
  expect(differences).toMatchObject({ added: 1, removed: 1 })
  expect(differences?.parts[0]?.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
})

test('long differences are truncated, and slow ones omitted', () => {
  const many = differencesBetween(lines(1, 3000).join('\n'), '')
  expect(many).toMatchObject({ removed: 3000, cut: true })
  expect(many?.parts.flat()).toHaveLength(2000)

  const started = performance.now()
  const noise = (seed: number) => Array.from({ length: 40_000 }, (_, n) => (n * seed) % 9973).join('\n')
  differencesBetween(noise(7), noise(31))
  expect(performance.now() - started).toBeLessThan(60_000)
})
