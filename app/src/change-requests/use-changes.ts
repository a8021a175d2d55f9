import { useState } from 'preact/hooks';
import type { SemanticChanges } from '../api/operations.ts';
import { useQuery, useReloadOn, type QueryState } from '../api/use-query.ts';

/** Changes that are loaded at first, and in each further step. */
const STEP = 50;
/** Most changes that the API lists. */
const MAX_CHANGES = 1000;

export interface ChangesState extends QueryState<SemanticChanges> {
  /** True if there are changes that are not loaded and can be. */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
}

/** Loads the first changes of a change request or a revision, and more of them on request. */
export function useChanges(key: string | undefined, load: (limit: number) => Promise<SemanticChanges>): ChangesState {
  const [limit, setLimit] = useState(STEP);
  const changes = useQuery(key, () => load(limit));
  useReloadOn(changes, limit);
  const { data, error } = changes;
  const more = data?.more ?? 0;
  return {
    ...changes,
    hasMore: more > 0 && data!.changes.length < MAX_CHANGES,
    isLoadingMore: more > 0 && data!.changes.length < limit && error === undefined,
    loadMore: () => setLimit(Math.min(limit + STEP, MAX_CHANGES)),
  };
}

/** Returns the number of all changes. */
export const countOf = ({ changes, more = 0 }: SemanticChanges): number => changes.length + more;
