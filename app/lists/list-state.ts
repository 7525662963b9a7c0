import type { FieldError } from '~/domain/parse-fields'

import { readParam, readParams, type Params, type ParamTexts, type ParamValues } from './list-params'

type Declaration<Filters extends Params, View extends Params, Position extends Params> = {
  path: string
  /** Presentation: tab, order, rows per page. */
  view?: View
  /** Filters of the rows. */
  filters: Filters
  /** Where the page begins. */
  position: Position
}

/** The state of a list as read from its URL. */
export type ListState<Filters extends Params, View extends Params, Position extends Params> = {
  /** The params as form values, '' where absent. */
  texts: ParamTexts<Filters & View & Position>
  filter: ParamValues<Filters>
  view: ParamValues<View>
  position: ParamValues<Position>
  errors: FieldError[]
  isFiltered: boolean
  /** Whether an empty page does not mean an empty list: with a filter, or on a later page. */
  isNarrowed: boolean
  isFirstPage: boolean
}

/**
 * Declares the params of a list. `read` reads its state from a URL, `url` writes a state into one:
 *
 *     const mails = defineList({ path: '/admin/mail', filters: { q: text(254) }, position: { cursor } })
 *     mails.url({ cursor: 12 }, mails.read(searchParams))
 */
export function defineList<
  Filters extends Params,
  Position extends Params,
  View extends Params = Record<never, never>,
>({ path, view = {} as View, filters, position }: Declaration<Filters, View, Position>) {
  const params = { ...view, ...filters, ...position }
  const firstPage = Object.fromEntries(Object.keys(position).map((name) => [name, '']))
  type State = ListState<Filters, View, Position>
  type Changes = { [Name in keyof (Filters & View & Position)]?: string | number }

  function read(search: URLSearchParams): State {
    const { texts, errors } = readParams(search, params)
    const isFiltered = Object.keys(filters).some((name) => texts[name] !== '')
    const isFirstPage = Object.keys(position).every((name) => texts[name] === '')
    return {
      texts,
      filter: readParams(search, filters).values,
      view: readParams(search, view).values,
      position: readParams(search, position).values,
      errors,
      isFiltered,
      isFirstPage,
      isNarrowed: isFiltered || !isFirstPage,
    }
  }

  /** Returns the query string of a state with changes. */
  function query(changes: Changes, state?: Pick<State, 'texts'>) {
    const texts: Record<string, string | number | undefined> = { ...state?.texts, ...changes }
    const search = new URLSearchParams()
    for (const [name, param] of Object.entries<Params[string]>(params)) {
      const { text, error } = readParam(param, String(texts[name] ?? ''))
      if (text !== '' && error === undefined) search.set(name, text)
    }
    return search.toString()
  }

  /** Returns the URL of the list in a state with changes: its first page, unless they set a position. */
  function url(changes: Changes = {}, state?: Pick<State, 'texts'>) {
    const search = query({ ...firstPage, ...changes }, state)
    return path + (search && `?${search}`)
  }

  /** Returns the first and next page URLs of a list without other orders; `nextCursor` is the cursor of the next page. */
  function pages(state: Pick<State, 'texts' | 'isFirstPage'>, nextCursor: number | null) {
    return {
      Newest: state.isFirstPage ? null : url({}, state),
      Older: nextCursor === null ? null : url({ cursor: nextCursor }, state),
    }
  }

  return { read, url, query, pages }
}
