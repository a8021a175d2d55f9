import { compareCodeUnits, entryCount, readNode, type Entry, type MapKind } from './map-node.ts';
import type { Hash } from './content-object.ts';
import { all, type ObjectQuery } from './object-query.ts';

/** Looks up the value of a key; reads one object per level. */
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

/** Looks up several keys; needs as many round trips as one lookup. */
export function* lookupMany<V>(
  kind: MapKind<V>,
  root: Hash | null,
  keys: Iterable<string>,
): ObjectQuery<Map<string, V>> {
  const uniqueKeys = [...new Set(keys)];
  const values = yield* all(uniqueKeys.map((key) => lookup(kind, root, key)));
  const found = new Map<string, V>();
  uniqueKeys.forEach((key, i) => {
    const value = values[i];
    if (value !== undefined) found.set(key, value);
  });
  return found;
}

/** Counts the entries of a map exactly; reads one object. */
export function* countEntries(root: Hash | null): ObjectQuery<number> {
  return root === null ? 0 : entryCount(yield* readNode(root));
}

/** Lists all entries, ordered by (path, key). */
export function* entries<V>(root: Hash | null): ObjectQuery<Entry<V>[]> {
  return root === null ? [] : yield* slice<V>(root, 0, Infinity);
}

/**
 * Lists the entries at positions `from` (counted from 0) up to but not including `to`, ordered by (path, key); skips
 * subtrees outside the range.
 */
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
 * Counts the entries before (path, key). `path` need not be in the map: with an empty `key`, counts the entries with a
 * smaller path; a path that ends in `g` comes after all paths that begin with the part before it.
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

/** Lists at most `limit` entries after a key (which need not be in the map), ordered by (path, key). */
export function* entriesAfter<V>(
  kind: MapKind<V>,
  root: Hash | null,
  after: string | undefined,
  limit: number,
): ObjectQuery<Entry<V>[]> {
  // Appending '\0' gives the smallest key that is greater than `after`.
  const from = after === undefined ? 0 : yield* countBefore(kind, root, kind.path(after), `${after}\0`);
  return yield* slice<V>(root, from, from + limit);
}

/** Returns the value of a hex digit; 16 for `g`. */
export const digitAt = (path: string, at: number): number => {
  const code = path.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
};
