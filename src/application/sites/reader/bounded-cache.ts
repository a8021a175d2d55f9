/**
 * Keeps what was made lately, as long as its weight fits. What is being made is made once, however many ask; what failed
 * is made anew. The newest always stays, even one that is too heavy alone.
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
      // The order of the map is the order of use.
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

  /** What is kept under a key, without counting as use. */
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
