import { Link } from '@remix-run/react'

import type { RowChange, TablePreview } from '~/domain/imports/preview.server'
import { counted } from '~/domain/formats'
import { Notice } from '~/ui/notice'

/** Kinds of change with more rows than this are collapsed. */
const maxOpen = 3

/** The changes that importing a file would make to its table: the first rows of each kind. */
export function PreviewDetails({ table, preview }: { table: string; preview: TablePreview }) {
  return (
    <>
      {(['added', 'changed', 'removed'] as const)
        .filter((kind) => preview[kind] > 0)
        .map((kind) => (
          <details key={kind} open={preview[kind] <= maxOpen}>
            <summary>
              {preview[kind] > preview.rows[kind].length
                ? `The first ${preview.rows[kind].length} of ${preview[kind].toLocaleString('en-US')} ${kind} rows`
                : counted(preview[kind], `${kind} row`)}
              <span className="visually-hidden"> in {table}</span>
            </summary>
            <ul className="import-changes">
              {preview.rows[kind].map((row, index) => (
                <li key={index}>
                  <strong>{row.name}</strong> <Cells row={row} />
                </li>
              ))}
            </ul>
          </details>
        ))}
    </>
  )
}

/** The rows of a table that would be removed although quotes refer to them. */
export function RemovedInUse({ table, rows }: { table: string; rows: NonNullable<TablePreview['inUse']> }) {
  return (
    <Notice tone="warning" title={`Quotes use rows that would be removed from ${table}`}>
      <ul className="import-changes">
        {rows.map(({ name, quotes, newest }) => (
          <li key={name}>
            <strong>{name}</strong>: {quotes === 1 ? '1 quote' : `${quotes.toLocaleString('en-US')} quotes`},{' '}
            {newest.map((id, index) => (
              <span key={id}>
                {index > 0 ? ', ' : null}
                <Link to={`/admin/underwriting/quote/${id}`}>{`Q-${id}`}</Link>
              </span>
            ))}
            {quotes > newest.length ? ` and ${(quotes - newest.length).toLocaleString('en-US')} more` : null}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The values of a row: before and after, or the only ones of an added or removed row. */
export function Cells({ row: { cells, more } }: { row: Pick<RowChange, 'cells' | 'more'> }) {
  return (
    <>
      {cells.map(({ label, before, after }, index) => (
        <span key={label} className="import-cell">
          {index > 0 ? '; ' : null}
          {label}:{' '}
          {before !== null && after !== null ? (
            <>
              <del>{before}</del> → <ins>{after}</ins>
            </>
          ) : (
            (after ?? before)
          )}
        </span>
      ))}
      {more ? <span className="import-cell">{` and ${counted(more, 'other value')}`}</span> : null}
    </>
  )
}
