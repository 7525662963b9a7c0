import type { Collection } from '~/domain/configuration/collections'

type Grouped = Pick<Collection, 'columns'>

/** The columns by their groups, in order; those of a table without groups are one group without a name. */
export function groupsOf({ columns }: Grouped) {
  const names = [...new Set(columns.map(({ group }) => group))]
  return names.map((group) => ({ group, columns: columns.filter((column) => column.group === group) }))
}

/** Of interest to the simulation alone: shown where they are asked for. */
const counters = 'Counters'

/** The groups that a table shows: those that were chosen, else all but the counters. */
export function shownGroups(collection: Grouped, chosen: readonly string[]) {
  const groups = groupsOf(collection)
  const wanted = groups.filter(({ group }) => group !== undefined && chosen.includes(group))
  return wanted.length > 0 ? wanted : groups.filter(({ group }) => group !== counters)
}
