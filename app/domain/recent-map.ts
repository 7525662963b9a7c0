/** A map of at most `max` entries: storing one drops those that were stored longest ago. Storing a known key again renews it. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly max: number) {
    super()
  }

  override set(key: Key, value: Value) {
    this.delete(key)
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.size <= this.max) break
      this.delete(oldest)
    }
    return this
  }
}
