/** Ids of a heading: links are written with `anchor`, and lead to the heading by each of `aliases` too. */
export interface HeadingIds {
  readonly anchor: string;
  readonly aliases: readonly string[];
}

/** Id of a heading without letters and digits. */
const NAMELESS = 'section';

/**
 * Derives an id as GitBook does: without accents and apostrophes, in lower case, words joined by hyphens; periods and
 * underscores within words stay, and `id-` stands before a digit.
 */
function slug(text: string): string {
  const words = joinWords(text, /[^\p{L}\p{M}\p{N}._]+/gu).replace(/^[-.]+|[-.]+$/g, '');
  return /^\p{Nd}/u.test(words) ? `id-${words}` : words;
}

/** Derives an id as GitBook did before 2021: as `slug`, without periods and without `id-`. */
const slugWithoutPeriods = (text: string): string => joinWords(text, /[^\p{L}\p{M}\p{N}_]+/gu).replace(/^-+|-+$/g, '');

const joinWords = (text: string, separators: RegExp): string =>
  text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘ʼ`´"“”]/g, '')
    .replaceAll('&', ' and ')
    .replace(separators, '-');

/** Derives an id as GitHub does. */
const slugOfGitHub = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Words for which all rules give the same id. */
const PLAIN = /^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/i;

/** Generates the ids of the headings of a document, in order: unique per rule, with a number for duplicates. */
export class HeadingAnchors {
  readonly #anchors = new Numbering();
  readonly #aliases: readonly (readonly [rule: (text: string) => string, numbering: Numbering])[] = [
    [slugOfGitHub, new Numbering()],
    [slugWithoutPeriods, new Numbering()],
  ];

  /**
   * @param text text of the heading as shown, with shortcodes of emoji
   * @param explicitId explicit id of the heading, which has no aliases
   */
  idsFor(text: string, explicitId: string | undefined): HeadingIds {
    if (explicitId !== undefined) return { anchor: this.#anchors.next(explicitId), aliases: [] };
    const plain = PLAIN.test(text) ? text.toLowerCase().replaceAll(' ', '-') : undefined;
    const anchor = this.#anchors.next(plain ?? (slug(text) || NAMELESS));
    const aliases = this.#aliases.map(([rule, numbering]) => numbering.next(plain ?? (rule(text) || NAMELESS)));
    return { anchor, aliases: [...new Set(aliases)].filter((alias) => alias !== anchor && /[^-]/.test(alias)) };
  }

  anchorFor(text: string, explicitId: string | undefined): string {
    return this.idsFor(text, explicitId).anchor;
  }
}

/** Makes ids unique by numbers behind them. */
class Numbering {
  readonly #taken = new Map<string, number>();

  next(base: string): string {
    let times = this.#taken.get(base) ?? 0;
    let id = times === 0 ? base : `${base}-${times}`;
    while (this.#taken.has(id)) id = `${base}-${++times}`;
    this.#taken.set(base, times + 1);
    if (id !== base) this.#taken.set(id, 1);
    return id;
  }
}
