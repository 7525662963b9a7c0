import { expect, test } from 'vitest'

import { pageSize, readPage } from '~/lists/list-page'

const rowsFrom = (weights: number[]) => {
  const rows = weights.map((weight, index) => ({ id: index + 1, weight }))
  return ({ cursor = 0, limit }: { cursor?: number; limit: number }) =>
    Promise.resolve(rows.filter(({ id }) => id > cursor).slice(0, limit))
}
const pageOf = (weights: number[], cursor?: number) =>
  readPage(cursor, rowsFrom(weights), { weight: ({ weight }) => weight, maxWeight: 10 })

test('a page ends before the row with which it would weigh too much, and the next page begins with it', async () => {
  const page = await pageOf([4, 6, 1, 2])
  expect(page.rows.map(({ id }) => id)).toEqual([1, 2])
  expect(page.nextCursor).toBe(2)
  const next = await pageOf([4, 6, 1, 2], 2)
  expect(next.rows.map(({ id }) => id)).toEqual([3, 4])
  expect(next.nextCursor).toBeNull()
})

test('a row that weighs too much has a page of its own', async () => {
  const page = await pageOf([40, 1])
  expect(page.rows.map(({ id }) => id)).toEqual([1])
  expect(page.nextCursor).toBe(1)
})

test('light rows fill a page', async () => {
  const page = await pageOf(Array.from({ length: pageSize + 1 }, () => 0))
  expect(page.rows).toHaveLength(pageSize)
  expect(page.nextCursor).toBe(pageSize)
})
