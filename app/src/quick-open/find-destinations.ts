/** Names by which a destination is found. */
export interface DestinationNames {
  readonly title: string;
  /** Name of what the destination belongs to, such as a space. */
  readonly detail?: string;
  /** True for a part of something, which is found only by words. */
  readonly isPart?: boolean;
}

/**
 * Finds the destinations that have all words of a text in their title and detail: first those whose title begins with
 * the text, then those that have all words in their title. An empty text finds all that are no parts.
 */
export function findDestinations<Named extends DestinationNames>(
  all: readonly Named[],
  text: string,
  limit: number,
): readonly Named[] {
  const query = text.trim().toLowerCase();
  if (query === '') return all.filter(({ isPart }) => isPart !== true).slice(0, limit);
  const words = query.split(/\s+/);
  const hasAll = (of: string): boolean => words.every((word) => of.includes(word));
  const ranked = all.flatMap((one) => {
    const title = one.title.toLowerCase();
    if (title.startsWith(query)) return [{ one, rank: 0 }];
    if (hasAll(title)) return [{ one, rank: 1 }];
    return hasAll(`${title} ${(one.detail ?? '').toLowerCase()}`) ? [{ one, rank: 2 }] : [];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => one);
}
