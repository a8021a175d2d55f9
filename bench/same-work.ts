import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './processes.ts';

/** A statement that Quire sent, with its parameters as the driver sends them. */
export interface Recorded {
  readonly text: string;
  readonly values: readonly Value[];
}
type Value = string | null | { readonly base64: string };
/** Statements of one request. */
export type Recording = readonly Recorded[];
export type Parameter = string | Buffer | null;

/** Statements that Quire sends to check the caller, or to keep a transaction: the floor has its own. */
const TRANSACTION = /^(BEGIN|COMMIT|SET |SELECT set_config)/;

/** Records the statements of a request that no other request accompanies. */
export async function record({ process: quire }: Server, request: () => Promise<unknown>): Promise<Recording> {
  quire.send('record');
  await request();
  const answer = new Promise<Recording>((resolve) => quire.once('message', resolve));
  quire.send('stop');
  return (await answer).filter(({ text }) => !TRANSACTION.test(text));
}

/** Pairs of requests that are recorded until one is found that no job of the server accompanies. */
const TRIES = 20;

/** Records a request that writes twice, again where a job of the server sent statements meanwhile. */
export async function recordTwo(quire: Server, request: () => Promise<unknown>): Promise<readonly Recording[]> {
  for (let tries = 1; ; tries++) {
    const recordings = [await record(quire, request), await record(quire, request)];
    try {
      new SameWork(recordings);
      return recordings;
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(500);
    }
  }
}

/** Names that differ from request to request: ids, and hashes in hexadecimal digits. */
const NAME = /(?<![0-9A-Za-z])(?:[0-9a-f]{64}|[0-9A-Za-z]{20})(?![0-9A-Za-z])/g;
const HASH_BYTES = 32;

/**
 * Repeats the statements of a request. Where there are several recordings, names that only the last one has are new in
 * each repetition. Where the last recording has a name that the one before it has made, such as the revision that it
 * follows, a repetition has the name that the repetition before has made. Numbers that grow from recording to recording
 * go on growing, and all other values stay.
 */
export class SameWork {
  readonly #statements: Recording;
  /** Names that a repetition makes. */
  readonly #made: readonly string[];
  /** Names that the last recording takes from the one before, with the names that it has made in their place. */
  readonly #followed: ReadonlyMap<string, string>;
  /** Growth of the parameters that are numbers, by the positions of statement and parameter. */
  readonly #growth = new Map<string, number>();
  /** Names that the last repetition made, at first the last recording, by those that the last recording follows. */
  #before: ReadonlyMap<string, string>;
  #repetitions = 0;

  /**
   * @param recordings two for a request that writes, one for a request that reads
   * @throws Error when the last statement, which writes, is not the same in both
   */
  constructor(recordings: readonly Recording[]) {
    this.#statements = recordings.at(-1)!;
    const earlier = recordings.length > 1 ? recordings.at(-2)! : [];
    if (recordings.length > 1 && earlier.at(-1)?.text !== this.#statements.at(-1)!.text)
      throw new Error('the recordings do not end with the same statement');
    const known = new Set(earlier.flatMap(namesIn));
    const names = new Set(this.#statements.flatMap(namesIn));
    this.#made = recordings.length > 1 ? [...names].filter((name) => !known.has(name)) : [];
    const followed = new Map<string, string>();
    for (const [n, i, value, before] of pairs(this.#statements, earlier)) {
      const growth = Number(value) - Number(before);
      if (isNumber(value) && isNumber(before) && growth !== 0) this.#growth.set(`${n}.${i}`, growth);
      const [name, ...more] = namesOf(value);
      const [old, ...others] = namesOf(before);
      if (name === undefined || old === undefined || more.length + others.length > 0) continue;
      if (names.has(old) && !known.has(name)) followed.set(old, name);
    }
    this.#followed = followed;
    this.#before = followed;
  }

  /** Sends the statements one by one; one repetition that makes names must end before the next begins. */
  async repeat(send: Send): Promise<void> {
    const made = new Map(this.#made.map((name) => [name, like(name)]));
    this.#repetitions++;
    await this.#send(send, (name) => made.get(name) ?? this.#before.get(name) ?? name);
    this.#before = new Map([...this.#followed].map(([old, name]) => [old, made.get(name)!]));
  }

  async #send(send: Send, rename: (name: string) => string): Promise<void> {
    for (const [n, { text, values }] of this.#statements.entries()) {
      const parameters = values.map((value, i) => {
        const growth = this.#growth.get(`${n}.${i}`);
        return growth === undefined ? renamed(value, rename) : String(Number(value) + growth * this.#repetitions);
      });
      await send(text, parameters);
    }
  }
}

type Send = (text: string, values: Parameter[]) => Promise<unknown>;

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** Pairs the parameters of the statements that two recordings share, with the positions in the first one. */
function* pairs(recording: Recording, other: Recording): Generator<[number, number, Value, Value]> {
  const rest = [...other];
  for (const [n, { text, values }] of recording.entries()) {
    const at = rest.findIndex((statement) => statement.text === text);
    if (at < 0) continue;
    const [{ values: others }] = rest.splice(at, 1) as [Recorded];
    for (const [i, value] of values.entries()) yield [n, i, value, others[i] ?? null];
  }
}

const namesIn = ({ values }: Recorded): readonly string[] => values.flatMap(namesOf);

function namesOf(value: Value): readonly string[] {
  if (value === null) return [];
  if (typeof value === 'string') return value.match(NAME) ?? [];
  return hashesIn(Buffer.from(value.base64, 'base64')).map((hash) => hash.toString('hex'));
}

function renamed(value: Value, rename: (name: string) => string): Parameter {
  if (value === null) return null;
  if (typeof value === 'string') return value.replace(NAME, rename);
  const bytes = Buffer.from(value.base64, 'base64');
  for (const hash of hashesIn(bytes)) hash.write(rename(hash.toString('hex')), 'hex');
  return bytes;
}

/** Header of an array of one dimension in the binary format, and of each element. */
const ARRAY_HEADER = 20;
const ELEMENT_HEADER = 4;
const BYTEA = 17;

/** Returns the parts of a parameter that are hashes: the parameter itself, or the elements of an array. */
function hashesIn(bytes: Buffer): Buffer[] {
  if (bytes.length === HASH_BYTES) return [bytes];
  if (bytes.length < ARRAY_HEADER || bytes.readInt32BE(8) !== BYTEA) return [];
  const hashes: Buffer[] = [];
  for (let at = ARRAY_HEADER; at < bytes.length;) {
    const length = bytes.readInt32BE(at);
    at += ELEMENT_HEADER;
    if (length === HASH_BYTES) hashes.push(bytes.subarray(at, at + length));
    at += length;
  }
  return hashes;
}

/** Letters and digits that ids begin with say when they were made; those of new ids follow. */
const TIME_LENGTH = 8;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Makes a new name of the same kind. */
function like(name: string): string {
  if (name.length === 2 * HASH_BYTES) return randomBytes(HASH_BYTES).toString('hex');
  const random = Array.from({ length: name.length - TIME_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!);
  return name.slice(0, TIME_LENGTH) + random.join('');
}
