import { expect, test } from 'vitest'

import { applyForJob, checkApplication, findCareerFile } from '~/domain/careers/careers.server'

import { provideDatabase } from '../../support/database'
import { fileOf, pdf } from '../../support/resumes'

const provided = provideDatabase()

async function checked(changes: object = {}) {
  const result = await checkApplication({
    name: 'Ann Doe',
    email: 'ann@example.com',
    experience: 'Ten years',
    why_join: 'To learn',
    linkedin: 'https://www.linkedin.com/in/ann',
    consent: 'yes',
    resume: fileOf(pdf, 'Ann Doe.pdf'),
    status: 'Hired',
    notes: 'hire at once',
    ip_address: '9.9.9.9',
    ...changes,
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result
}

async function countOf(table: 'career_submissions' | 'career_files') {
  return (await provided.db.selectFrom(table).selectAll().execute()).length
}

test('an application is stored with its file and the values that the server sets', async () => {
  const { db } = provided
  const { application, resume } = await checked()
  const { result } = await applyForJob(db, application, resume, { ip: '192.0.2.1', key: null })
  const row = await db
    .selectFrom('career_submissions')
    .selectAll()
    .where('id', '=', result.id)
    .executeTakeFirst()
  expect(row).toMatchObject({
    position: 'General Application',
    linkedin_url: 'https://www.linkedin.com/in/ann',
    status: 'Pending',
    notes: null,
    ip_address: '192.0.2.1',
  })
  const file = await findCareerFile(db, result.resume_filename)
  expect(file).toMatchObject({ original_name: 'Ann Doe.pdf', content_type: 'application/pdf' })
  expect(Buffer.from(file?.bytes ?? []).equals(pdf)).toBe(true)
})

test('neither is stored when one of them cannot be', async () => {
  const { application, resume } = await checked()
  const before = [await countOf('career_submissions'), await countOf('career_files')]
  const tooLarge = { ...resume, bytes: new Uint8Array(5 * 1024 * 1024 + 1) }
  await expect(applyForJob(provided.db, application, tooLarge, { ip: null, key: null })).rejects.toThrow()
  expect([await countOf('career_submissions'), await countOf('career_files')]).toEqual(before)
})

test('concurrent requests with one key store it once; another file conflicts', async () => {
  const { application, resume } = await checked()
  const before = await countOf('career_submissions')
  const caller = { ip: null, key: { scope: 'test', key: crypto.randomUUID() } }
  const sent = await Promise.all(
    [1, 2, 3, 4].map(() => applyForJob(provided.db, application, resume, caller)),
  )
  expect(new Set(sent.map(({ result }) => result.resume_filename)).size).toBe(1)
  expect(await countOf('career_submissions')).toBe(before + 1)
  const other = await checked({ resume: fileOf(Buffer.concat([pdf, Buffer.from('\n')]), 'Ann Doe.pdf') })
  await expect(applyForJob(provided.db, application, other.resume, caller)).rejects.toThrow(
    'This key was used for another request',
  )
})

test.each(['', 'x', '../cv.pdf', 'a\u0000.pdf', `${crypto.randomUUID()}.exe`, `${crypto.randomUUID()}.pdf`])(
  'the filename %j finds nothing',
  async (filename) => {
    expect(await findCareerFile(provided.db, filename)).toBeNull()
  },
)
