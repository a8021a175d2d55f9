/** The key of a list that is ordered by any text, then by id. */
export const sortedKey = (by: string, id: string): string => JSON.stringify([by, id]);

/** What such a list goes on after. */
export const afterSorted = (key: string | undefined): readonly [by: string, id: string] | undefined => (key === undefined ? undefined : JSON.parse(key));
