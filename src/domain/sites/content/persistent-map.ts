/** Number of changes up to which any map is layered instead of copied. */
const MIN_COPY_THRESHOLD = 64;
/**
 * Share of a larger map's size up to which changes are layered; a copy is then amortized over the changes before it.
 */
const COPY_THRESHOLD_DIVISOR = 50;

/** Immutable map; a modified version shares nearly all memory with the original. */
export class PersistentMap<K, V> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    private readonly from: ReadonlyMap<K, V | undefined>,
  ) {}

  /**
   * Wraps a map.
   * @param map must not be changed afterwards
   */
  static from<K, V>(map: ReadonlyMap<K, V>): PersistentMap<K, V> {
    return new PersistentMap(map, new Map());
  }

  get(key: K): V | undefined {
    return this.from.has(key) ? this.from.get(key) : this.base.get(key);
  }

  /** Returns a map with changed values; undefined removes an entry. */
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
