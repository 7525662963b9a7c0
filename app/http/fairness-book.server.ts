import { bookNames, type BookName } from '~/domain/fairness/fairness.server'

/** Returns the group whose outcomes the param `of` selects: the stored quotes by default. */
export function bookOf(request: Request): BookName {
  const param = new URL(request.url).searchParams.get('of')
  return bookNames.find((name) => name === param) ?? 'quotes'
}
