/** Maximum nesting of lists and objects. */
const MAX_DEPTH = 8;

const NAME = /[^-0-9 '!:(),*@$][^ '!:(),*@$]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[0-9]+)?/y;
const QUOTED = /'((?:[^'!]|!['!])*)'/y;
const CONSTANTS: Readonly<Record<string, unknown>> = { '!t': true, '!f': false, '!n': null };

/**
 * Parses Rison, a compact form of JSON for URLs: `(staff:!t,teams:!(red,blue),name:'Ann Lee')`.
 * @returns undefined for any other text, and for values that are nested more than 8 deep
 */
export function parseRison(text: string): unknown {
  const parser = new RisonParser(text);
  try {
    return parser.parse();
  } catch (error) {
    if (error instanceof RisonError) return undefined;
    throw error;
  }
}

class RisonError extends Error {}

class RisonParser {
  #at = 0;

  constructor(private readonly text: string) {}

  parse(): unknown {
    const value = this.#value(0);
    if (this.#at < this.text.length) throw new RisonError();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new RisonError();
    if (this.#skip('!(')) return this.#list(() => this.#value(depth + 1));
    if (this.#skip('('))
      return Object.fromEntries(
        this.#list((): [string, unknown] => {
          const name = this.#read(QUOTED) ?? this.#read(NAME);
          if (name === undefined || name === '__proto__' || !this.#skip(':')) throw new RisonError();
          return [name, this.#value(depth + 1)];
        }),
      );
    const start = this.text.slice(this.#at, this.#at + 2);
    if (Object.hasOwn(CONSTANTS, start)) {
      this.#at += 2;
      return CONSTANTS[start];
    }
    const number = this.#read(NUMBER);
    if (number !== undefined) return Number(number);
    const text = this.#read(QUOTED) ?? this.#read(NAME);
    if (text === undefined) throw new RisonError();
    return text;
  }

  /** Reads items up to the closing bracket. */
  #list<T>(item: () => T): T[] {
    const items: T[] = [];
    if (this.#skip(')')) return items;
    do items.push(item());
    while (this.#skip(','));
    if (!this.#skip(')')) throw new RisonError();
    return items;
  }

  #skip(token: string): boolean {
    const isNext = this.text.startsWith(token, this.#at);
    if (isNext) this.#at += token.length;
    return isNext;
  }

  #read(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    const [whole, quoted] = match;
    return quoted === undefined ? whole : quoted.replace(/!(['!])/g, '$1');
  }
}
