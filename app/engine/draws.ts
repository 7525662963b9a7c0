/*
 * Draws from the distributions that the simulation uses. `random` returns numbers from 0 up to, but not including, 1.
 */

export type Random = () => number

/** Draws from the standard normal distribution (Box and Muller). */
function normal(random: Random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Draws from the gamma distribution with mean 1 and a standard deviation from 0 to 1 (Marsaglia and Tsang, 2000). */
export function gamma(random: Random, deviation: number) {
  if (deviation === 0) return 1
  const shape = 1 / deviation ** 2
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
  }
}

/** The product of uniform numbers stays above the smallest number that a double holds. */
const largestPart = 500

/** Draws from the Poisson distribution (Knuth), a large mean in parts. */
export function poisson(random: Random, mean: number): number {
  if (mean > largestPart) return poisson(random, largestPart) + poisson(random, mean - largestPart)
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

/** Returns the index of the entry that a draw selects; `cumulative` are the running totals of the entries' weights. */
export function pick(random: Random, cumulative: readonly number[]) {
  const drawn = random() * (cumulative.at(-1) ?? 0)
  let [low, high] = [0, cumulative.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cumulative[middle] ?? 0) > drawn) high = middle
    else low = middle + 1
  }
  return low
}
