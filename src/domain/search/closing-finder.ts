/** Finds closing delimiters; caches results so that the total work is linear. */
export class ClosingFinder {
  readonly #found = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Returns the offset after the first `end` after `at` and before a blank line; -1 if there is none. */
  findInBlock(end: string, at: number): number {
    const found = this.find(end, at);
    const blank = this.find('\n\n', at);
    return blank !== -1 && blank < found ? -1 : found;
  }

  /** Returns the offset after the first `end` after `at`; -1 if there is none. */
  find(end: string, at: number): number {
    let found = this.#found.get(end);
    if (found === undefined || (found !== -1 && found <= at)) {
      found = this.text.indexOf(end, at);
      this.#found.set(end, found);
    }
    return found === -1 ? -1 : found + end.length;
  }
}

/** Limits of a link destination: nested brackets, and the length in which they are looked for. */
const MAX_NESTED = 8;
const MAX_DESTINATION = 2_000;

/** Returns the offset after the bracket that closes the one at `at`; -1 if there is none. */
export function destinationEnd(text: string, at: number, closing: ClosingFinder): number {
  const first = closing.find(')', at);
  if (first === -1 || first - at > MAX_DESTINATION) return first;
  let open = 0;
  for (let to = at; to < text.length && to - at <= MAX_DESTINATION && open <= MAX_NESTED && text[to] !== '\n'; to++) {
    if (text[to] === '(') open += 1;
    else if (text[to] === ')' && --open === 0) return to + 1;
  }
  return first;
}
