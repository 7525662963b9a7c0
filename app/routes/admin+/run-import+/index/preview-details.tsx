import type { RowChange, TablePreview } from '~/domain/reference-data/preview.server'

const words = {
  added: { label: 'added', mark: '+' },
  changed: { label: 'changed', mark: '~' },
  removed: { label: 'removed', mark: '−' },
} as const

/** What importing a file would change in its table: figures, and the first rows of each kind. */
export function PreviewDetails({ table, preview }: { table: string; preview: TablePreview }) {
  const { added, changed, removed, unchanged, rows } = preview
  const figures = { added, changed, removed, unchanged }
  return (
    <>
      <ul className="import-figures">
        {Object.entries(figures).map(([kind, count]) => (
          <li key={kind} className={`import-figure import-figure-${kind}`}>
            <strong>{count.toLocaleString('en-US')}</strong> {kind}
          </li>
        ))}
      </ul>
      {(['added', 'changed', 'removed'] as const)
        .filter((kind) => figures[kind] > 0)
        .map((kind) => (
          <details key={kind}>
            <summary>
              {figures[kind] > rows[kind].length
                ? `The first ${rows[kind].length} of ${figures[kind].toLocaleString('en-US')} ${words[kind].label}`
                : `${figures[kind]} ${words[kind].label}`}
              <span className="visually-hidden"> in {table}</span>
            </summary>
            <ul className="import-changes">
              {rows[kind].map((row, index) => (
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

function Cells({ row: { cells } }: { row: RowChange }) {
  return cells.map(({ label, before, after }, index) => (
    <span key={label} className="import-cell">
      {index > 0 ? '; ' : null}
      {label}: {before !== null && after !== null ? <del>{before}</del> : null}{' '}
      {after !== null ? before !== null ? <ins>{after}</ins> : after : before}
    </span>
  ))
}
