import type { Collection } from '~/domain/configuration/collections'
import { sortLink } from '~/lists/list-params'
import type { TableColumn } from '~/ui/table'

import type { Section } from './configuration-section'

type Grouped = Pick<Collection, 'columns'>

/** The columns by group, in order; a table without groups has one unnamed group. */
export function groupsOf({ columns }: Grouped) {
  const names = [...new Set(columns.map(({ group }) => group))]
  return names.map((group) => ({ group, columns: columns.filter((column) => column.group === group) }))
}

/** Columns that matter to the simulation only; shown on request. */
const counters = 'Counters'

/** Returns the shown groups of a table: the selected ones or, by default, all but the counters. */
export function shownGroups(collection: Grouped, chosen: readonly string[]) {
  const groups = groupsOf(collection)
  const selected = groups.filter(({ group }) => group !== undefined && chosen.includes(group))
  return selected.length > 0 ? selected : groups.filter(({ group }) => group !== counters)
}

/** The columns of those groups, in order. */
export function shownColumns(collection: Grouped, chosen: readonly string[]) {
  return shownGroups(collection, chosen).flatMap(({ columns }) => columns)
}

/** Returns the positions of columns in a record on a phone, from 0; columns of selected groups are all shown, without a position. */
export function phonePlaces({ onPhone }: Pick<Collection, 'onPhone'>, chosen: readonly string[]) {
  return new Map(chosen.length > 0 ? [] : onPhone.map((name, place) => [name, place]))
}

/** Returns the link that sorts the table by a column, or reverses that order; undefined for a table with a fixed order. */
export function sortOf(
  { slug, sort, isSortable }: Pick<Section, 'slug' | 'sort' | 'isSortable'>,
  column: string,
  at: (changes: Record<string, string>) => string,
): TableColumn<never>['sort'] {
  return isSortable ? sortLink(sort, column, (sort) => at({ tab: slug, sort, cursor: '' })) : undefined
}
