import { json, type ActionFunctionArgs } from '@remix-run/node'

import { HashingBusyError } from '~/domain/accounts/passwords.server'
import { IdempotencyConflict, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { maxId, parseId } from '~/domain/ids'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import type { PageRequest } from '~/lists/list-page'
import {
  readParams,
  sortBy,
  text,
  wholeNumberParam,
  withDefault,
  type Params,
  type ParamValues,
  type Sort,
} from '~/lists/list-params'
import { log, redactPath } from '~/log.server'

import { isMissingAccount, isUnavailable } from '../../db/errors'
import { BodyError, readBody, type ReadOptions } from './body.server'
import { cacheCall } from './cache-directive.server'
import { etagOf, isFresh } from './etag.server'
import { Problem, retryAfter, waitOf } from './problem.server'
import { currentSession, noteDenied } from './session.server'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handler = (args: ActionFunctionArgs) => Promise<Response>

/**
 * Creates a JSON resource from its handlers by method, as both loader and action of a route. OPTIONS lists the methods, an
 * unsupported one responds 405, an expected error has its own status, anything unexpected is logged and responds 500; errors are
 * always `{error}`.
 */
export function resource(verbs: Partial<Record<Method, Handler>>) {
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method
    const verb = verbs[method as Method]
    try {
      if (!verb) {
        const methods = Object.keys(verbs).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
        const headers = { Allow: methods.join(', ') }
        if (method === 'OPTIONS') return new Response(null, { status: 204, headers })
        throw new Problem(405, 'Method not allowed', headers)
      }
      return withNoStore(await verb(args))
    } catch (error) {
      if (error instanceof Problem && error.status === 403)
        noteDenied(args.request, await currentSession(args.request))
      return withNoStore(errorResponse(error, args.request))
    }
  }
}

function errorResponse(error: unknown, request: Request) {
  if (error instanceof Response) return error
  if (error instanceof Problem || error instanceof BodyError) {
    return json(
      { error: error.message },
      { status: error.status, headers: error instanceof Problem ? error.headers : {} },
    )
  }
  if (error instanceof IdempotencyConflict) {
    return json({ error: 'This Idempotency-Key was used for another request' }, { status: 409 })
  }
  if (error instanceof TooManyAttempts) {
    return json({ error: error.message }, { status: 429, headers: waitOf(error) })
  }
  if (isMissingAccount(error)) return json({ error: 'Please sign in' }, { status: 401 })
  if (isUnavailable(error) || error instanceof HashingBusyError) {
    return json(
      { error: 'The service is busy. Please try again in a moment.' },
      { status: 503, headers: retryAfter },
    )
  }
  log.error({ err: error, path: redactPath(new URL(request.url).pathname) }, 'an API call failed')
  return json({ error: 'Something went wrong on our side. Please try again.' }, { status: 500 })
}

function withNoStore(response: Response) {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}

/** Parses the fields of a request body: a JSON object, or a form. Numbers and booleans of JSON become text. */
export async function readFields(request: Request, options: ReadOptions = {}): Promise<Fields> {
  const body = await readBody(request, { ...options, accept: ['json', 'form', 'multipart'] })
  if (body.type === 'form') return Object.fromEntries(body.form)
  const { value } = body
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid([{ path: '', message: 'The body must be a JSON object' }])
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === 'number' || typeof field === 'boolean' ? String(field) : field,
    ]),
  )
}

/** 422 with all invalid fields. */
export function invalid(errors: FieldError[]) {
  return json({ error: errors }, { status: 422 })
}

/** Parses the id in a path. @throws {Problem} 404 if it is not an id */
export function pathId(text: string | undefined, missing = 'Not found') {
  const id = parseId(text)
  if (id === null) throw new Problem(404, missing)
  return id
}

/**
 * Checks the account that a payload may name: the session decides. A visitor's claim is ignored.
 * @throws {Problem} 403 for another account
 */
export function requireOwnId(value: unknown, own: number | null) {
  if (own === null || value === undefined || value === null || value === '') return
  // Not String(): a JSON object with a member `toString` has no text.
  const isOwn = (typeof value === 'string' || typeof value === 'number') && String(value) === String(own)
  if (!isOwn) throw new Problem(403, 'You can only act for your own account')
}

/** Responds with a public list that clients cache for a minute and then revalidate by ETag, and the edge for ten seconds. */
export function publicList(request: Request, list: unknown) {
  const body = JSON.stringify(list)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=60, must-revalidate',
  }
  cacheCall(body, 10, headers)
  const etag = etagOf(body)
  if (isFresh(request.headers.get('If-None-Match'), etag)) {
    const { 'Content-Type': _, ...unchanged } = headers
    return new Response(null, { status: 304, headers: { ...unchanged, ETag: etag } })
  }
  return new Response(body, { headers: { ...headers, ETag: etag } })
}

/** Returns the idempotency key of a retryable call from its Idempotency-Key header. @throws {Problem} 400 */
export function idempotencyKeyFromHeader(scope: string, request: Request): IdempotencyKey | null {
  const key = request.headers.get('Idempotency-Key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Problem(400, 'Idempotency-Key must be 1 to 200 visible characters')
  return { scope, key }
}

/** Reads the params of a call. @throws {Response} 422 with every invalid one */
export function callParams<Named extends Params>(request: Request, params: Named): ParamValues<Named> {
  const { values, errors } = readParams(new URL(request.url).searchParams, params)
  if (errors.length > 0) throw invalid(errors)
  return values
}

/**
 * Parses the page of a list that a call requests; the whole list without params. `cursor` is the id of the last record of the previous
 * page, whose `Link` header has the URL of this one. `sort` is `id` or one of the `fields` by which the list's page can be
 * sorted; a leading minus means descending.
 * @throws {Response} 422
 */
export function pageRequest(
  request: Request,
  { defaultSort = '-id', fields = [] }: { defaultSort?: 'id' | '-id'; fields?: readonly string[] } = {},
): PageRequest & { sort?: Sort } {
  const { limit, cursor, q, sort } = callParams(request, {
    limit: wholeNumberParam({ min: 1, max: 1000 }, 'limit'),
    cursor: wholeNumberParam({ min: 1, max: maxId }, 'cursor'),
    q: text(200),
    sort: withDefault(sortBy([...new Set(['id', ...fields])], { withMessage: true }), defaultSort),
  })
  const isById = sort.field === 'id'
  return {
    limit,
    cursor,
    search: q,
    oldestFirst: isById && !sort.descending,
    sort: isById ? undefined : sort,
  }
}
