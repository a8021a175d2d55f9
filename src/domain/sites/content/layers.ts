/** So many changes lie over a map of any size before it is copied. */
const FEW = 64;
/** … and over a larger one as many as this part of it: a copy is then paid for by the changes before it. */
const PART = 50;

/** A map that never changes; what it becomes by a few changes shares nearly everything with it. */
export class Layers<K, V> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    private readonly over: ReadonlyMap<K, V | undefined>,
  ) {}

  /** @param map is not changed any more */
  static over<K, V>(map: ReadonlyMap<K, V>): Layers<K, V> {
    return new Layers(map, new Map());
  }

  get(key: K): V | undefined {
    return this.over.has(key) ? this.over.get(key) : this.base.get(key);
  }

  /** The map with these values instead; undefined removes. */
  with(changes: ReadonlyMap<K, V | undefined>): Layers<K, V> {
    if (changes.size === 0) return this;
    const over = new Map([...this.over, ...changes]);
    if (over.size <= Math.max(FEW, this.base.size / PART)) return new Layers(this.base, over);
    const all = new Map(this.base);
    for (const [key, value] of over) {
      if (value === undefined) all.delete(key);
      else all.set(key, value);
    }
    return Layers.over(all);
  }
}
