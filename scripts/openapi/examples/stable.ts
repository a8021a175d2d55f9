import { hash } from 'node:crypto';

/** Texts of a run of the scenario with what stands for them in examples, such as addresses on loopback. */
export type Replacements = readonly (readonly [text: string, replacement: string])[];

/** The clock of a run starts at `from`, that of the examples at `to`; in milliseconds. */
export interface ClockShift {
  readonly from: number;
  readonly to: number;
}

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const ID = /(?<![\w-])(?:[0-9A-Za-z]{20}|[0-9A-Za-z]{22})(?![\w-])/g;
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

/**
 * Makes examples the same in each run: replaces ids by others that depend on the order of their appearance alone, secrets by
 * placeholders, and addresses by those given, and moves the instants of the run. Cuts lists in long examples.
 */
export function stable<T>(examples: T, { from, to }: ClockShift, replacements: Replacements): T {
  const ids = new Map<string, string>();
  const hashes = new Map<string, string>();
  const blocks = new Map<string, string>();
  const uuids = new Map<string, string>();
  const idFor = (id: string): string => {
    if (!/\d/.test(id) || !/[a-z]/i.test(id)) return id;
    if (!ids.has(id)) ids.set(id, exampleId(ids.size, id.length));
    return ids.get(id)!;
  };
  const numbered = (known: Map<string, string>, value: string, kind: string): string => {
    if (!known.has(value)) known.set(value, hash('sha256', `${kind} ${known.size}`));
    return known.get(value)!;
  };
  const text = (value: string): string =>
    replacements
      .reduce((replaced, [found, replacement]) => replaced.replaceAll(found, replacement), value)
      .replace(INSTANT, (instant) => {
        const since = Date.parse(instant) - from;
        return since < 0 || since > YEAR_MS ? instant : new Date(to + since).toISOString();
      })
      .replace(CERTIFICATE, '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n')
      .replace(JWT, 'eyJhbGciOi….eyJpc3MiOi….MEUCIQ…')
      .replace(TOKEN, (_, prefix: string) => `${prefix}${'x'.repeat(32)}`)
      .replace(
        DOCUMENT_ID,
        (_, id: string, digest: string) => idFor(id) + numbered(hashes, digest, 'document').slice(0, 16),
      )
      .replace(UUID, (uuid) => {
        const digits = numbered(uuids, uuid, 'uuid');
        return [
          digits.slice(0, 8),
          digits.slice(8, 12),
          digits.slice(12, 16),
          digits.slice(16, 20),
          digits.slice(20, 32),
        ].join('-');
      })
      .replace(SEALED, PLACEHOLDER)
      .replace(ID, idFor);
  const blockKey = (key: string): string =>
    BLOCK_KEY.test(key)
      ? key.replace(
          BLOCK_KEY,
          (_, digest: string, place: string) => numbered(blocks, digest, 'block').slice(0, 12) + place,
        )
      : text(key);
  const walk = (value: unknown, member?: string): unknown => {
    if (typeof value === 'string')
      return member === 'secret' ? PLACEHOLDER : member === 'key' ? blockKey(value) : text(value);
    if (Array.isArray(value)) return value.map((item) => walk(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        text(name),
        name === 'next' && item !== null && typeof item === 'object' ? { page: PLACEHOLDER } : walk(item, name),
      ]),
    );
  };
  return Object.fromEntries(
    Object.entries(examples as object).map(([name, example]) => [
      name,
      JSON.stringify(example).length > MAX_LENGTH ? walk(cut(example)) : walk(example),
    ]),
  ) as T;
}

function exampleId(index: number, length: number): string {
  const digits = BigInt(`0x${hash('sha256', `example ${index}`)}`);
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = digits;
  let id = '0';
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
