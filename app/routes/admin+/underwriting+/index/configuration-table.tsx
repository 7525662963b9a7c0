import { Link, useLocation } from '@remix-run/react'
import { Fragment } from 'react'

import type { Collection, Column } from '~/domain/configuration/collections'
import { capital } from '~/domain/formats'
import { ConfirmButton } from '~/ui/confirmation'
import { Icon } from '~/ui/icon'
import type { FormResult } from '~/ui/form-result'
import { LeftOut } from '~/ui/left-out'

import {
  phoneHead,
  phonePlaces,
  shownGroups,
  sortOf,
  type groupsOf,
  type PhonePlace,
} from './configuration-columns'
import { ConfigurationRow } from './configuration-row'
import type { Section } from './configuration-section'
import { DeletionImpact } from './live-impact'
import { WaitingChanges } from './waiting-changes'

type Props = {
  collection: Collection
  section: Section
  formResult: FormResult | null
  /** The input of the open row that was sent after its session had ended, if any. */
  unsaved: Record<string, string> | null
  /** Returns the URL of this table in another state. */
  at: (change: Record<string, string>) => string
}

/** The records of a table; an open row is a form. */
export function ConfigurationTable({ collection, section, formResult, unsaved, at }: Props) {
  const { rows, open } = section
  const groups = shownGroups(collection, section.shown)
  const columns = groups.flatMap(({ columns }) => columns)
  const nameAt = columns.findIndex(({ name }) => name === collection.nameColumn)
  const places = phonePlaces(collection, section.shown)
  const isWhole = columns.map((_, place) =>
    rows.every(({ cells }) => !cells[place]?.includes('.') || cells[place].endsWith('.00')),
  )
  const edited = open?.as === 'row' ? open : null
  const width = columns.length + (collection.dated ? 3 : 2)
  const head = (name: string, label: string) => {
    const sort = sortOf(section, name, at)
    return {
      'aria-sort': sort?.order,
      children: sort ? (
        <Link to={sort.to} className="table-sort" discover="none" preventScrollReset>
          {label}
        </Link>
      ) : (
        label
      ),
    }
  }
  return (
    <>
      <section
        className={groups.length > 1 ? 'table-scroll table-scroll-both' : 'table-scroll'}
        aria-label={collection.title}
        tabIndex={0}
      >
        {rows.length > 0 && places.size > 1 ? <PhoneHeads columns={columns} places={places} /> : null}
        <table className={`table table-dense table-wide${columns.length > 6 ? ' table-many' : ''}`}>
          <caption className="visually-hidden">{collection.title}</caption>
          {groups[0]?.group === undefined ? null : (
            <GroupHeads groups={groups} before={collection.dated ? 2 : 1} />
          )}
          <thead>
            <tr>
              <th scope="col" className="numeric" {...head('id', 'ID')} />
              {collection.dated ? <th scope="col">Created</th> : null}
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={classOf(column)}
                  title={column.help}
                  {...head(column.name, column.label)}
                />
              ))}
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 ? (
              <tr className="table-empty">
                <td colSpan={width}>
                  {section.state.texts.q === ''
                    ? `No ${collection.plural} found. Add your first one!`
                    : `No ${collection.plural} found for "${section.state.texts.q}"${section.searchedTo === null ? '' : ' so far'}.`}
                </td>
              </tr>
            ) : null}
            {rows.map((row) =>
              edited?.id === row.id ? (
                <ConfigurationRow
                  key={row.id}
                  collection={collection}
                  columns={columns}
                  span={width}
                  record={edited}
                  formResult={formResult}
                  unsaved={unsaved}
                  closed={at({})}
                  releaseBy={section.releaseBy}
                  waiting={section.waiting}
                />
              ) : (
                <Fragment key={row.id}>
                  <tr className={places.size > 0 ? 'row-brief' : undefined}>
                    <th scope="row" className="numeric" data-label="ID">
                      {row.id}
                    </th>
                    {row.created === undefined ? null : <td data-label="Created">{row.created}</td>}
                    {columns.map((column, place) => (
                      <td
                        key={column.name}
                        className={classOf(column)}
                        data-label={places.size > 0 && !places.has(column.name) ? undefined : column.label}
                        data-phone={places.get(column.name)}
                      >
                        <PhoneLabel column={column} place={places.get(column.name)} />
                        <CellText
                          cell={row.cells[place] ?? ''}
                          phone={places.get(column.name)}
                          isWhole={isWhole[place] ?? false}
                        />
                      </td>
                    ))}
                    <td data-label="Actions" data-phone="actions">
                      <RowActions
                        collection={collection}
                        id={row.id}
                        updatedAt={row.updatedAt}
                        name={row.cells[nameAt] ?? String(row.id)}
                        at={at}
                        isPriced={section.releaseBy !== null}
                        isProposed={section.releaseBy === 'two'}
                      />
                    </td>
                  </tr>
                  {section.waiting.some(({ record }) => record === row.id) ? (
                    <tr className="table-details">
                      <td colSpan={width}>
                        <WaitingChanges changes={section.waiting} record={row.id} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              ),
            )}
          </tbody>
        </table>
      </section>
      <LeftOut columns={columns.map(({ label, wideOnly }) => ({ header: label, from: wideOnly && 80 }))} />
    </>
  )
}

