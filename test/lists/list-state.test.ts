import { describe, expect, test } from 'vitest'

import { choiceParam, columnsParam, cursor, dateRange, text, withDefault } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

const list = defineList({
  path: '/things',
  view: { size: withDefault(choiceParam([10, 25]), '10') },
  filters: { q: text(5), state: choiceParam(['open', 'done']), ...dateRange },
  position: { cursor },
})
const read = (query: string) => list.read(new URLSearchParams(query))

describe('the state of a list', () => {
  test('has the values of the URL', () => {
    const state = read('q=+a%00b++c&state=open&from=1/2/2026&size=25&cursor=7')
    expect(state.filter).toEqual({ q: 'a b', state: 'open', from: '2026-01-02', to: undefined })
    expect(state).toMatchObject({ view: { size: 25 }, position: { cursor: 7 }, errors: [] })
    expect([state.isFiltered, state.isFirstPage, state.isNarrowed]).toEqual([true, false, true])
  })

  test('has defaults for absent and invalid params', () => {
    for (const query of ['', 'q=+&state=closed&size=11&cursor=0', 'size=10&cursor=4294967296']) {
      const state = read(query)
      expect(state).toMatchObject({ view: { size: 10 }, position: { cursor: undefined }, errors: [] })
      expect([state.isFiltered, state.isFirstPage, state.isNarrowed]).toEqual([false, true, false])
      expect(list.url({}, state)).toBe('/things')
    }
  })

  test('knows that a later page may lack rows that the list has', () => {
    expect(read('cursor=7')).toMatchObject({ isFiltered: false, isNarrowed: true })
  })

  test('reports invalid days, shows them as entered, and leaves them out of its URLs', () => {
    const state = read('from=02/30/2026&to=1899-01-01&q=a')
    expect(state.errors).toEqual([
      { path: 'from', message: 'There is no February 30 in 2026: enter the first day as MM/DD/YYYY' },
      { path: 'to', message: 'The last day must be between 01/01/1900 and 12/31/2999' },
    ])
    expect(state.texts).toMatchObject({ from: '02/30/2026', to: '1899-01-01' })
    expect(list.url({}, state)).toBe('/things?q=a')
  })
})

describe('a date range', () => {
  test('of one day is valid; one that ends before it begins is an error', () => {
    expect(read('from=2026-01-02&to=01/02/2026').errors).toEqual([])
    expect(read('from=2026-01-02&to=2026-01-01').errors).toEqual([
      { path: 'to', message: 'The last day must not be before the first day' },
    ])
  })
})

describe('the URL of a list', () => {
  const state = read('q=a&size=25&cursor=7')

  test('leads to the first page after any change but one of the position', () => {
    expect(list.url({ q: '', state: 'done' }, state)).toBe('/things?size=25&state=done')
    expect(list.url({ cursor: 9 }, state)).toBe('/things?size=25&q=a&cursor=9')
    expect(list.url({ size: 10 })).toBe('/things')
  })

  test('of the same page has its whole state', () => {
    expect(list.query({}, state)).toBe('size=25&q=a&cursor=7')
  })

  test('leads to the first page from a later one, and to the next one if there is any', () => {
    expect(list.pages(state, 3)).toEqual({
      Newest: '/things?size=25&q=a',
      Older: '/things?size=25&q=a&cursor=3',
    })
    expect(list.pages(read(''), null)).toEqual({ Newest: null, Older: null })
  })
})

describe('chosen columns', () => {
  const list = defineList({
    path: '/things',
    view: { columns: columnsParam(['name', 'price', 'note'], ['name', 'price']) },
    filters: { q: text(20) },
    position: { cursor },
  })
  const read = (search: string) => list.read(new URLSearchParams(search))

  test.each([
    ['', ['name', 'price'], '/things'],
    ['columns=name&columns=price', ['name', 'price'], '/things'],
    ['columns=note&columns=name', ['name', 'note'], '/things?columns=name%2Cnote'],
    ['columns=name%2Cnote', ['name', 'note'], '/things?columns=name%2Cnote'],
    ['columns=note&columns=note,__proto__,x', ['note'], '/things?columns=note'],
    ['columns=,,&columns=constructor', ['name', 'price'], '/things'],
  ])('%s', (search, columns, url) => {
    const state = read(search)
    expect(state.view.columns).toEqual(columns)
    expect(list.url({}, state)).toBe(url)
    expect(state.isFiltered).toBe(false)
  })
})
