import { MergeConflict, MergeRefused } from '../../../application/change-requests/merge-errors.ts';
import { StaleWrite } from '../../../domain/kernel/errors.ts';

/** Kind of a refusal because of the present state: of a stale `If-Match`, a merge, a lost race, or another one. */
export type ConflictKind = 'precondition' | 'merge' | 'concurrent' | 'state';

/** Kind of a conflict; undefined for other answers. */
export function conflictKind(status: number, refusal: unknown): ConflictKind | undefined {
  if (status === 412) return 'precondition';
  if (status !== 409) return undefined;
  if (refusal instanceof MergeConflict || refusal instanceof MergeRefused) return 'merge';
  return refusal instanceof StaleWrite ? 'concurrent' : 'state';
}

/** Pattern of a route in the form of the API reference: `/v1/spaces/{spaceId}`. */
export const routePattern = (path: string): string => path.replace(/:(\w+)\*?/g, '{$1}');

/** Pattern of a handler's paths: the path itself, or the fixed beginning of a regular expression and `/*`. */
export function patternOf(path: string | RegExp): string {
  if (typeof path === 'string') return path;
  const beginning = /^\^((?:\\\/[\w~.-]+)+)/.exec(path.source)?.[1];
  if (beginning === undefined) throw new Error(`${path} has no fixed beginning`);
  return `${beginning.replaceAll('\\', '')}/*`;
}
