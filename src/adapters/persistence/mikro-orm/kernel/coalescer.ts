interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches lookups that arrive while others are running into one statement: a single lookup starts at once; under load
 * the cost of a round trip is shared. Each lookup reads what was committed before it was asked for.
 */
export class Coalescer<K, V> {
  #waiting: Waiting<K, V>[] = [];
  #underWay = 0;

  /**
   * Takes the statement and its limits.
   * @param run returns the values of keys in their order
   * @param concurrency statements at a time
   * @param largest keys in one statement
   */
  constructor(
    private readonly run: (keys: readonly K[]) => Promise<readonly V[]>,
    private readonly concurrency = 1,
    private readonly largest = 50,
  ) {}

  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#underWay >= this.concurrency || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, this.largest);
    this.#underWay++;
    this.run(batch.map(({ key }) => key))
      .then(
        (values) => batch.forEach(({ resolve }, index) => resolve(values[index]!)),
        (error) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        this.#underWay--;
        this.#next();
      });
  }
}
