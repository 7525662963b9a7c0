import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const api = '/api/admin/underwriting'
const list = '/admin/underwriting/results'
let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const login = await call('POST', '/api/auth/login', admin)
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  for (const [index, name] of ['=1+1', 'Ann', 'Bob'].entries()) {
    const answers = {
      ...application,
      name,
      quote_email: `p${index}@example.com`,
      income: 9000 - index * 3000,
    }
    expect((await call('POST', '/api/quote-submissions', answers)).status).toBe(201)
    expect((await call('POST', `${api}/quote`, { quote_id: index + 1 })).status).toBe(201)
  }
})
afterAll(async () => expect(await program.stop()).toBe(0))

function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { Cookie: cookie },
) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
}

async function idsOf(query: string) {
  const answer = await call('GET', `${api}/results?${query}`)
  expect(answer.status).toBe(200)
  const rows = (await answer.json()) as { id: number; calculation_details: object }[]
  for (const row of rows) expect(row.calculation_details).toHaveProperty('factors')
  return rows.map(({ id }) => id)
}

test('the call takes the filters and the orders of the list, page by page', async () => {
  expect(await idsOf('')).toEqual([3, 2, 1])
  expect(await idsOf('sort=id')).toEqual([1, 2, 3])
  expect(await idsOf('sort=name')).toEqual([1, 2, 3])
  expect(await idsOf('sort=-name&limit=2')).toEqual([3, 2])
  expect(await idsOf('sort=-name&limit=2&cursor=2')).toEqual([1])
  expect(await idsOf('quote=Q-2&sort=-factor')).toEqual([2])
  expect(await idsOf('from=01/01/2001&to=01/02/2001')).toEqual([])
  expect(await idsOf(`employer=${encodeURIComponent(application.employer_name.toUpperCase())}`)).toHaveLength(
    3,
  )
  expect(await idsOf('q=2&employer=nobody')).toEqual([])
  const [word = ''] = application.employer_name.split(' ')
  expect(await idsOf(`employer=${word.slice(0, 3)}`)).toHaveLength(3)
  expect(await idsOf(`employer="${application.employer_name}"`)).toHaveLength(3)
  expect(await idsOf(`employer="${word}"`)).toEqual([])
  expect(await idsOf('rule=NOTHING')).toEqual([])
})

test.each([
  ['sort=password_hash', 422],
  ['sort=-', 422],
  ['from=yesterday', 422],
  ['quote=x', 422],
  ['from=2026-02-02&to=2026-01-01', 422],
  ['cursor=0', 422],
  ['factor=%27%3Bdrop+table+users', 200],
  ['sort=-factor&factor=%00', 400],
  ['sort=-factor&factor=%FF', 200],
  [`employer=${'a'.repeat(300)}`, 200],
  ['employer=%27%26%21', 200],
  ['sort=name&cursor=2147483647', 200],
])('hostile params of the call: %s', async (query, status) => {
  expect((await call('GET', `${api}/results?${query}`)).status).toBe(status)
})

test.each([
  ['sort=password_hash', 200],
  ['group=users&sort=-factor&factor=%27', 200],
  ['tier=%3Cscript%3Ealert(1)%3C/script%3E', 200],
  ['quote=x', 422],
])('hostile params of the page: %s', async (query, status) => {
  const answer = await call('GET', `${list}?${query}`)
  expect(answer.status).toBe(status)
  const html = await answer.text()
  expect(html).not.toContain('<script>alert(1)')
  expect(html.length).toBeLessThan(150_000)
})

test('a comparison of three ticked results says how many are ticked', async () => {
  const answer = await call('GET', '/admin/underwriting/compare?result=1&result=2&result=3&from=work')
  expect(await answer.text()).toContain('Tick two results alone to compare them: 3 are ticked.')
})

test.each([
  ['', '/admin/underwriting/quote/1', '/admin/underwriting/quote/1#compare'],
  [
    'result=1',
    '/admin/underwriting/results?quote=Q-1',
    '/admin/underwriting/results?quote=Q-1&amp;tick=1#compare',
  ],
  [
    'result=1&result=2&result=3',
    '//evil.example/admin/work',
    '/admin/submissions?tab=quotes&amp;tick=1&amp;tick=2&amp;tick=3#compare',
  ],
])('a comparison of %j ticked on %s leads back to %s', async (ticked, from, back) => {
  const answer = await call('GET', `/admin/underwriting/compare?${ticked}&${new URLSearchParams({ from })}`)
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('Tick two results')
  expect(html).toContain(`href="${back}"`)
})

test.each([
  ['a=1&b=987654', 'b', 'There is no result 987654'],
  ['a=x&b=1', 'a', 'Enter the number of a result, such as 12'],
  ['a=Q-1&b=1', 'a', 'Q-1 is a quote: enter the number of one of its results'],
  ['a=1', 'b', 'Enter the number of a result, such as 12'],
])('a comparison of %j keeps the form, with the error beside the field %s', async (query, name, message) => {
  const answer = await call('GET', `/admin/underwriting/compare?${query}`)
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain(`href="#${name}"`)
  expect(html).toContain(`id="${name}-error"`)
  expect(html.slice(html.indexOf(`id="${name}-error"`)).slice(0, 300)).toContain(message)
  for (const [field, value] of new URLSearchParams(query))
    expect(html).toMatch(new RegExp(`name="${field}"[^>]*value="${value}"`))
})

test.each(['a=1&b=1', 'a=%231&b=Result+1'])('a comparison of %s finds both results', async (query) => {
  expect((await call('GET', `/admin/underwriting/compare?${query}`)).status).toBe(200)
})

test.each([
  [`${list}?quote=Q-1`, '1 of 1 result, of 3 in all, $PRICE a month rated'],
  [`${list}?quote=q1`, '1 of 1 result, of 3 in all, $PRICE a month rated'],
  [`${list}?quote=Q-999`, 'No results'],
  [`${list}?quote=Q-999&group=tier`, 'No results'],
  [`${list}?quote=Q-1&group=tier`, '1 result in groups'],
  ['/admin/submissions?tab=quotes&q=Bob', '1 match'],
  ['/admin/submissions?tab=quotes&q=Nobody', 'No matches'],
])('the count above the list of %s is %j', async (path, count) => {
  const html = await (await call('GET', path)).text()
  const shown = /<p role="status"[^>]*>([^<]*)<\/p>/.exec(html)?.[1]
  expect(shown?.replace(/\$\d+\.\d\d/g, '$PRICE')).toBe(count)
})

test('the file has what the list filters, without formulas, for admins only', async () => {
  const answer = await call('GET', `${list}/export?sort=name`)
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('Content-Disposition')).toContain('results-20')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(",'=1+1,")
  const one = await call('GET', `${list}/export?quote=2`)
  expect((await one.text()).trim().split('\r\n')).toHaveLength(2)
  expect((await call('GET', `${list}/export?quote=x`)).headers.get('Location')).toBe(`${list}?quote=x`)
  const groups = await call('GET', `${list}/export?group=employer&quote=2`)
  expect(groups.headers.get('Content-Disposition')).toContain('results-by-employer-filtered-20')
  const [head, group] = (await groups.text()).trim().split('\r\n')
  expect(head).toContain('Employer,Results,')
  expect(group).toMatch(new RegExp(`^${application.employer_name},1,`))
  expect((await call('GET', `${list}/export`, undefined, {})).headers.get('Location')).toMatch(/^\/login/)
})
