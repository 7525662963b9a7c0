import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admin, startProgram, type Program } from '../support/program'
import { doc, docx, fileOf, pdf } from '../support/resumes'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

/** Posts JSON. */
function call(path: string, body: unknown, headers: Record<string, string> = {}) {
  return post(path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(program.url + path, { method: 'POST', body, headers })
}

async function errorsOf(answer: Response) {
  expect(answer.status).toBe(422)
  return (await answer.json()) as unknown
}

const entry = { name: 'Ann Doe', email: 'ann@example.com', interest_level: 'very-interested' }
const message = {
  name: 'Ann Doe',
  email: 'ann@example.com',
  phone: '(555) 123-4567',
  inquiry_type: 'General Question',
  message: 'Hello',
}
const application = {
  name: 'Ann Doe',
  email: 'ann@example.com',
  position: 'Front-End Developer',
  linkedin: 'https://www.linkedin.com/in/ann',
  experience: 'Ten years of forms',
  why_join: 'To build more of them',
  consent: 'on',
}
const cv = () => fileOf(pdf, 'cv.pdf', 'application/pdf')

const forms = [
  ['/api/waitlist-submissions', entry],
  ['/api/contact-submissions', message],
  ['/api/career-submissions', application],
] as const

/** A multipart form of the fields, without those that are null or undefined. */
function formOf(fields: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined) form.append(name, value as string | Blob)
  }
  return form
}

const apply = (changes: object = {}, headers = {}) =>
  post('/api/career-submissions', formOf({ ...application, resume: cv(), ...changes }), headers)

