import { capital } from '~/domain/formats'

/** What a price is made from besides the application: parts of the stored input of a result, and the engine that computed it. */
export type PricePart = 'tier' | 'employer' | 'industry' | 'portfolio' | 'state' | 'engine'

const words: Record<Exclude<PricePart, 'tier'>, string> = {
  employer: 'the employer’s risk record',
  industry: 'the industry’s fallback record',
  portfolio: 'the portfolio factor',
  state: 'the rules of the state',
  engine: 'the engine',
}

const listFormat = new Intl.ListFormat('en-US')

/** Says as a sentence which parts were changed after a result; `tier` is the name of its tier. */
export function changedText(parts: readonly PricePart[], tier: string | null) {
  const names = parts.map((part) => (part === 'tier' ? `the ${tier ?? 'chosen'} tier` : words[part]))
  const list = listFormat.format(names)
  const isPlural = parts.length > 1 || parts[0] === 'state'
  return `${capital(list)} ${isPlural ? 'were' : 'was'} changed after this result.`
}
