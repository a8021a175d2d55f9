import { hash } from 'node:crypto';

/** Texts of a run of the scenario with what stands for them in examples, such as addresses on loopback. */
export type Replacements = readonly (readonly [text: string, replacement: string])[];

/** The clock of a run starts at `from`, that of the examples at `to`; in milliseconds. */
export interface ClockShift {
  readonly from: number;
  readonly to: number;
}

export interface StabilizerOptions {
  readonly clock: ClockShift;
  readonly replacements: Replacements;
  /** Words that look like ids and are none, such as names of operations. */
  readonly words?: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Ids, also in the names of font files, which continue with the weight. */
const ID = /(?<![\w-])(?:[0-9A-Za-z]{20}(?:(?![\w-])|(?=-\d{3}-))|[0-9A-Za-z]{22}(?![\w-]))/g;
const DOCUMENT_ID = /(?<![\w-])([0-9A-Za-z]{20})([0-9a-f]{16})(?![\w-])/g;
const BLOCK_KEY = /^([\w-]{12})((?:\.\d+)*)$/;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TOKEN = /\b(q[a-z]_)[\w-]{32}(?![\w-])/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const SEALED = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,}(?![\w-])/g;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;
const PLACEHOLDER = 'x'.repeat(24);
/** Longest JSON of an example whose lists are left as they are. */
const MAX_LENGTH = 4_000;
/** Length of lists in longer ones. */
const CUT_LENGTH = 2;

/** Kinds of values that are random in each run. */
type Kind = 'id' | 'document' | 'block' | 'uuid';

/**
 * Makes examples the same in each run. Replaces ids by others that depend only on the operation whose response contained
 * them first and on their place in it, so that a further operation in the scenario leaves the ids of the others as they
 * are. Replaces secrets by placeholders and addresses by those given, and moves the instants of the run, in whole minutes.
 * Cuts lists in long examples.
 */
export class Stabilizer {
  readonly #clock: ClockShift;
  readonly #replacements: Replacements;
  readonly #words: ReadonlySet<string>;
  /** Digests in hexadecimal that stand for values, by kind and value. */
  readonly #digests = new Map<string, string>();
  /** Number of values that were first seen at each place. */
  readonly #places = new Map<string, number>();
  /** Place of the value being walked. */
  #place = '';

  constructor({ clock, replacements, words = new Set() }: StabilizerOptions) {
    this.#clock = clock;
    this.#replacements = replacements;
    this.#words = words;
  }

  /** Sees the response of an operation, in the order of the calls. */
  observe(operation: string, response: unknown): void {
    this.#walk(response, operation);
  }

  /** @param examples by operationId */
  stable<T>(examples: T): T {
    return Object.fromEntries(
      Object.entries(examples as object).map(([name, example]) => [
        name,
        this.#walk(JSON.stringify(example).length > MAX_LENGTH ? cut(example) : example, name),
      ]),
    ) as T;
  }

  #walk(value: unknown, place: string, member?: string): unknown {
    this.#place = place;
    if (typeof value === 'string')
      return member === 'secret' ? PLACEHOLDER : member === 'key' ? this.#blockKey(value) : this.#text(value);
    if (Array.isArray(value)) return value.map((item, index) => this.#walk(item, `${place} ${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        this.#place = `${place} names`;
        return [
          this.#text(name),
          name === 'next' && item !== null && typeof item === 'object'
            ? { page: PLACEHOLDER }
            : this.#walk(item, `${place} ${name.search(ID) < 0 ? name : ''}`, name),
        ];
      }),
    );
  }

  #text(value: string): string {
    return this.#replacements
      .reduce((replaced, [found, replacement]) => replaced.replaceAll(found, replacement), value)
      .replace(INSTANT, (instant) => {
        const since = Date.parse(instant) - this.#clock.from;
        if (since < 0 || since > YEAR_MS) return instant;
        return new Date(this.#clock.to + since - (since % MINUTE_MS)).toISOString();
      })
      .replace(CERTIFICATE, '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n')
      .replace(JWT, 'eyJhbGciOi….eyJpc3MiOi….MEUCIQ…')
      .replace(TOKEN, (_, prefix: string) => `${prefix}${'x'.repeat(32)}`)
      .replace(
        DOCUMENT_ID,
        (_, id: string, digest: string) => this.#id(id) + this.#digest('document', digest).slice(0, 16),
      )
      .replace(UUID, (uuid) =>
        this.#digest('uuid', uuid).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
      )
      .replace(SEALED, PLACEHOLDER)
      .replace(ID, (id) => this.#id(id));
  }

  #blockKey(key: string): string {
    return BLOCK_KEY.test(key)
      ? key.replace(BLOCK_KEY, (_, digest: string, place: string) => this.#digest('block', digest).slice(0, 12) + place)
      : this.#text(key);
  }

  #id(id: string): string {
    // Nearly every id has a digit or capital letters in a row, which words have seldom.
    return /\d|[A-Z]{2}/.test(id) && !this.#words.has(id) ? toId(this.#digest('id', id), id.length) : id;
  }

  #digest(kind: Kind, value: string): string {
    const key = `${kind} ${value}`;
    let digest = this.#digests.get(key);
    if (digest === undefined) {
      const place = `${kind} ${this.#place}`;
      const earlier = this.#places.get(place) ?? 0;
      this.#places.set(place, earlier + 1);
      digest = hash('sha256', `${place} ${earlier}`);
      this.#digests.set(key, digest);
    }
    return digest;
  }
}

/** Converts a digest in hexadecimal to an id, which begins with a letter. */
function toId(digest: string, length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let rest = BigInt(`0x${digest}`);
  let id = 'A';
  while (id.length < length) {
    id += alphabet[Number(rest % 62n)];
    rest /= 62n;
  }
  return id;
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, CUT_LENGTH).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]));
}
