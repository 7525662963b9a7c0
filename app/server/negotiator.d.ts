// The published types lack the second parameter, which settles what the client leaves open.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    encodings(available: readonly string[], preferred: readonly string[]): string[]
  }
}
