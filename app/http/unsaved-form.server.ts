import { deflateRawSync, inflateRawSync } from 'node:zlib'

import type { Fields } from '~/domain/parse-fields'
import { typedValues } from '~/ui/form-result'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'

import { siteCookie } from './cookies.server'

/* The input of a form that was sent after its session had ended, until its owner has logged in again. */
const cookie = siteCookie('holdfast_unsaved', { maxAge: 15 * 60 })

/** Browsers drop a cookie of more than 4 KB; encoding takes a quarter of it. */
const maxLength = 2900

/** `userId` is null for a deleted session: the next account that logs in gets the form back. */
type UnsavedForm = { path: string; userId: number | null; values: Record<string, string> }

/** Returns the header that stores the input without passwords; null if it is too long: from about 5,000 characters of plain text. */
export async function unsavedFormCookie(request: Request, userId: number | null, fields: Fields) {
  const unsaved: UnsavedForm = { path: new URL(request.url).pathname, userId, values: typedValues(fields) }
  const text = deflateRawSync(JSON.stringify(unsaved)).toString('base64url')
  return text.length > maxLength ? null : cookie.serialize(text)
}

/** Takes the stored input of an account for the form of this page, or null, which is shown once: with the header that removes it. */
export async function takeUnsavedForm(request: Request, userId: number) {
  const stored = await storedForm(request)
  const isOfPage = stored?.path === new URL(request.url).pathname
  if (!isOfPage || (stored.userId !== userId && stored.userId !== null)) return { unsaved: null }
  return { unsaved: stored.values, headers: { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) } }
}

/** Whether the input of a page's form is stored. A form with only password fields has none. */
export async function hasUnsavedForm(request: Request, page: string) {
  const unsaved = await storedForm(request)
  const names = Object.keys(unsaved?.values ?? {}).filter((name) => name !== idempotencyKeyName)
  return unsaved?.path === page.split('?')[0] && names.length > 0
}

async function storedForm(request: Request) {
  const text: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof text !== 'string' || text === '') return null
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString()) as UnsavedForm
}
