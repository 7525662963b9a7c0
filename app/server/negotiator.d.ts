// The published types lack the second parameter, the order of preference where the client states none.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    encodings(available: readonly string[], preferred: readonly string[]): string[]
  }
}
