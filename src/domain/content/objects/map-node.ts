import { contentObject } from './hash.ts';
import { canonicalJson, decodeUtf8, encodeUtf8 } from './json.ts';
import { CorruptContent, type ContentObject, type Hash } from './content-object.ts';
import { fetchObject, type ObjectQuery } from './object-query.ts';

/** Maximum number of entries in a leaf; a larger subtree is a branch. */
export const MAX_LEAF_ENTRIES = 16;

/**
 * Key distribution and references of a kind of map. `path` is a string of lower-case hex digits; no path is a prefix of
 * another, and entries are ordered by (path, key).
 */
export interface MapKind<V> {
  path(key: string): string;
  /** Returns the objects (or stored files) that a value references. */
  refs(value: V): readonly Hash[];
}

/** Entry of a map. Values are JSON-shaped and immutable. */
export interface Entry<V> {
  readonly key: string;
  readonly value: V;
}

/** Reference to a subtree; `count` is the number of its entries. */
export interface Child {
  readonly hash: Hash;
  readonly count: number;
}

/**
 * Node of a map: a canonical trie over the hex digits of the keys' paths, in which equal sets of entries have equal
 * roots, whatever the order of edits. A subtree is a leaf if it has at most 16 entries, or if all its entries share one
 * path; otherwise a branch at the first digit where its entries differ, with the shared digits before it in `skip`.
 */
export type MapNode<V> = Leaf<V> | Branch;
export interface Leaf<V> {
  readonly entries: readonly Entry<V>[];
}
export interface Branch {
  readonly entries?: undefined;
  readonly skip: string;
  /** One slot for each hex digit. */
  readonly children: readonly (Child | undefined)[];
  readonly count: number;
}

const LEAF = 0;
const BRANCH = 1;
const CHILD_BYTES = 36;

/** Encodes a leaf: a tag, then `[[key, value], …]` in canonical JSON. */
export function encodeLeaf<V>(kind: MapKind<V>, entries: readonly Entry<V>[]): ContentObject {
  const json = encodeUtf8(canonicalJson(entries.map(({ key, value }) => [key, value])));
  const bytes = new Uint8Array(json.length + 1);
  bytes[0] = LEAF;
  bytes.set(json, 1);
  return contentObject(
    'map',
    bytes,
    entries.flatMap(({ value }) => kind.refs(value)),
  );
}

const DIGITS = encodeUtf8('0123456789abcdef');
/** Value of each hex digit, by character code. */
const DIGIT_VALUES = new Uint8Array(128);
DIGITS.forEach((code, value) => (DIGIT_VALUES[code] = value));

/**
 * Encodes a branch: a tag, the length of `skip`, `skip` (a digit per byte), a 16-bit mask of the existing children,
 * then 32 bytes of hash and 4 of count for each.
 */
export function encodeBranch(skip: string, children: readonly (Child | undefined)[]): ContentObject {
  const present = children.filter((child) => child !== undefined);
  const bytes = new Uint8Array(4 + skip.length + present.length * CHILD_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = BRANCH;
  bytes[1] = skip.length;
  for (let i = 0; i < skip.length; i++) bytes[2 + i] = skip.charCodeAt(i);
  let offset = 2 + skip.length;
  view.setUint16(
    offset,
    children.reduce((bits, child, digit) => (child ? bits | (1 << digit) : bits), 0),
  );
  offset += 2;
  for (const { hash, count } of present) {
    for (let i = 0; i < 32; i++)
      bytes[offset + i] = (DIGIT_VALUES[hash.charCodeAt(2 * i)]! << 4) | DIGIT_VALUES[hash.charCodeAt(2 * i + 1)]!;
    view.setUint32(offset + 32, count);
    offset += CHILD_BYTES;
  }
  const object = contentObject(
    'map',
    bytes,
    present.map(({ hash }) => hash),
  );
  // The next edit usually reads the nodes that were just written.
  decodedNodes.set(bytes, { skip, children, count: present.reduce((sum, child) => sum + child.count, 0) });
  return object;
}

const ascii = new TextDecoder();

function decodeBranch(bytes: Uint8Array): Branch {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const skipped = bytes[1] ?? 0;
  const skip = String.fromCharCode(...bytes.subarray(2, 2 + skipped));
  const bits = view.getUint16(2 + skipped);
  const from = 4 + skipped;
  const present = bitCount(bits);
  if (bytes.length !== from + present * CHILD_BYTES) throw new CorruptContent('a map branch has the wrong length');
  // One text for all hashes, of which each hash is a slice: built digit by digit, they would take ten times the memory.
  const digits = new Uint8Array(present * 64);
  for (let child = 0, at = 0; at < digits.length; child++) {
    for (let i = 0; i < 32; i++) {
      const byte = bytes[from + child * CHILD_BYTES + i]!;
      digits[at++] = DIGITS[byte >> 4]!;
      digits[at++] = DIGITS[byte & 15]!;
    }
  }
  const hashes = ascii.decode(digits);
  const children = new Array<Child | undefined>(16).fill(undefined);
  let [next, count] = [0, 0];
  for (let digit = 0; digit < 16; digit++) {
    if ((bits & (1 << digit)) === 0) continue;
    const child = {
      hash: hashes.slice(64 * next, 64 * next + 64) as Hash,
      count: view.getUint32(from + next * CHILD_BYTES + 32),
    };
    children[digit] = child;
    count += child.count;
    next += 1;
  }
  return { skip, children, count };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function decodeLeaf(bytes: Uint8Array): Leaf<unknown> {
  const text = decodeUtf8(bytes.subarray(1));
  if (text === undefined) throw new CorruptContent('a map leaf is not UTF-8');
  return { entries: (JSON.parse(text) as [string, unknown][]).map(([key, value]) => ({ key, value })) };
}

/** Estimates the memory in bytes of a read object: its bytes and, for a map node, the decoded node. */
export function estimateMemory(bytes: Uint8Array): number {
  if (bytes[0] === LEAF) return 3 * bytes.byteLength + 200;
  return bytes[0] === BRANCH ? 5 * bytes.byteLength + 1200 : bytes.byteLength;
}

/** Cache of decoded nodes, which live as long as their bytes are cached. */
const decodedNodes = new WeakMap<Uint8Array, MapNode<unknown>>();

/**
 * Decodes a node.
 * @throws CorruptContent for bytes that are not a node
 */
export function decodeNode<V>(bytes: Uint8Array): MapNode<V> {
  let node = decodedNodes.get(bytes);
  if (node === undefined) {
    if (bytes[0] !== LEAF && bytes[0] !== BRANCH) throw new CorruptContent('an object is not a map node');
    node = bytes[0] === LEAF ? decodeLeaf(bytes) : decodeBranch(bytes);
    decodedNodes.set(bytes, node);
  }
  return node as MapNode<V>;
}

export function* readNode<V>(hash: Hash): ObjectQuery<MapNode<V>> {
  return decodeNode<V>(yield* fetchObject(hash));
}

export const entryCount = (node: MapNode<unknown>): number => node.entries?.length ?? (node as Branch).count;

/** Compares by UTF-16 code units; bytewise for hex digits and ids. Returns -1, 0 or 1. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
