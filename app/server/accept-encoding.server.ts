import type { IncomingHttpHeaders } from 'node:http'

import Negotiator from 'negotiator'

/** Returns the client's preferred coding among those available, which are in the server's order of preference; null for none. */
export function preferredEncoding<Coding extends 'br' | 'gzip'>(
  headers: IncomingHttpHeaders,
  available: readonly Coding[],
): Coding | null {
  const codings = [...available, 'identity']
  const [preferred] = new Negotiator({ headers }).encodings(codings, codings)
  return available.find((coding) => coding === preferred) ?? null
}
