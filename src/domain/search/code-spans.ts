const BACKTICK_RUNS = /`+/g;
/** Number of runs that are examined one by one before all are indexed. */
const MAX_LINEAR_PROBES = 4;

/** Code spans in markdown: between two runs of equally many backticks. Linear in the text for any number of calls. */
export class CodeSpans {
  /** Offsets of the runs by their length, last first. */
  #runs: ReadonlyMap<number, number[]> | undefined;

  constructor(private readonly text: string) {}

  /**
   * Returns the length of the run at `at` and the offset of its closing run; -1 if there is none. Must be called in
   * ascending order.
   */
  spanAt(at: number): { readonly length: number; readonly end: number } {
    const behind = this.#endOfRun(at);
    const length = behind - at;
    let from = behind;
    for (let looked = 0; looked < MAX_LINEAR_PROBES && this.#runs === undefined; looked++) {
      const end = this.text.indexOf('`', from);
      if (end === -1) return { length, end };
      from = this.#endOfRun(end);
      if (from - end === length) return { length, end };
    }
    const places = (this.#runs ??= this.#indexRuns()).get(length) ?? [];
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    return { length, end: places.at(-1) ?? -1 };
  }

  #endOfRun(run: number): number {
    let to = run;
    while (this.text[to] === '`') to++;
    return to;
  }

  #indexRuns(): ReadonlyMap<number, number[]> {
    const runs = new Map<number, number[]>();
    for (const {
      0: { length },
      index,
    } of [...this.text.matchAll(BACKTICK_RUNS)].reverse()) {
      const places = runs.get(length);
      if (places) places.push(index);
      else runs.set(length, [index]);
    }
    return runs;
  }
}
