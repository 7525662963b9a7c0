import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findNeighbors } from '~/domain/quotes/neighbors.server'
import { readOrigin } from '~/domain/quotes/origin'
import { resultList, resultSorts } from '~/domain/underwriting/result-list'
import { findResultsBeside, listResultRows } from '~/domain/underwriting/result-list.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0
/** Five applications, each a day after the one before. */
const ids: number[] = []

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
  for (const [index, name] of ['Ada', 'Bea', 'Cid', 'Dan', 'Eve'].entries()) {
    const changes = {
      name,
      date_of_birth: '1990-01-02',
      job_role: 'Diver',
      status: index === 2 ? 'Quoted' : 'Pending',
    }
    const id = await insertQuote(db, {
      ...changes,
      submitted_at: new Date(`2026-01-0${index + 1}T12:00:00.123Z`),
    })
    ids.push(id)
  }
})
afterAll(() => sandbox.close())

async function around(place: number, from: string | null) {
  const { previous, next } = await findNeighbors(provided.db, readOrigin(from), ids[place] ?? 0, { by })
  const placeOf = (id: number | null) => (id === null ? null : ids.indexOf(id))
  return [placeOf(previous), placeOf(next)]
}

async function run(place: number) {
  const outcome = await runUnderwriting(provided.db, sandbox, { quoteId: ids[place] ?? 0, adminId: by })
  if (!outcome.ok) throw new Error(outcome.message)
}

test('by default the newest application comes first', async () => {
  expect(await around(4, null)).toEqual([null, 3])
  expect(await around(2, null)).toEqual([3, 1])
  expect(await around(0, null)).toEqual([1, null])
})

test('a list has its own order and filter, also for an application that the filter leaves out', async () => {
  expect(await around(1, '/admin/submissions?tab=quotes&sort=name')).toEqual([0, 2])
  expect(await around(1, '/admin/submissions?tab=quotes&sort=name&status=Pending')).toEqual([0, 3])
  expect(await around(2, '/admin/submissions?tab=quotes&sort=submitted_at&status=Pending')).toEqual([1, 3])
  expect(await around(0, '/admin/submissions?tab=quotes&q=Eve')).toEqual([4, null])
  expect(await around(1, '/admin/submissions?tab=quotes&sort=-income')).toEqual([2, 0])
})

test('lists of other records have no neighbors, and hostile ones neither', async () => {
  expect(await around(2, '/admin/submissions?tab=contacts')).toEqual([null, null])
  expect(await around(2, '/admin/audit')).toEqual([null, null])
  expect(await around(2, '/admin/submissions?sort=constructor&after=1~x&from=99/99/9999')).toEqual([3, 1])
  expect(await around(2, "/admin/underwriting/results?tier=';--&decision=x")).toEqual([null, null])
})

test('the work goes on with the first that waits, once the shown one is done', async () => {
  expect(await around(0, 'work')).toEqual([null, 1])
  expect(await around(1, 'work')).toEqual([0, 3])
  expect(await around(2, 'work')).toEqual([null, 0])
})

test('in the results an application has the place of its newest result', async () => {
  for (const place of [0, 1, 3, 0]) await run(place)
  const list = '/admin/underwriting/results'
  expect(await around(0, list)).toEqual([null, 3])
  expect(await around(3, list)).toEqual([0, 1])
  expect(await around(1, list)).toEqual([3, null])
  expect(await around(2, list)).toEqual([null, null])
  expect(await around(3, `${list}?decision=approved&tier=Standard`)).toEqual([0, 1])
  expect(await around(3, `${list}?decision=declined`)).toEqual([null, null])
  expect(await around(3, `${list}?to=01/01/2001`)).toEqual([null, null])
})

test('the list of results has its own filters and sort', async () => {
  const list = '/admin/underwriting/results'
  expect(await around(0, `${list}?sort=name`)).toEqual([null, 1])
  expect(await around(1, `${list}?sort=-name`)).toEqual([3, 0])
  expect(await around(1, `${list}?sort=quote`)).toEqual([0, 3])
  expect(await around(1, `${list}?sort=name&employer=nobody`)).toEqual([null, null])
  const employer = new URLSearchParams({ employer: application.employer_name.toUpperCase() })
  expect(await around(1, `${list}?sort=name&${employer}`)).toEqual([0, 3])
  expect(await around(1, `${list}?quote=Q-${ids[1]}`)).toEqual([null, null])
  expect((await around(1, `${list}?sort=factor&factor=industry&group=tier`)).some((id) => id !== null)).toBe(
    true,
  )
  expect(await around(1, `${list}?sort=factor&factor=nothing`)).toEqual([null, null])
  expect(await around(1, `${list}?sort=id;--&cursor=999999&factor=%00`)).toEqual([3, null])
})

test('a result leads to those beside it in its list, also once it has left the list', async () => {
  const rows = await provided.db.selectFrom('underwriting_results').select('id').orderBy('id').execute()
  const [first = 0, second = 0, third = 0, fourth = 0] = rows.map(({ id }) => id)
  const beside = async (id: number, search: string) => {
    const { previous, next } = await findResultsBeside(
      provided.db,
      resultList.read(new URLSearchParams(search)),
      id,
    )
    return [previous, next]
  }
  expect(rows).toHaveLength(4) // of Ada, Bea, Dan and Ada again
  expect(await beside(fourth, '')).toEqual([null, third])
  expect(await beside(second, '')).toEqual([third, first])
  expect(await beside(second, 'sort=id')).toEqual([first, third])
  expect(await beside(first, 'sort=name')).toEqual([null, fourth])
  expect(await beside(third, `quote=${ids[0]}`)).toEqual([fourth, first])
  expect(await beside(second, 'employer=nobody')).toEqual([null, null])
  expect(await beside(999_999, '')).toEqual([null, null])
  for (const sort of resultSorts) {
    const list = resultList.read(new URLSearchParams({ sort }))
    const listed = await listResultRows(provided.db, list, { limit: 10 })
    for (const [place, { id }] of listed.entries())
      expect(await beside(id, `sort=${sort}`), sort).toEqual([
        listed[place - 1]?.id ?? null,
        listed[place + 1]?.id ?? null,
      ])
  }
})
