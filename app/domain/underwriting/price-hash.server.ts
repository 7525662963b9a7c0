import { parse } from 'acorn'

import { fingerprint } from '~/domain/hashes.server'

/**
 * Returns the SHA-256, in hexadecimal, of what the prices of a version depend on: its syntax tree, without comments, spacing and the way in which
 * values are written, and its tables. Null for a source that does not parse.
 */
export function priceHash({ source, tables }: { source: string; tables: unknown }) {
  try {
    const tree: unknown = JSON.parse(JSON.stringify(parse(source, { ecmaVersion: 'latest' }), withoutPlaces))
    return fingerprint({ tree, tables })
  } catch {
    return null
  }
}

/** Leaves out of a node where it stands and how a literal is written. */
function withoutPlaces(this: { type?: unknown }, key: string, value: unknown) {
  if (key === 'start' || key === 'end' || (key === 'raw' && this.type === 'Literal')) return undefined
  return typeof value === 'bigint' ? String(value) : value
}
