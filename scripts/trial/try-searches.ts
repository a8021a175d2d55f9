import { must } from '../../test/support/world.ts';
import type { ImportedProject } from './imported-project.ts';
import { SEARCHES } from './search-queries.ts';

export interface SearchOutcome {
  readonly repository: string;
  readonly kind: string;
  readonly query: string;
  /** Rank of the expected page, from 1; undefined beyond the first ten. */
  readonly place: number | undefined;
  /** Page at the first rank. */
  readonly first: string | undefined;
  readonly ms: number;
}

/** Runs the `SEARCHES` of the repository in the space. */
export async function trySearches(imported: ImportedProject): Promise<SearchOutcome[]> {
  const { api, at, project } = imported;
  const repository = imported.repository.name;
  const paths = new Map((await imported.pages()).map(({ id, git }) => [id, git?.path]));
  const outcomes: SearchOutcome[] = [];
  for (const { kind, query, path } of project.directory === '' ? (SEARCHES[repository] ?? []) : []) {
    const begun = performance.now();
    const { items } = must(await api.get(`${at}/search?limit=10&query=${encodeURIComponent(query)}`), 200);
    const ms = performance.now() - begun;
    const found = items.map(({ id }: { id: string }) => paths.get(id));
    const place = found.indexOf(path) + 1;
    outcomes.push({ repository, kind, query, place: place || undefined, first: found[0], ms });
  }
  return outcomes;
}

/** Reports whether the expected page is ranked high enough. */
export const isFound = ({ place }: SearchOutcome): boolean => place !== undefined && place <= 3;