/** What the first line of each record has on a phone. */
function PhoneHeads({
  columns,
  places,
}: {
  columns: readonly Column[]
  places: ReadonlyMap<string, PhonePlace>
}) {
  const named = (place: PhonePlace) => columns.find(({ name }) => places.get(name) === place)
  const [title, figure] = [named('title'), named('figure')]
  return (
    <p className="row-heads">
      <span>{title?.label}</span> <span>{figure ? phoneHead(figure) : null}</span>
    </p>
  )
}

/** The label of a value for screen readers where a phone shows none beside it: there the cells have no column headings. */
function PhoneLabel({ column, place }: { column: Column; place?: PhonePlace }) {
  if (place === undefined || (place === 'detail' && isFigure(column))) return null
  return (
    <span className="visually-hidden phone-only">
      {`${place === 'figure' ? phoneHead(column) : column.label}: `}
    </span>
  )
}

function isFigure({ kind }: Column) {
  return kind === 'number' || kind === 'count'
}

/** A value, on a phone without the unit that its heading has, and without cents if no value of its column (`isWhole`) has any. */
function CellText({ cell, phone, isWhole }: { cell: string; phone?: PhonePlace; isWhole: boolean }) {
  const parts = phone === undefined ? null : /^(−?)(\$?)([\d,.]+?)(\.00)?(%?)$/.exec(cell)
  if (!parts) return cell
  const [, sign, dollar, number, cents, percent] = parts
  const unit = phone === 'figure' ? 'wide-only' : undefined
  return (
    <span>
      {sign}
      <span className={unit}>{dollar}</span>
      {number}
      <span className={dollar && isWhole ? 'wide-only' : undefined}>{cents}</span>
      <span className={unit}>{percent}</span>
    </span>
  )
}

/** A date that names its record, such as the month of a simulation: it stays visible while the table scrolls sideways. */
function classOf(column: Column) {
  const { kind, wideOnly } = column
  const classes = [isFigure(column) && 'numeric', wideOnly && 'table-minor', kind === 'date' && 'table-kept']
  return classes.filter(Boolean).join(' ') || undefined
}

function GroupHeads({ groups, before }: { groups: ReturnType<typeof groupsOf>; before: number }) {
  return (
    <thead className="table-groups">
      <tr>
        <td colSpan={before} />
        {groups.map(({ group, columns }) => (
          <th key={group} scope="colgroup" colSpan={columns.length}>
            {group}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

type RowActionsProps = {
  collection: Collection
  id: number
  updatedAt: string
  /** The name of the record, or its id. */
  name: string
  at: Props['at']
  /** Whether the engine reads the table, and whether a deletion is only proposed. */
  isPriced: boolean
  isProposed: boolean
}

function RowActions({ collection, id, updatedAt, name, at, isPriced, isProposed }: RowActionsProps) {
  const { slug, singular } = collection
  const record = `${slug}:${id}`
  const { pathname, search } = useLocation()
  return (
    <div className="actions">
      <Link
        to={at({ row: record })}
        className="icon-button row-only"
        preventScrollReset
        discover="none"
        data-opens={`row ${id}`}
      >
        <Icon name="pencil" label={`Edit ${singular} ${name} in its row`} />
        <Word>Edit</Word>
      </Link>
      <Link to={at({ edit: record })} className="icon-button" discover="none" data-opens={`edit ${id}`}>
        <Icon name="card-list" label={`View or edit all of ${singular} ${name}`} />
        <Word>View</Word>
      </Link>
      <ConfirmButton
        label={
          <>
            <Icon name="trash" label={`Delete ${singular} ${name}`} />
            <Word>Delete</Word>
          </>
        }
        compact
        page={`/admin/underwriting/delete/${slug}/${id}`}
        question={deleteQuestion(collection, isProposed)}
        about={`${capital(singular)} ${name}`}
        confirmLabel={isProposed ? 'Propose to delete' : 'Delete'}
        action={`${pathname}${search}#${slug}`}
        fields={{ intent: 'delete', collection: slug, id, updated_at: updatedAt }}
      >
        {isPriced ? <DeletionImpact slug={slug} id={id} /> : null}
      </ConfirmButton>
    </div>
  )
}

/** The visible label of an icon on wide screens; the icon's accessible label starts with it. */
function Word({ children }: { children: string }) {
  return (
    <span className="icon-word" aria-hidden="true">
      {children}
    </span>
  )
}

export function deleteQuestion(
  { slug, singular }: Pick<Collection, 'slug' | 'singular'>,
  isProposed = false,
) {
  if (isProposed) return `Propose to delete this ${singular}? It is deleted when another admin releases that.`
  return slug === 'job-roles' || slug === 'coverage-levels'
    ? `Are you sure you want to delete this ${singular}?`
    : 'Are you sure you want to delete this record? This action cannot be undone.'
}
