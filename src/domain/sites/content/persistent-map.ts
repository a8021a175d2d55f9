/** So many changes lie over a map of any size before it is copied. */
const MIN_COPY_THRESHOLD = 64;
/** … and over a larger one as many as this part of it: a copy is then paid for by the changes before it. */
const COPY_THRESHOLD_DIVISOR = 50;

/** A map that never changes; what it becomes by a few changes shares nearly everything with it. */
export class PersistentMap<K, V> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    private readonly from: ReadonlyMap<K, V | undefined>,
  ) {}

  /** @param map is not changed any more */
  static from<K, V>(map: ReadonlyMap<K, V>): PersistentMap<K, V> {
    return new PersistentMap(map, new Map());
  }

  get(key: K): V | undefined {
    return this.from.has(key) ? this.from.get(key) : this.base.get(key);
  }

  /** The map with these values instead; undefined removes. */
  with(changes: ReadonlyMap<K, V | undefined>): PersistentMap<K, V> {
    if (changes.size === 0) return this;
    const over = new Map([...this.from, ...changes]);
    if (over.size <= Math.max(MIN_COPY_THRESHOLD, this.base.size / COPY_THRESHOLD_DIVISOR))
      return new PersistentMap(this.base, over);
    const all = new Map(this.base);
    for (const [key, value] of over) {
      if (value === undefined) all.delete(key);
      else all.set(key, value);
    }
    return PersistentMap.from(all);
  }
}