describe('the waitlist', () => {
  const join = (changes: object = {}) => call('/api/waitlist-submissions', { ...entry, ...changes })

  test('accepts an entry and returns the stored one', async () => {
    const created = await join({
      referral_source: 'website',
      utm_source: '',
      utm_medium: ' mail ',
      id: 99_999,
      status: 'Invited',
      ip_address: '9.9.9.9',
      submitted_at: '2001-01-01',
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('Cache-Control')).toBe('no-store')
    const { id, submitted_at, ...rest } = await created.json()
    expect(id).toBeLessThan(99_999)
    expect(Date.now() - Date.parse(submitted_at as string)).toBeLessThan(60_000)
    expect(rest).toEqual({
      ...entry,
      status: 'Pending',
      referral_source: 'website',
      utm_source: null,
      utm_medium: 'mail',
      utm_campaign: null,
    })
  })

  test.each([
    ['Somewhat-INTERESTED', 'somewhat-interested'],
    ['interested', 'interested'],
    [' just-exploring ', 'just-exploring'],
    ['Not-Specified', 'not-specified'],
    ['', 'not-specified'],
    ['  ', 'not-specified'],
    [null, 'not-specified'],
    [undefined, 'not-specified'],
  ])('stores the interest level %j as %s', async (interest_level, stored) => {
    const created = await join({ interest_level })
    expect(created.status).toBe(201)
    expect(await created.json()).toMatchObject({ interest_level: stored })
  })

  test.each([
    ['interest_level', 'keen', 'Please select your interest level'],
    ['interest_level', ['interested'], 'Please select your interest level'],
    ['interest_level', 5, 'Please select your interest level'],
    ['referral_source', 'x'.repeat(201), 'Referral source must be at most 200 characters'],
    ['utm_source', 'x'.repeat(201), 'UTM source must be at most 200 characters'],
    ['utm_medium', { a: 1 }, 'UTM medium must be at most 200 characters'],
    ['utm_campaign', 'a\u0000', 'Remove the control characters from this text'],
  ])('rejects %s %j', async (path, value, text) => {
    expect(await errorsOf(await join({ [path]: value }))).toEqual({ error: [{ path, message: text }] })
  })

  test('reports all errors, in the order of the form', async () => {
    expect(await errorsOf(await call('/api/waitlist-submissions', { interest_level: 'keen' }))).toEqual({
      error: [
        { path: 'name', message: 'Name is required' },
        { path: 'email', message: 'Email is required' },
        { path: 'interest_level', message: 'Please select your interest level' },
      ],
    })
  })
})

describe('a contact message', () => {
  const send = (changes: object = {}) => call('/api/contact-submissions', { ...message, ...changes })

  test('is stored without a response', async () => {
    const created = await send({ responded: true, status: 'Responded', id: 99_999, ip_address: '9.9.9.9' })
    expect(created.status).toBe(201)
    const { id, created_at, ...rest } = await created.json()
    expect(id).toBeLessThan(99_999)
    expect(Date.parse(created_at as string)).not.toBeNaN()
    expect(rest).toEqual({
      name: 'Ann Doe',
      email: 'ann@example.com',
      inquiry_type: 'General Question',
      responded: false,
      status: 'Pending',
    })
  })

  test.each([
    'General Question',
    'Coverage Information',
    'Existing Policy',
    'Claims Assistance',
    'Billing Question',
    'Partnership Opportunity',
    'Press/Media',
    'Other',
  ])('may be a %s, in any letter case', async (inquiry_type) => {
    const created = await send({ inquiry_type: inquiry_type.toUpperCase(), phone: '' })
    expect(created.status).toBe(201)
    expect(await created.json()).toMatchObject({ inquiry_type })
  })

  test.each([
    ['inquiry_type', 'Complaint', 'Please select an inquiry type'],
    ['phone', 'call me', 'Please enter a valid phone number'],
    ['phone', '123', 'Please enter a valid phone number'],
    ['message', 'x'.repeat(5001), 'Message must be at most 5,000 characters'],
    ['message', 'bell\u0007', 'Remove the control characters from this text'],
  ])('with %s %j is rejected', async (path, value, text) => {
    expect(await errorsOf(await send({ [path]: value }))).toEqual({ error: [{ path, message: text }] })
  })

  test.each([
    ['inquiry_type', 'Please select an inquiry type'],
    ['message', 'Message is required'],
  ])('without %s is rejected', async (path, text) => {
    for (const absent of [undefined, null, '', '   ', [], {}]) {
      expect(await errorsOf(await send({ [path]: absent }))).toEqual({ error: [{ path, message: text }] })
    }
  })
})

describe('a career application', () => {
  const applyRaw = (filename: string) => {
    const parts = Object.entries(application).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file = `--x\r\nContent-Disposition: form-data; name="resume"; filename="${filename}"\r\n\r\n%PDF-1.7\r\n`
    return post('/api/career-submissions', `${parts.join('')}${file}--x--\r\n`, {
      'Content-Type': 'multipart/form-data; boundary=x',
    })
  }
  const download = (filename: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${program.url}/api/career-files/${encodeURIComponent(filename)}`, { method, headers })

  test('is stored with its resume, which only an admin can download', async () => {
    const files = [
      [pdf, 'cv.pdf', 'application/pdf'],
      [doc, 'cv.doc', 'application/msword'],
      [docx, 'cv.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ] as const
    for (const [bytes, name, type] of files) {
      const created = await apply({ resume: fileOf(bytes, name, 'text/html') })
      expect(created.status).toBe(201)
      const answer = await created.json()
      expect(answer).toEqual({
        id: expect.any(Number),
        created_at: expect.any(String),
        name: 'Ann Doe',
        email: 'ann@example.com',
        position: 'Front-End Developer',
        linkedin_url: application.linkedin,
        status: 'Pending',
        resume_filename: expect.stringMatching(/^[\da-f-]{36}\.(?:pdf|docx?)$/),
      })

      const refused = await download(answer.resume_filename)
      expect(refused.status).toBe(401)
      expect(Object.keys(await refused.json())).toEqual(['error'])
      const file = await download(answer.resume_filename, { Cookie: cookie })
      expect(file.status).toBe(200)
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      })
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  test('stores 5 MB byte for byte', async () => {
    const noise = Buffer.alloc(5 * 1024 * 1024)
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536))
    pdf.copy(noise)
    const created = await apply({ resume: fileOf(noise, 'large.pdf') })
    expect(created.status).toBe(201)
    const { resume_filename } = await created.json()
    const file = await download(resume_filename, { Cookie: cookie })
    expect(Buffer.from(await file.arrayBuffer()).equals(noise)).toBe(true)
  })

  // As it is between the quotes of the part's header.
  test.each([
    ['../../../etc/cron.d/job.pdf', 'job.pdf', 'job.pdf'],
    ['C:\\Users\\ann\\cv.pdf', 'cv.pdf', 'cv.pdf'],
    [String.raw`a\";filename=\"b.exe.pdf`, 'a__filename__b.exe.pdf', 'a%22%3Bfilename%3D%22b.exe.pdf'],
    ["Zoë's 😀 (1).PDF", 'Zo__s __ (1).PDF', 'Zo%C3%AB%27s%20%F0%9F%98%80%20%281%29.PDF'],
    ['cv\u202efdp.pdf', 'cvfdp.pdf', 'cvfdp.pdf'],
    ['a\u0085b.pdf', 'ab.pdf', 'ab.pdf'],
    ['%0d%0aSet-Cookie: a.pdf', '_0d_0aSet-Cookie_ a.pdf', '%250d%250aSet-Cookie%3A%20a.pdf'],
  ])('with a file named %j offers it under a safe name', async (name, plain, encoded) => {
    const created = await applyRaw(name)
    expect(created.status).toBe(201)
    const file = await download((await created.json()).resume_filename, { Cookie: cookie })
    expect(file.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    )
    expect(file.headers.has('Set-Cookie')).toBe(false)
  })

  test('with a control character in the file name is rejected', async () => {
    expect((await applyRaw('cv.pdf\u0000.exe')).status).toBe(400)
    expect((await applyRaw('cv\u0001.pdf')).status).toBe(400)
  })

  test.each(['x', 'cv.pdf', `${crypto.randomUUID()}.pdf`])('has no file named %j', async (filename) => {
    const missing = await download(filename, { Cookie: cookie })
    expect(missing.status).toBe(404)
    expect(await missing.json()).toEqual({ error: 'File not found' })
    expect((await download(filename)).status).toBe(401)
    expect((await download(filename, { Cookie: cookie }, 'DELETE')).status).toBe(405)
  })

  test.each([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['experience', 'Experience is required'],
    ['why_join', 'Please tell us why you want to join'],
    ['resume', 'Resume is required'],
    ['consent', 'You must agree to the terms'],
  ])('without %s is rejected', async (path, text) => {
    for (const absent of [undefined, '', '   ']) {
      expect(await errorsOf(await apply({ [path]: absent }))).toEqual({ error: [{ path, message: text }] })
    }
  })

  test.each([
    ['position', 'Chief', 'Position is required'],
    ['linkedin', 'in/ann', 'LinkedIn profile must be a web address, such as linkedin.com/in/your-name'],
    [
      'linkedin',
      'javascript:alert(1)//https://',
      'LinkedIn profile must be a web address, such as linkedin.com/in/your-name',
    ],
    ['linkedin', 'https://', 'LinkedIn profile must be a web address, such as linkedin.com/in/your-name'],
    ['linkedin', 'https://a b', 'LinkedIn profile must be a web address, such as linkedin.com/in/your-name'],
    ['linkedin', `https://a.example/${'x'.repeat(300)}`, 'LinkedIn address must be at most 300 characters'],
    ['experience', 'x'.repeat(5001), 'Experience must be at most 5,000 characters'],
    ['why_join', 'x'.repeat(5001), 'Your reasons must be at most 5,000 characters'],
    ['consent', 'false', 'You must agree to the terms'],
    ['resume', fileOf(pdf, 'cv.exe'), 'Resume must be a PDF, DOC or DOCX file'],
    [
      'resume',
      fileOf(Buffer.from('MZ'), 'cv.pdf', 'application/pdf'),
      'Resume must be a PDF, DOC or DOCX file',
    ],
    ['resume', fileOf(Buffer.alloc(0), 'cv.pdf'), 'Resume must not be an empty file'],
    ['resume', fileOf(Buffer.alloc(5_767_168), 'cv.pdf'), 'Resume must be 5 MB or smaller'],
  ])('with %s %s is rejected', async (path, value, text) => {
    expect(await errorsOf(await apply({ [path]: value }))).toEqual({ error: [{ path, message: text }] })
  })

  test('reports all errors, in the order of the form', async () => {
    const { error } = (await errorsOf(await call('/api/career-submissions', {}))) as {
      error: { path: string }[]
    }
    expect(error.map(({ path }) => path)).toEqual([
      'name',
      'email',
      'experience',
      'why_join',
      'resume',
      'consent',
    ])
  })

  test('as JSON lacks its resume, for any value of the field', async () => {
    for (const resume of [undefined, 'cv.pdf', { name: 'cv.pdf' }, [1, 2]]) {
      const refused = await call('/api/career-submissions', { ...application, consent: true, resume })
      expect(await errorsOf(refused)).toEqual({
        error: [{ path: 'resume', message: 'Resume is required' }],
      })
    }
  })

  test.each([
    ['BETA community lead', 'Beta Community Lead'],
    ['other', 'Other'],
    ['general application', 'General Application'],
    ['', 'General Application'],
    [undefined, 'General Application'],
  ])('for %j is stored for %s', async (position, stored) => {
    const created = await apply({ position, linkedin: '' })
    expect(created.status).toBe(201)
    expect(await created.json()).toMatchObject({ position: stored, linkedin_url: null })
  })

  test('has a web address with its scheme, typed or not', async () => {
    const created = await apply({ linkedin: ' linkedin.com/in/ann ' })
    expect(await created.json()).toMatchObject({ linkedin_url: 'https://linkedin.com/in/ann' })
  })

  test('of an older client is accepted by the old field names, over which the new ones win', async () => {
    const { email: _, why_join: __, linkedin: ___, ...rest } = application
    const old = {
      career_email: 'old@example.com',
      interest_reason: 'Old',
      linkedin_url: 'http://old.example',
    }
    const created = await post('/api/career-submissions', formOf({ ...rest, ...old, resume: cv() }))
    expect(await created.json()).toMatchObject({
      email: 'old@example.com',
      linkedin_url: 'http://old.example',
    })
    expect(await (await apply(old)).json()).toMatchObject({
      email: application.email,
      linkedin_url: application.linkedin,
    })
  })

  test('cannot set fields of the office and the server', async () => {
    const created = await apply({
      id: '99999',
      status: 'Hired',
      ip_address: '9.9.9.9',
      resume_filename: 'mine.pdf',
      notes: 'x',
    })
    const answer = await created.json()
    expect(answer).toMatchObject({ status: 'Pending' })
    expect(answer.id).toBeLessThan(99_999)
    expect(answer.resume_filename).not.toBe('mine.pdf')
  })

  test('with two files, or more than 6 MB, is rejected before it is read', async () => {
    const two = formOf({ ...application, resume: cv() })
    two.append('resume', cv())
    expect((await post('/api/career-submissions', two)).status).toBe(400)
    const other = formOf({ ...application, resume: cv(), cover_letter: cv() })
    expect((await post('/api/career-submissions', other)).status).toBe(400)

    const large = formOf({ ...application, resume: fileOf(Buffer.alloc(6.5 * 1024 * 1024), 'cv.pdf') })
    const announced = await post('/api/career-submissions', large)
    expect(announced.status).toBe(413)
    expect(await announced.json()).toEqual({ error: 'The request is too large: at most 6 MB are taken' })
    const encoded = new Response(large)
    const streamed = await fetch(`${program.url}/api/career-submissions`, {
      method: 'POST',
      body: encoded.body,
      headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
      duplex: 'half',
    })
    expect(streamed.status).toBe(413)
  })

  test('with its file in another field lacks its resume', async () => {
    expect(await errorsOf(await apply({ resume: undefined, cv: cv() }))).toEqual({
      error: [{ path: 'resume', message: 'Resume is required' }],
    })
    expect(await errorsOf(await apply({ resume: undefined, name: cv() }))).toEqual({
      error: [
        { path: 'name', message: 'Name is required' },
        { path: 'resume', message: 'Resume is required' },
      ],
    })
  })

  test('sent again with its key is stored once; with another file it is another application', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const answers = await Promise.all([apply({}, key), apply({}, key), apply({}, key)])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect((await apply({ resume: fileOf(doc, 'cv.doc') }, key)).status).toBe(409)
  })
})

