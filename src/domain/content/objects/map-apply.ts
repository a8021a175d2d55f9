import { sameJson } from './json.ts';
import { digitAt } from './map-read.ts';
import {
  compareCodeUnits,
  encodeBranch,
  encodeLeaf,
  MAX_LEAF_ENTRIES,
  readNode,
  type Child,
  type Entry,
  type MapKind,
} from './map-node.ts';
import type { ContentObject, Hash } from './content-object.ts';
import { all, PAUSE, type ObjectQuery } from './object-query.ts';

/** New root of the map, and the nodes that the old map did not have. */
export interface MapUpdate {
  readonly root: Hash | null;
  readonly objects: readonly ContentObject[];
}

/** Number of entries processed between two pauses. */
const ENTRIES_PER_SLICE = 250;

/** Changes by key: a new value, or undefined to remove the entry. */
export type MapChanges<V> = ReadonlyMap<string, V | undefined>;

/** Applies changes in one descent; creates only nodes of the result. A change without effect costs nothing. */
export function* applyToMap<V>(kind: MapKind<V>, root: Hash | null, changes: MapChanges<V>): ObjectQuery<MapUpdate> {
  const sorted = [...changes].map(([key, value]) => ({ path: kind.path(key), key, value })).sort(compareEntries);
  if (sorted.length === 0) return { root, objects: [] };
  const patch = new MapPatch(kind);
  const tree = yield* patch.apply(root, 0, sorted);
  const top = tree && patch.seal(tree).hash;
  return { root: top ?? null, objects: patch.objects() };
}

/** Builds a map of any size, with pauses; entries may be in any order. Reads nothing. */
export function* buildMapInSlices<V>(kind: MapKind<V>, values: ReadonlyMap<string, V>): ObjectQuery<MapUpdate> {
  const entries: PathEntry<V>[] = [];
  for (const [key, value] of values) {
    entries.push({ path: kind.path(key), key, value });
    if (entries.length % ENTRIES_PER_SLICE === 0) yield PAUSE;
  }
  const patch = new MapPatch(kind);
  const tree = yield* patch.buildInSlices(entries, 0);
  const top = tree && patch.seal(tree).hash;
  return { root: top ?? null, objects: patch.objects() };
}

interface PathEntry<V> extends Entry<V> {
  readonly path: string;
}
type EntryEdit<V> = PathEntry<V | undefined>;

/**
 * Subtree under construction, encoded only once its parent is known to keep it. `hash` is set if it is already stored.
 */
type Tree<V> =
  | { readonly entries: readonly PathEntry<V>[]; readonly hash?: Hash; readonly count: number }
  | {
      readonly entries?: undefined;
      readonly skip: string;
      readonly children: readonly (Child | undefined)[];
      readonly hash?: Hash;
      readonly count: number;
    };
type Slot<V> = Tree<V> | Child;

const compareEntries = (a: PathEntry<unknown>, b: PathEntry<unknown>): number =>
  compareCodeUnits(a.path, b.path) || compareCodeUnits(a.key, b.key);
const isTree = <V>(slot: Slot<V>): slot is Tree<V> => 'entries' in slot || 'children' in slot;

class MapPatch<V> {
  readonly #sealed = new Map<Hash, ContentObject>();

  constructor(private readonly kind: MapKind<V>) {}

