/** Pseudo-random choices that depend only on a seed and a case's number: mulberry32 by Tommy Ettinger. */
export class Random {
  #state: number

  constructor(seed: number, n: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35)
    for (let warming = 0; warming < 4; warming += 1) this.next()
  }

  /** From 0 up to, but not including, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `min` to `max`. */
  int(min: number, max: number) {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number) {
    return this.next() < probability
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.int(0, list.length - 1)] as Item
  }

  weighted<Item>(entries: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * entries.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of entries) if ((left -= weight) < 0) return item
    return (entries.at(-1) as readonly [number, Item])[1]
  }

  uuid() {
    const hex = Array.from({ length: 32 }, () => this.int(0, 15).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
  }

  bytes(length: number) {
    return Buffer.from(Array.from({ length }, () => this.int(0, 255)))
  }
}
