const MAX_LENGTH = 160;

/** Turns a text into a part of an id. */
const toIdPart = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** Gives out the ids of a page, each once. */
export class ElementIds {
  readonly #used: Set<string>;

  constructor(used: Iterable<string>) {
    this.#used = new Set(used);
  }

  /** Returns the id that joins the parts, with a number if it is in use. */
  take(...parts: readonly string[]): string {
    const base =
      parts
        .map(toIdPart)
        .filter((part) => part !== '')
        .join('-')
        .slice(0, MAX_LENGTH) || 'field';
    let id = base;
    for (let n = 1; this.#used.has(id); n++) id = `${base}-${n}`;
    this.#used.add(id);
    return id;
  }
}