describe.each(forms)('every form: %s', (path, fields) => {
  const send = (changes: object = {}, headers: Record<string, string> = {}) =>
    path === '/api/career-submissions'
      ? apply(changes, headers)
      : call(path, { ...fields, ...changes }, headers)

  test.each([
    ['name', 'x'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'Ann\u0007', 'Remove the control characters from this text'],
    ['name', '  ', 'Name is required'],
    ['email', ' ', 'Email is required'],
    ['email', 'ann@', 'Please enter a valid email address'],
    ['email', 'ann doe@example.com', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
  ])('with %s %j is rejected', async (field, value, text) => {
    expect(await errorsOf(await send({ [field]: value }))).toEqual({
      error: [{ path: field, message: text }],
    })
  })

  test('sent again with its key is stored once, even if both arrive together', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const answers = await Promise.all([send({}, key), send({}, key), send({}, key)])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect((await send({ name: 'Another' }, key)).status).toBe(409)
    expect((await send({}, { 'Idempotency-Key': 'with a blank' })).status).toBe(400)
    const { id } = await (await send()).json()
    expect(id).not.toBe(bodies[0].id)
  })

  test('is accepted as multipart, with the boundary in quotes', async () => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b o:1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file =
      '--b o:1\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n%PDF-1.7\r\n'
    const body = `${parts.join('')}${path === '/api/career-submissions' ? file : ''}--b o:1--\r\n`
    const created = await post(path, body, { 'Content-Type': 'multipart/form-data; boundary="b o:1"' })
    expect(created.status).toBe(201)
    expect(await created.json()).toMatchObject({ name: 'Ann Doe' })
  })

  test('is accepted as a form, unless a file is required', async () => {
    const answer = await post(path, new URLSearchParams(fields))
    expect(answer.status).toBe(path === '/api/career-submissions' ? 422 : 201)
  })

  const type = 'multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n'

  test.each([
    ['1,001 parts', `${part.repeat(1001)}--x--\r\n`, type, 413],
    ['1,001 fields', 'a=&'.repeat(1000) + 'a=', 'application/x-www-form-urlencoded', 413],
    ['a body that is cut off', part, type, 400],
    ['a file that is cut off', part.replace('"a"', '"resume"; filename="cv.pdf"'), type, 400],
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['an array', '[]', 'application/json', 422],
    ['plain text', 'hello', 'text/plain', 415],
  ])('%s is rejected', async (_, body, contentType, status) => {
    const refused = await post(path, body, { 'Content-Type': contentType })
    expect(refused.status).toBe(status)
    expect(Object.keys(await refused.json())).toEqual(['error'])
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s is not supported', async (method) => {
    const refused = await fetch(program.url + path, { method })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('Allow')).toBe('POST')
  })

  test('is rejected from another site', async () => {
    expect((await send({}, { Origin: 'https://evil.example' })).status).toBe(403)
  })
})
