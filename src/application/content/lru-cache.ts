/** Keeps what was asked for lately, up to a total weight; what nobody asked for the longest goes first. */
export class LruCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  /** @param most the weight that all values may have together; one that is heavier alone is not kept */
  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  set(key: string, value: V, weight: number): void {
    this.delete(key);
    if (weight > this.most) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight + weight <= this.most) break;
      this.delete(oldest);
    }
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
