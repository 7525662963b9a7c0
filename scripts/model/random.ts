import type { seededRandom } from '~/engine/seeded-random'

export type Random = ReturnType<typeof seededRandom>

/** Shares by option; they need not add up to 1. */
export type Shares<Option extends string = string> = Readonly<Partial<Record<Option, number>>>

/** Draws one option. */
export function draw<Option extends string>(random: Random, shares: Shares<Option>): Option {
  const options = Object.entries(shares) as [Option, number][]
  let left = random() * options.reduce((total, [, share]) => total + share, 0)
  for (const [option, share] of options) {
    left -= share
    if (left < 0) return option
  }
  return (options.at(-1) as [Option, number])[0]
}

/** Returns `count` options in random order, each as often as its share says (largest remainders), so that marginals hold. */
export function quota<Option extends string>(
  random: Random,
  shares: Shares<Option>,
  count: number,
): Option[] {
  const options = Object.entries(shares) as [Option, number][]
  const total = options.reduce((all, [, share]) => all + share, 0)
  const exact = options.map(([option, share]) => ({ option, wanted: (share / total) * count }))
  const list = exact.flatMap(({ option, wanted }) => Array<Option>(Math.floor(wanted)).fill(option))
  const remainders = [...exact].sort((a, b) => (b.wanted % 1) - (a.wanted % 1))
  for (const { option } of remainders.slice(0, count - list.length)) list.push(option)
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[list[index], list[other]] = [list[other] as Option, list[index] as Option]
  }
  return list
}

/** Draws from the standard normal distribution. */
export function normal(random: Random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
