/** The number of events per hour, kind, client and account that get their own rows; further ones are counted in one row. */
const rowsPerSubject = 50

/** The number of rows per hour, kind and process; further events of that kind are counted in one row. */
const rowsPerKind = 2_000

const hour = 60 * 60_000

/**
 * Decides whether an event is stored or only counted, so that nobody can fill the database with events.
 * @returns the row that counts the event, of its client alone or of all; null for a row of its own.
 */
export function createTally() {
  let present = -1
  const rows = new Map<string, number>()
  const seen = new Map<string, number>()

  return function place(
    kind: string,
    subject: string,
    { counted, now }: { counted: boolean; now: number },
  ): { row: string; shared: boolean } | null {
    const since = Math.floor(now / hour)
    if (since !== present) {
      present = since
      rows.clear()
      seen.clear()
    }
    const own = counted ? 0 : rowsPerSubject
    const key = `${kind} ${subject}`
    const before = seen.get(key) ?? 0
    const isNewRow = before <= own
    const taken = rows.get(kind) ?? 0
    if (isNewRow && taken >= rowsPerKind) return { row: `${kind} ${since}`, shared: true }
    seen.set(key, before + 1)
    if (isNewRow) rows.set(kind, taken + 1)
    return before < own ? null : { row: `${key} ${since}`, shared: false }
  }
}
