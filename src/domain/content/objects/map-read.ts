import { compareCodeUnits, entryCount, readNode, type Entry, type MapKind } from './map-node.ts';
import type { Hash } from './content-object.ts';
import { all, type ObjectQuery } from './object-query.ts';

/** A map's value under a key, or undefined; one object per level. */
export function* lookup<V>(kind: MapKind<V>, root: Hash | null, key: string): ObjectQuery<V | undefined> {
  if (root === null) return undefined;
  const path = kind.path(key);
  let depth = 0;
  let hash = root;
  for (;;) {
    const node = yield* readNode<V>(hash);
    if (node.entries) return node.entries.find((entry) => entry.key === key)?.value;
    if (!path.startsWith(node.skip, depth)) return undefined;
    depth += node.skip.length;
    const child = node.children[digitAt(path, depth)];
    if (child === undefined) return undefined;
    hash = child.hash;
    depth += 1;
  }
}

/** The values of those keys that the map has; as many round trips as one look-up. */
export function* lookupMany<V>(
  kind: MapKind<V>,
  root: Hash | null,
  keys: Iterable<string>,
): ObjectQuery<Map<string, V>> {
  const wanted = [...new Set(keys)];
  const values = yield* all(wanted.map((key) => lookup(kind, root, key)));
  const found = new Map<string, V>();
  wanted.forEach((key, i) => {
    const value = values[i];
    if (value !== undefined) found.set(key, value);
  });
  return found;
}

/** How many entries the map has: exact, one object. */
export function* countEntries(root: Hash | null): ObjectQuery<number> {
  return root === null ? 0 : entryCount(yield* readNode(root));
}

/** All entries, in the order of (path, key). */
export function* entries<V>(root: Hash | null): ObjectQuery<Entry<V>[]> {
  return root === null ? [] : yield* slice<V>(root, 0, Infinity);
}

/** The entries with places `from` (counted from 0) up to but without `to`, in the order of (path, key); skips what lies outside. */
export function* slice<V>(root: Hash | null, from: number, to: number): ObjectQuery<Entry<V>[]> {
  if (root === null || from >= to) return [];
  const node = yield* readNode<V>(root);
  if (node.entries) return node.entries.slice(Math.max(0, from), to);
  const parts: ObjectQuery<Entry<V>[]>[] = [];
  let place = 0;
  for (const child of node.children) {
    if (child === undefined) continue;
    if (place < to && place + child.count > from) parts.push(slice<V>(child.hash, from - place, to - place));
    place += child.count;
  }
  return (yield* all(parts)).flat();
}

/**
 * How many entries come before (path, key) in the map's order. `path` need not be of the map: with `key` left empty, the
 * entries whose path is less; a path that ends in `g` comes after all that begin with the rest of it.
 */
export function* countBefore<V>(kind: MapKind<V>, root: Hash | null, path: string, key = ''): ObjectQuery<number> {
  let before = 0;
  let depth = 0;
  let hash = root;
  while (hash !== null) {
    const node = yield* readNode<V>(hash);
    if (node.entries) {
      return (
        before +
        node.entries.filter(
          (entry) => (compareCodeUnits(kind.path(entry.key), path) || compareCodeUnits(entry.key, key)) < 0,
        ).length
      );
    }
    const mine = path.slice(depth, depth + node.skip.length);
    if (mine !== node.skip) return node.skip < mine ? before + node.count : before;
    depth += node.skip.length;
    if (depth === path.length) return before;
    const digit = digitAt(path, depth);
    for (let i = 0; i < digit; i++) before += node.children[i]?.count ?? 0;
    hash = node.children[digit]?.hash ?? null;
    depth += 1;
  }
  return before;
}

/** A page of a map's entries: those after a key (the map need not have it), at most `limit`, in the order of (path, key). */
export function* entriesAfter<V>(
  kind: MapKind<V>,
  root: Hash | null,
  after: string | undefined,
  limit: number,
): ObjectQuery<Entry<V>[]> {
  // '\0' makes the least key that is greater than `after`.
  const from = after === undefined ? 0 : yield* countBefore(kind, root, kind.path(after), `${after}\0`);
  return yield* slice<V>(root, from, from + limit);
}

/** The value of a hex digit; 16 for `g`. */
export const digitAt = (path: string, at: number): number => {
  const code = path.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
};
