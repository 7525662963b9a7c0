import { bookNames, type BookName } from '~/domain/fairness/fairness.server'

/** Returns whose outcomes a request wants, by the parameter `of`: the stored quotes by default. */
export function bookOf(request: Request): BookName {
  const param = new URL(request.url).searchParams.get('of')
  return bookNames.find((name) => name === param) ?? 'quotes'
}
