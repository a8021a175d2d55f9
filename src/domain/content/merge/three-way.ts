import { sameJson, type JsonObject } from '../objects/json.ts';

/** Values of one item in three contents; undefined where it does not exist. */
export interface MergeSides<T> {
  readonly base: T | undefined;
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
}

/** Returns the same member of three records. */
export const memberSides = <T extends object, K extends keyof T>(
  { base, ours, theirs }: MergeSides<T>,
  member: K,
): MergeSides<Exclude<T[K], undefined>> => ({
  base: base?.[member] as Exclude<T[K], undefined> | undefined,
  ours: ours?.[member] as Exclude<T[K], undefined> | undefined,
  theirs: theirs?.[member] as Exclude<T[K], undefined> | undefined,
});

/** Merged value; `conflict` if both sides changed it differently: then the change request's value is used. */
export interface MergedValue<V> {
  readonly value: V | undefined;
  readonly conflict: boolean;
}

export function mergeValue<V>({ base, ours, theirs }: MergeSides<V>): MergedValue<V> {
  if (sameJson(theirs, base) || sameJson(ours, theirs)) return { value: ours, conflict: false };
  return { value: theirs, conflict: !sameJson(ours, base) };
}

/** Merges a value without conflicts: the main content's value is used if both sides changed it. */
export function mergeValuePreferringOurs<V>(sides: MergeSides<V>): V | undefined {
  const { value, conflict } = mergeValue(sides);
  return conflict ? sides.ours : value;
}

/** Merges objects member by member; `conflicts` names the members that both sides changed differently. */
export function mergeMembers(sides: MergeSides<JsonObject>): {
  readonly value: JsonObject;
  readonly conflicts: readonly string[];
} {
  const { base = {}, ours = {}, theirs = {} } = sides;
  const value: Record<string, JsonObject[string]> = {};
  const conflicts: string[] = [];
  for (const member of [...new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)])].sort()) {
    const memberOf = (side: JsonObject): JsonObject[string] => (Object.hasOwn(side, member) ? side[member] : undefined);
    const decision = mergeValue({ base: memberOf(base), ours: memberOf(ours), theirs: memberOf(theirs) });
    if (decision.conflict) conflicts.push(member);
    if (decision.value !== undefined)
      Object.defineProperty(value, member, {
        value: decision.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return { value, conflicts };
}
