import { randomUUID } from 'node:crypto'

import { brand } from '~/brand.server'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { careerReceivedMail } from '~/emails/career-received'

import type { Db } from '../../../db/schema'
import * as queries from './careers.queries.server'
import { careerSchema, inFormOrder, type CareerApplication } from './careers.schema'
import { checkResume, type Resume } from './resume.server'

/** Validates the fields of an application together with its resume, so that one response lists every error. */
export async function checkApplication(
  fields: Fields,
): Promise<
  { ok: true; application: CareerApplication; resume: Resume } | { ok: false; errors: FieldError[] }
> {
  const parsed = parseFields(careerSchema, fields)
  const resume = await checkResume(fields.resume instanceof File ? fields.resume : null)
  if (parsed.ok && resume.ok) return { ok: true, application: parsed.value, resume: resume.file }
  const errors = [...(parsed.ok ? [] : parsed.errors), ...(resume.ok ? [] : [resume.error])]
  return { ok: false, errors: inFormOrder(errors) }
}

/**
 * Stores an application with its resume, both or neither, once per idempotency key, and mails the applicant a receipt. The server sets the
 * status, the IP and the file's name; the applicant's file name is stored only for the download.
 * @throws {IdempotencyConflict} when the key was used for another application or another file.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function applyForJob(
  db: Db,
  application: CareerApplication,
  resume: Resume,
  caller: { ip: string | null; key: IdempotencyKey | null },
) {
  const { consent: _, linkedin, ...answers } = application
  const content = { ...application, resume: { name: resume.originalName, sha256: resume.sha256 } }
  return once(db, caller.key, content, async (trx) => {
    await consume(trx, 'career', caller.ip)
    const submission = await queries.insertApplication(trx, {
      ...answers,
      linkedin_url: linkedin,
      ip_address: caller.ip,
    })
    const filename = `${randomUUID()}.${resume.extension}`
    await queries.insertFile(trx, {
      filename,
      career_submission_id: submission.id,
      kind: 'resume',
      original_name: resume.originalName,
      content_type: resume.contentType,
      size: resume.bytes.length,
      bytes: resume.bytes,
    })
    await sendReceipt(trx, {
      kind: 'career received',
      to: application.email,
      message: careerReceivedMail(brand, application),
    })
    return { ...submission, resume_filename: filename }
  })
}

/** Returns a file of an application with its bytes, by its server-side name, or null. */
export async function findCareerFile(db: Db, filename: string) {
  if (!/^[\da-f-]{36}\.(?:pdf|docx?)$/.test(filename)) return null
  return (await queries.findFile(db, filename)) ?? null
}
