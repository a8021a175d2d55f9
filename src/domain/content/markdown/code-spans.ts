const BLANK_LINE_OR_RUN = { '`': /\n[ \t>\r]*(?=\n)|`+/g, $: /\n[ \t>\r]*(?=\n)|\$+/g };

/** Mark of spans: backticks of code, dollar signs of formulas. */
export type SpanMark = keyof typeof BLANK_LINE_OR_RUN;

/** Code span, by offsets; its content is between the runs of marks. */
export interface CodeSpan {
  readonly from: number;
  readonly to: number;
  readonly contentFrom: number;
  readonly contentTo: number;
}

/**
 * Finds the code spans, or the formulas, of a text: from a run of marks to the next run of the same length in the
 * paragraph. Linear in the text for any number of calls, which must be in ascending order.
 */
export class CodeSpans {
  /** Offsets of the runs of each length within one paragraph, last first; paragraphs are separate lists. */
  #paragraphs: { readonly to: number; readonly runs: ReadonlyMap<number, number[]> }[] | undefined;
  #span: CodeSpan | undefined;
  #position = 0;
  #tick = -1;

  constructor(
    private readonly text: string,
    private readonly mark: SpanMark = '`',
  ) {}

  /** Returns the offset after the run of marks at `at`. */
  endOfRun(at: number): number {
    let to = at;
    while (this.text[to] === this.mark) to++;
    return to;
  }

  /** Returns the span that starts with the run at `at`; undefined if nothing closes it. */
  spanAt(at: number): CodeSpan | undefined {
    const contentFrom = this.endOfRun(at);
    const length = contentFrom - at;
    const paragraphs = (this.#paragraphs ??= paragraphRuns(this.text, this.mark));
    while (paragraphs.length > 1 && paragraphs.at(-1)!.to <= at) paragraphs.pop();
    const places = paragraphs.at(-1)!.runs.get(length) ?? [];
    while (places.length > 0 && places.at(-1)! < contentFrom) places.pop();
    const contentTo = places.at(-1);
    return contentTo === undefined ? undefined : { from: at, to: contentTo + length, contentFrom, contentTo };
  }

  /** Tells whether an offset is in a span. Do not mix with other calls. */
  contains(at: number): boolean {
    while (this.#nextTick() <= at) {
      const tick = this.#tick;
      const from = this.#isEscaped(tick) ? tick + 1 : tick;
      this.#span = this.text[from] === this.mark ? (this.spanAt(from) ?? this.#span) : this.#span;
      this.#position = this.#span?.from === from ? this.#span.to : Math.max(this.endOfRun(from), from);
    }
    return this.#span !== undefined && this.#span.from <= at && at < this.#span.to;
  }

  /** Returns the offset of the next mark that was not examined; infinity if there is none. */
  #nextTick(): number {
    if (this.#tick < this.#position) {
      const tick = this.text.indexOf(this.mark, this.#position);
      this.#tick = tick < 0 ? Infinity : tick;
    }
    return this.#tick;
  }

  #isEscaped(at: number): boolean {
    let from = at;
    while (from > this.#position && this.text[from - 1] === '\\') from--;
    return (at - from) % 2 === 1;
  }
}

/** Lists the runs of marks of each paragraph, last first. */
function paragraphRuns(text: string, mark: SpanMark): { readonly to: number; readonly runs: Map<number, number[]> }[] {
  let current = { to: text.length, runs: new Map<number, number[]>() };
  const paragraphs = [current];
  for (const { 0: found, index } of [...text.matchAll(BLANK_LINE_OR_RUN[mark])].reverse()) {
    const places = current.runs.get(found.length);
    if (found.startsWith('\n')) {
      current = { to: index, runs: new Map() };
      paragraphs.push(current);
    } else if (places) places.push(index);
    else current.runs.set(found.length, [index]);
  }
  return paragraphs;
}
