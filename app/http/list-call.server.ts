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
 * Parses the part of a list that a call requests; all of it without params. `cursor` is the id of the last record of the previous
 * page, whose `Link` header has the URL of this one. `sort` is `id` or one of the `fields` by which the list's page can be
 * sorted; a leading minus means descending.
 * @throws {Response} 422
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
