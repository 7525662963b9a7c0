import type { loader as rootLoader } from '~/root'

type Match = { id: string; data: unknown } | undefined

/** The title of a page: what it is, then whose; 'Error:' comes first when a form on it was refused. */
export function pageTitle(title: string, matches: readonly Match[]) {
  const root = matches.find((match) => match?.id === 'root')?.data as
    Awaited<ReturnType<Awaited<ReturnType<typeof rootLoader>>['json']>> | undefined
  return `${root?.refused ? 'Error: ' : ''}${title} - ${root?.brand.name ?? 'Holdfast'}`
}
