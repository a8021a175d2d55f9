/** Cache with a limit on the total weight; evicts the least recently used entries first. */
export class LruCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  /** @param maxWeight limit on the total weight; a value that is heavier is not kept */
  constructor(private readonly maxWeight: number) {}

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  set(key: string, value: V, weight: number): void {
    this.delete(key);
    if (weight > this.maxWeight) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight + weight <= this.maxWeight) break;
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
