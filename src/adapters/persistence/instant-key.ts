/** Key of a list that is ordered by an instant, then by id. */
export const instantKey = (at: string, id: string): string => `${at}|${id}`;

/** Parses a key of such a list; returns nulls for the start of the list. */
export function afterInstant(key: string | undefined): readonly [at: string, id: string] | readonly [null, null] {
  if (key === undefined) return [null, null];
  const [at, id] = key.split('|') as [string, string];
  return [at, id];
}
