import type { ShownFrom } from './table'

/** Names the columns that a table hides at the screen's width; on a phone records are expandable blocks. */
export function LeftOut({ columns }: { columns: readonly { header: string; from?: ShownFrom }[] }) {
  const left = columns.flatMap(({ header, from }) => (from === undefined ? [] : [{ header, from }]))
  left.sort((one, other) => other.from - one.from) // the most often hidden ones come first
  if (left.length === 0) return null
  return (
    <p className={`hint table-left-out table-until-${left[0]!.from}`}>
      Left out at this width:{' '}
      {left.map(({ header, from }, place) => (
        <span key={header} className={`table-until-${from}`}>
          {place > 0 ? ', ' : ''}
          {header}
        </span>
      ))}
    </p>
  )
}
