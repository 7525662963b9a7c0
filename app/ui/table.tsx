import { Link } from '@remix-run/react'
import { Fragment, type Key, type ReactNode } from 'react'

export type TableColumn<Row> = {
  header: string
  /** Defaults to the header. */
  key?: string
  /** Right-aligned, in tabular figures. */
  numeric?: boolean
  /** The cell is the row header. */
  rowHeader?: boolean
  /** The column is sortable: the URL of that order, and the current order, if any. */
  sort?: { to: string; order?: 'ascending' | 'descending' }
  /** The position of the cell in the two lines of a record on a phone; a column without one is hidden there. */
  phone?: PhonePlace
  /** Hidden on screens narrower than 80rem, where the others need its space. */
  minor?: boolean
  /** Hidden on screens narrower than this, in rem, where the others need its space: a `LeftOut` below the table names it. */
  from?: ShownFrom
  /** The full text of a cell, which the column may truncate. */
  title?: (row: Row) => string | undefined
  cell: (row: Row) => ReactNode
}

/** The widths of a tablet held upright, of a laptop, and of a large screen. */
export type ShownFrom = 64 | 80 | 110

/** The first line has the title and the mark, the second the figures, and a third, if any, text and an action. The link covers all. */
export type PhonePlace = 'choice' | 'title' | 'mark' | 'first' | 'second' | 'third' | 'below' | 'act' | 'link'

type Props<Row> = {
  caption: string
  captionHidden?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Rendered instead of the table when there are no rows. */
  empty?: ReactNode
  /** Content that does not fit into the columns: an additional line below the row, if any. */
  details?: (row: Row) => ReactNode
  dense?: boolean
  stickyHead?: boolean
  /** A last row with totals, by column key. */
  totals?: Readonly<Record<string, ReactNode>>
  /** Whether the table itself scrolls under a sticky header, as its columns may need more than the page's width. */
  wide?: boolean
  /** Whether all cells are short: the table stays one on a phone. */
  figures?: boolean
}

/** A table whose records become two lines on narrow screens, or labeled blocks if no column has a position there. */
export function Table<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  rowKey,
  empty,
  details,
  dense,
  stickyHead,
  totals,
  wide,
  figures,
}: Props<Row>) {
  if (rows.length === 0) return <>{empty}</>
  const classes = [
    'table',
    dense && 'table-dense',
    stickyHead && 'table-sticky',
    figures && 'table-figures',
    columns.some(({ phone }) => phone) && 'table-brief',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section
      className={wide ? 'table-scroll table-scroll-both' : 'table-scroll'}
      aria-label={caption}
      tabIndex={0}
    >
      <table className={classes}>
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, key = header, numeric, minor, from, sort }) => (
              <th key={key} scope="col" className={classOf({ numeric, minor, from })} aria-sort={sort?.order}>
                {sort ? <SortLink header={header} {...sort} /> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const below = details?.(row)
            return (
              <Fragment key={rowKey(row)}>
                <tr>
                  {columns.map(
                    ({ header, key = header, numeric, rowHeader, phone, minor, from, title, cell }) => {
                      const attributes = {
                        className: classOf({ numeric, minor, from }),
                        title: title?.(row),
                        'data-label': header,
                        'data-phone': phone,
                      }
                      return rowHeader ? (
                        <th key={key} scope="row" {...attributes}>
                          {cell(row)}
                        </th>
                      ) : (
                        <td key={key} {...attributes}>
                          {cell(row)}
                        </td>
                      )
                    },
                  )}
                </tr>
                {below ? (
                  <tr className="table-details">
                    <td colSpan={columns.length}>{below}</td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
        {totals ? (
          <tbody className="table-totals">
            <tr>
              {columns.map(({ header, key = header, numeric, minor, from, rowHeader, phone }) => {
                const Cell = rowHeader ? 'th' : 'td'
                return (
                  <Cell
                    key={key}
                    scope={rowHeader ? 'row' : undefined}
                    className={classOf({ numeric, minor, from })}
                    data-label={header}
                    data-phone={phone}
                  >
                    {totals[key]}
                  </Cell>
                )
              })}
            </tr>
          </tbody>
        ) : null}
      </table>
    </section>
  )
}

type CellKind = Pick<TableColumn<never>, 'numeric' | 'minor' | 'from'>

function classOf({ numeric, minor, from }: CellKind) {
  return (
    [numeric && 'numeric', minor && 'table-minor', from && `table-from-${from}`].filter(Boolean).join(' ') ||
    undefined
  )
}

/** The header of a sortable column: a link to that order, with a mark of the current one. */
export function SortLink({
  header,
  to,
  order,
}: { header: string } & NonNullable<TableColumn<never>['sort']>) {
  return (
    <Link to={to} className="table-sort" preventScrollReset>
      {header}
      <span aria-hidden="true" className="table-sort-mark">
        {order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}
      </span>
    </Link>
  )
}
