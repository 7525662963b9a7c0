import { seededRandom } from '~/engine/seeded-random'

/** Pseudo-random choices that depend only on a seed and a case's number. */
export class Random {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number

  constructor(seed: number, n: number) {
    this.next = seededRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35))
    for (let warming = 0; warming < 4; warming += 1) this.next()
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
