import { sameJson } from './json.ts';
import { readNode, type Branch, type Child, type Entry, type MapNode } from './map-node.ts';
import { slice } from './map-read.ts';
import type { Hash } from './content-object.ts';
import { all, both, type ObjectQuery } from './object-query.ts';

/** Change of one key: added (no `before`), removed (no `after`), or changed. */
export interface MapChange<V> {
  readonly key: string;
  readonly before?: V;
  readonly after?: V;
}

/**
 * Lists every key whose value differs. Equal subtrees are skipped by their hashes, so that the cost follows the change.
 */
export function* diffMaps<V>(a: Hash | null, b: Hash | null): ObjectQuery<MapChange<V>[]> {
  if (a === b) return [];
  if (a === null) return (yield* readAllEntries<V>(b!)).map(added);
  if (b === null) return (yield* readAllEntries<V>(a)).map(removed);
  return yield* diffSubtrees<V>({ hash: a, prefix: '' }, { hash: b, prefix: '' });
}

/**
 * Subtree with the digits of its path. `node` is set if it was read before; then the prefix includes the node's `skip`.
 */
interface Subtree<V> {
  readonly hash: Hash;
  readonly prefix: string;
  readonly node?: MapNode<V>;
}

function* diffSubtrees<V>(a: Subtree<V>, b: Subtree<V>): ObjectQuery<MapChange<V>[]> {
  if (a.hash === b.hash) return [];
  const [left, right] = yield* both(
    a.node ? loadedNode(a.node) : readNode<V>(a.hash),
    b.node ? loadedNode(b.node) : readNode<V>(b.hash),
  );
  if (left.entries || right.entries) return diffEntries(yield* entriesOf(left), yield* entriesOf(right));

  const leftAt = a.node ? a.prefix : a.prefix + left.skip;
  const rightAt = b.node ? b.prefix : b.prefix + right.skip;
  const parts: ObjectQuery<MapChange<V>[]>[] = [];
  if (leftAt === rightAt) {
    for (let digit = 0; digit < 16; digit++) {
      const [from, to] = [left.children[digit], right.children[digit]];
      if (from === undefined && to === undefined) continue;
      if (from === undefined) parts.push(readChanges(to!, added));
      else if (to === undefined) parts.push(readChanges(from, removed));
      else if (from.hash !== to.hash) {
        const prefix = leftAt + digit.toString(16);
        parts.push(diffSubtrees<V>({ hash: from.hash, prefix }, { hash: to.hash, prefix }));
      }
    }
  } else if (rightAt.startsWith(leftAt)) {
    const meets = Number.parseInt(rightAt[leftAt.length]!, 16);
    const whole: Subtree<V> = { hash: b.hash, prefix: rightAt, node: right };
    left.children.forEach((child, digit) => {
      if (child && digit !== meets) parts.push(readChanges(child, removed));
    });
    const facing = left.children[meets];
    const prefix = leftAt + rightAt[leftAt.length]!;
    parts.push(facing ? diffSubtrees<V>({ hash: facing.hash, prefix }, whole) : nodeChanges(right, added));
  } else if (leftAt.startsWith(rightAt)) {
    const meets = Number.parseInt(leftAt[rightAt.length]!, 16);
    const whole: Subtree<V> = { hash: a.hash, prefix: leftAt, node: left };
    right.children.forEach((child, digit) => {
      if (child && digit !== meets) parts.push(readChanges(child, added));
    });
    const facing = right.children[meets];
    const prefix = rightAt + leftAt[rightAt.length]!;
    parts.push(facing ? diffSubtrees<V>(whole, { hash: facing.hash, prefix }) : nodeChanges(left, removed));
  } else {
    parts.push(nodeChanges(left, removed), nodeChanges(right, added));
  }
  return (yield* all(parts)).flat();
}

const added = <V>({ key, value }: Entry<V>): MapChange<V> => ({ key, after: value });
const removed = <V>({ key, value }: Entry<V>): MapChange<V> => ({ key, before: value });
const readAllEntries = <V>(root: Hash): ObjectQuery<Entry<V>[]> => slice<V>(root, 0, Infinity);

function* loadedNode<V>(node: MapNode<V>): ObjectQuery<MapNode<V>> {
  return node;
}

function* readChanges<V>(child: Child, as: (entry: Entry<V>) => MapChange<V>): ObjectQuery<MapChange<V>[]> {
  return (yield* readAllEntries<V>(child.hash)).map(as);
}

function* nodeChanges<V>(node: Branch, as: (entry: Entry<V>) => MapChange<V>): ObjectQuery<MapChange<V>[]> {
  return (yield* entriesOf<V>(node)).map(as);
}

function* entriesOf<V>(node: MapNode<V>): ObjectQuery<readonly Entry<V>[]> {
  if (node.entries) return node.entries;
  const children = node.children.filter((child) => child !== undefined);
  return (yield* all(children.map(({ hash }) => readAllEntries<V>(hash)))).flat();
}

function diffEntries<V>(before: readonly Entry<V>[], after: readonly Entry<V>[]): MapChange<V>[] {
  const left = new Map(before.map(({ key, value }) => [key, value]));
  const changes: MapChange<V>[] = [];
  for (const { key, value } of after) {
    const old = left.get(key);
    left.delete(key);
    if (old === undefined) changes.push({ key, after: value });
    else if (!sameJson(old, value)) changes.push({ key, before: old, after: value });
  }
  for (const [key, value] of left) changes.push({ key, before: value });
  return changes;
}
