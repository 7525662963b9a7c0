/** The number of events per hour, kind, client and account that get their own rows; further ones are counted in one row. */
const rowsPerSubject = 50

/** The number of rows per hour, kind and process; further events of that kind are counted in one row. */
const rowsPerKind = 2_000

const hour = 60 * 60_000

/** Decides whether an event is stored or only counted, so that events cannot fill the database. */
export function createTally() {
  let currentHour = -1
  const rowsOfKind = new Map<string, number>()
  const seen = new Map<string, number>()

  /**
   * Assigns an event to a row. The first `rowsPerSubject` events of a subject in an hour get rows of their own; further ones, and all
   * `counted` ones, share a row of the subject. Once a kind has `rowsPerKind` rows, all its new rows are one shared row.
   * @returns the row that counts the event, that of its subject or the shared one; null for a row of its own.
   */
  return function assignRow(
    kind: string,
    subject: string,
    { counted, now }: { counted: boolean; now: number },
  ): { row: string; shared: boolean } | null {
    const eventHour = Math.floor(now / hour)
    if (eventHour !== currentHour) {
      currentHour = eventHour
      rowsOfKind.clear()
      seen.clear()
    }
    const ownRows = counted ? 0 : rowsPerSubject
    const key = `${kind} ${subject}`
    const before = seen.get(key) ?? 0
    const isNewRow = before <= ownRows
    const rows = rowsOfKind.get(kind) ?? 0
    if (isNewRow && rows >= rowsPerKind) return { row: `${kind} ${eventHour}`, shared: true }
    seen.set(key, before + 1)
    if (isNewRow) rowsOfKind.set(kind, rows + 1)
    return before < ownRows ? null : { row: `${key} ${eventHour}`, shared: false }
  }
}