  objects(): ContentObject[] {
    return [...this.#sealed.values()];
  }

  seal(tree: Tree<V>): Child {
    if (tree.hash !== undefined) return { hash: tree.hash, count: tree.count };
    const object = tree.entries ? encodeLeaf(this.kind, tree.entries) : encodeBranch(tree.skip, tree.children);
    this.#sealed.set(object.hash, object);
    return { hash: object.hash, count: tree.count };
  }

  /** Builds the subtree of sorted entries, from the digit at `depth` on. */
  build(entries: readonly PathEntry<V>[], depth: number): Tree<V> | undefined {
    if (entries.length === 0) return undefined;
    const first = entries[0]!.path;
    const last = entries.at(-1)!.path;
    if (entries.length <= MAX_LEAF_ENTRIES || first === last) return { entries, count: entries.length };
    const at = depth + commonLength(first, last, depth);
    const children = groupByDigit(entries, at).map((part) => part && this.seal(this.build(part, at + 1)!));
    return { skip: first.slice(depth, at), children, count: entries.length };
  }

  /** Builds the subtree of any number of entries in any order. */
  *buildInSlices(entries: readonly PathEntry<V>[], depth: number): ObjectQuery<Tree<V> | undefined> {
    if (entries.length <= ENTRIES_PER_SLICE) {
      yield PAUSE;
      return this.build([...entries].sort(compareEntries), depth);
    }
    const first = entries[0]!.path;
    let at = first.length;
    for (const { path } of entries) at = Math.min(at, depth + commonLength(first, path, depth));
    // All entries share one path: a leaf, whatever their number.
    if (at === first.length) return this.build([...entries].sort(compareEntries), depth);
    yield PAUSE;
    const parts = groupByDigit(entries, at);
    const children: (Child | undefined)[] = [];
    for (const part of parts) children.push(part && this.seal((yield* this.buildInSlices(part, at + 1))!));
    return { skip: first.slice(depth, at), children, count: entries.length };
  }

  *apply(hash: Hash | null, depth: number, edits: readonly EntryEdit<V>[]): ObjectQuery<Tree<V> | undefined> {
    if (hash === null) return this.build(edits.filter(isSet), depth);
    const node = yield* readNode<V>(hash);
    if (node.entries) {
      const entries = node.entries.map(({ key, value }) => ({ path: this.kind.path(key), key, value }));
      const edited = applyEdits(entries, edits);
      return edited ? this.build(edited, depth) : { entries, hash, count: entries.length };
    }
    const at = depth + node.skip.length;
    const inside = edits.filter(({ path }) => path.startsWith(node.skip, depth));
    const outside = edits.filter((one): one is PathEntry<V> => !one.path.startsWith(node.skip, depth) && isSet(one));
    const parts = groupByDigit(inside, at);
    const touched = parts.flatMap((part, digit) => (part ? [{ digit, part }] : []));
    const became = yield* all(
      touched.map(({ digit, part }) => this.apply(node.children[digit]?.hash ?? null, at + 1, part)),
    );
    const slots: (Slot<V> | undefined)[] = [...node.children];
    touched.forEach(({ digit }, i) => (slots[digit] = became[i]));
    const same = slots.every((slot, digit) =>
      slot ? slot.hash !== undefined && slot.hash === node.children[digit]?.hash : !node.children[digit],
    );
    const tree: Tree<V> | undefined = same
      ? { skip: node.skip, children: node.children, count: node.count, hash }
      : yield* this.assemble(node.skip, slots);
    return outside.length === 0 ? tree : this.graft(tree, depth, outside);
  }

  /** Builds the canonical subtree from its 16 updated children. */
  *assemble(skip: string, slots: readonly (Slot<V> | undefined)[]): ObjectQuery<Tree<V> | undefined> {
    const live = slots.filter((slot) => slot !== undefined);
    const count = live.reduce((sum, slot) => sum + slot.count, 0);
    if (count === 0) return undefined;
    if (count <= MAX_LEAF_ENTRIES) {
      const trees = yield* all(live.map((slot) => this.load(slot)));
      // A child with so few entries is a leaf.
      return { entries: trees.flatMap((tree) => tree.entries ?? []), count };
    }
    if (live.length === 1) {
      const only = yield* this.load(live[0]!);
      if (only.entries) return only;
      const digit = slots.indexOf(live[0]).toString(16);
      return { skip: skip + digit + only.skip, children: only.children, count };
    }
    return { skip, children: slots.map((slot) => slot && (isTree(slot) ? this.seal(slot) : slot)), count };
  }

  *load(slot: Slot<V>): ObjectQuery<Tree<V>> {
    if (isTree(slot)) return slot;
    const node = yield* readNode<V>(slot.hash);
    if (!node.entries) return { ...node, hash: slot.hash };
    const entries = node.entries.map(({ key, value }) => ({ path: this.kind.path(key), key, value }));
    return { entries, hash: slot.hash, count: slot.count };
  }

  /** Adds entries whose paths branch off within the subtree's `skip`. */
  graft(tree: Tree<V> | undefined, depth: number, added: readonly PathEntry<V>[]): Tree<V> {
    if (tree === undefined) return this.build(added, depth)!;
    if (tree.entries) return this.build([...tree.entries, ...added].sort(compareEntries), depth)!;
    const whole = tree.skip;
    const length = added.reduce(
      (least, { path }) => Math.min(least, commonLength(whole, path.slice(depth), 0)),
      whole.length,
    );
    const at = depth + length;
    const rest: Tree<V> = { skip: whole.slice(length + 1), children: tree.children, count: tree.count };
    const parts = groupByDigit(added, at);
    const own = digitAt(whole, length);
    const children = Array.from({ length: 16 }, (_, digit) => {
      const part = parts[digit];
      if (digit === own) return this.seal(part ? this.graft(rest, at + 1, part) : rest);
      return part && this.seal(this.build(part, at + 1)!);
    });
    return { skip: whole.slice(0, length), children, count: tree.count + added.length };
  }
}

const isSet = <V>(one: EntryEdit<V>): one is PathEntry<V> => one.value !== undefined;

/** Counts the characters that two texts share from `from` on. */
function commonLength(a: string, b: string, from: number): number {
  let i = from;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return i - from;
}

function groupByDigit<E extends { readonly path: string }>(entries: readonly E[], at: number): (E[] | undefined)[] {
  const parts = new Array<E[] | undefined>(16).fill(undefined);
  for (const entry of entries) (parts[digitAt(entry.path, at)] ??= []).push(entry);
  return parts;
}

/** Applies sorted edits to sorted entries; undefined if nothing changes. */
function applyEdits<V>(entries: readonly PathEntry<V>[], edits: readonly EntryEdit<V>[]): PathEntry<V>[] | undefined {
  const result = new Map(entries.map((entry) => [entry.key, entry]));
  let changed = false;
  for (const one of edits) {
    const before = result.get(one.key);
    if (isSet(one) ? before !== undefined && sameJson(before.value, one.value) : before === undefined) continue;
    changed = true;
    if (isSet(one)) result.set(one.key, one);
    else result.delete(one.key);
  }
  return changed ? [...result.values()].sort(compareEntries) : undefined;
}
