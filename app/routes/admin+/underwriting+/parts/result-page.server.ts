import { db } from '~/db.server'
import { readResultOrigin } from '~/domain/quotes/origin'
import { findResult } from '~/domain/underwriting/underwriting.server'
import { notFoundPage, pageId } from '~/http/problem.server'

export const missingResult = 'Underwriting result not found.'

/** Returns the list of results, or the work list, that a result's page was opened from. */
export function listOf(request: Request) {
  return readResultOrigin(new URL(request.url).searchParams.get('from'))
}

/** Returns the result in a URL, with that list. @throws the 404 page if it does not exist */
export async function resultOf(request: Request, id: string | undefined) {
  const result = await findResult(db, pageId(id, missingResult))
  if (!result) throw notFoundPage(missingResult)
  return { result, list: listOf(request) }
}
