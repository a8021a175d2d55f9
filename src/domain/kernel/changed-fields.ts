import { sameJson } from '../content/objects/json.ts';

/** Returns the fields of a change whose values differ from the present ones; undefined is no value. */
export const changedFields = <S extends object>(from: S, to: Partial<S>): Partial<S> =>
  Object.fromEntries(
    Object.entries(to).filter(([field, value]) => value !== undefined && !sameJson(value, from[field as keyof S])),
  ) as Partial<S>;
