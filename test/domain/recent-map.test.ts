import { expect, test } from 'vitest'

import { RecentMap } from '~/domain/recent-map'

test('a full map drops the entry that was stored longest ago', () => {
  const map = new RecentMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
