import type { Fields } from '~/domain/parse-fields'
import { typedValues } from '~/ui/form-result'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'

import { siteCookie } from './cookies.server'

/* What was typed into a form that was sent after its session had expired, until its owner has logged in again. */
const cookie = siteCookie('holdfast_unsaved', { maxAge: 15 * 60 })

/** Browsers drop a cookie of more than 4 KB. */
const maxBytes = 2500

/** Returns the header that stores what was typed, without passwords; null if it is too long. */
export async function unsavedFormCookie(request: Request, userId: number, fields: Fields) {
  const unsaved = { path: new URL(request.url).pathname, userId, values: typedValues(fields) }
  return Buffer.byteLength(JSON.stringify(unsaved)) > maxBytes ? null : cookie.serialize(unsaved)
}

/** Returns what an account has typed into the form of this page; null if nothing was stored. */
export async function readUnsavedForm(
  request: Request,
  userId: number,
): Promise<Record<string, string> | null> {
  const unsaved = await storedForm(request)
  const isOwn = unsaved?.userId === userId && unsaved.path === new URL(request.url).pathname
  return isOwn ? unsaved.values : null
}

/** Whether what was typed into the form of a page is stored: not of one that has passwords alone, with what no person types. */
export async function hasUnsavedForm(request: Request, page: string) {
  const unsaved = await storedForm(request)
  const names = Object.keys(unsaved?.values ?? {}).filter((name) => name !== idempotencyKeyName)
  return unsaved?.path === page.split('?')[0] && names.length > 0
}

async function storedForm(request: Request) {
  return (await cookie.parse(request.headers.get('Cookie'))) as {
    path: string
    userId: number
    values: Record<string, string>
  } | null
}

/** Returns the header that removes what is stored. */
export async function clearUnsavedForm() {
  return cookie.serialize('', { maxAge: 0 })
}
