/**
 * Cache with a limit on the total weight, least recently used entries evicted first. Concurrent requests for a key
 * share one computation; failures are not cached. The newest entry is kept even if it exceeds the limit alone.
 */
export class BoundedCache<V> {
  readonly #kept = new Map<string, { readonly value: V; readonly weight: number }>();
  readonly #making = new Map<string, Promise<V>>();
  #weight = 0;

  constructor(
    private readonly capacity: number,
    private readonly weigh: (value: V) => number,
  ) {}

  async get(key: string, make: () => Promise<V>): Promise<V> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      // A map iterates in insertion order, so reinsertion records the use.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.value;
    }
    const known = this.#making.get(key);
    if (known !== undefined) return known;
    const making = make().then((value) => {
      this.#keep(key, value);
      return value;
    });
    this.#making.set(key, making);
    try {
      return await making;
    } finally {
      this.#making.delete(key);
    }
  }

  /** Returns the cached value without recording a use. */
  peek(key: string): V | undefined {
    return this.#kept.get(key)?.value;
  }

  delete(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }

  #keep(key: string, value: V): void {
    const weight = this.weigh(value);
    this.delete(key);
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.capacity || oldest === key) break;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}
