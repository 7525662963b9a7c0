import { maxId } from '~/domain/ids'
import type { ListPage } from '~/lists/list-page'
import {
  readParams,
  sortBy,
  text,
  wholeNumber,
  withDefault,
  type Params,
  type ParamValues,
  type Sort,
} from '~/lists/list-params'

import { invalid } from './api.server'

/** Reads the params of a call. @throws {Response} 422 with every invalid one */
export function callParams<Named extends Params>(request: Request, params: Named): ParamValues<Named> {
  const { values, errors } = readParams(new URL(request.url).searchParams, params)
  if (errors.length > 0) throw invalid(errors)
  return values
}

/**
 * Reads the part of a list that a call asks for; without a param, all of it. `cursor` is the id of the last record of the page before,
 * which the `Link` header of that page names with the rest of the URL. `sort` is `id` or one of the `fields` that the list's page can be
 * sorted by, with a minus for the last first. @throws {Response} 422
 */
export function listPage(
  request: Request,
  { defaultSort = '-id', fields = [] }: { defaultSort?: 'id' | '-id'; fields?: readonly string[] } = {},
): ListPage & { sort?: Sort } {
  const { limit, cursor, q, sort } = callParams(request, {
    limit: wholeNumber({ min: 1, max: 1000 }, 'limit'),
    cursor: wholeNumber({ min: 1, max: maxId }, 'cursor'),
    q: text(200),
    sort: withDefault(sortBy(['id', ...fields], { isCall: true }), defaultSort),
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
