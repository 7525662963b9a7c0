import type { Collection, Column } from '~/domain/configuration/collections'
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

/** The first line of a record on a phone has its title and the figure that tells most, the second the details. */
export type PhonePlace = 'title' | 'figure' | 'detail'

/** Returns the positions of columns in a record on a phone; columns of selected groups are all shown, without a position. */
export function phonePlaces(
  { onPhone, columns }: Pick<Collection, 'onPhone' | 'columns'>,
  chosen: readonly string[],
) {
  if (chosen.length > 0) return new Map<string, PhonePlace>()
  const [title, ...others] = onPhone
  const figure = others.find((name) =>
    columns.some((column) => column.name === name && column.kind === 'number'),
  )
  return new Map<string, PhonePlace>([
    [title, 'title'],
    ...others.map((name): [string, PhonePlace] => [name, name === figure ? 'figure' : 'detail']),
  ])
}

const unitSigns = { dollars: '$', percent: '%', months: 'months' }

/** The heading of a figure on a phone, where its cells have no unit. */
export function phoneHead(column: Column) {
  const unit = column.kind === 'number' && column.unit
  return unit ? `${column.label}, ${unitSigns[unit]}` : column.label
}

/** Returns the link that sorts the table by a column, or reverses that order; undefined for a table with a fixed order. */
export function sortOf(
  { slug, sort, isSortable }: Pick<Section, 'slug' | 'sort' | 'isSortable'>,
  column: string,
  at: (changes: Record<string, string>) => string,
): TableColumn<never>['sort'] {
  return isSortable ? sortLink(sort, column, (sort) => at({ tab: slug, sort, cursor: '' })) : undefined
}
