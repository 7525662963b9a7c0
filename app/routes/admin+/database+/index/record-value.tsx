import { CellValue, timeInBrief } from './database-records'

type Props = {
  column: string
  /** The database's type of the column. */
  type: string
  value: string | null
}

/** A value on the page of its record. A long text is collapsed to a line; JSON is indented where it is expanded. */
export function RecordValue({ column, type, value }: Props) {
  const indented = type.startsWith('json') ? indentedJson(value) : null
  const text = indented ?? (value !== null && value.length > maxUncollapsedText ? value : null)
  if (value === null || text === null) return <CellValue value={timeInBrief(value, type)} />
  return (
    <details className="record-json">
      <summary>
        <strong>Show</strong> <span className="visually-hidden">{column}</span>
        <code>{value.slice(0, firstLine)}</code>
      </summary>
      <section className="json" aria-label={column} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </details>
  )
}

/** The number of characters that a collapsed value shows: a line on a wide screen. */
const firstLine = 200

/** JSON up to this length is shown as it is. */
const minCollapsedJson = 80

/** Other text is collapsed beyond this length, some ten lines. */
const maxUncollapsedText = 2000

/** Returns a JSON text with an indent of two; null for a short one, and for other texts. */
export function indentedJson(value: string | null) {
  if (value === null || value.length <= minCollapsedJson) return null
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return null
  }
}
