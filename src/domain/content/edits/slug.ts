import type { Id } from '../../kernel/id.ts';
import { childKey } from '../content.ts';
import type { Overlay } from './draft.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';
import { isLongerThan } from '../../kernel/text-length.ts';

/** Contract: slug 0..100. */
export const MAX_SLUG_LENGTH = 100;

/** Characters that would end a path segment or change its meaning in a URL. */
const FORBIDDEN_CHARACTERS = /[\s/\\?#%\u0000-\u001f\u007f]/u;

/** Describes why a text is not a valid slug; undefined if it is valid. */
export function findSlugProblem(slug: string): string | undefined {
  if (slug === '') return 'must not be empty';
  if (isLongerThan(slug, MAX_SLUG_LENGTH)) return `must have at most ${MAX_SLUG_LENGTH} characters`;
  if (slug === '.' || slug === '..') return 'must not be . or ..';
  if (FORBIDDEN_CHARACTERS.test(slug)) return 'must not contain white space, control characters, or any of / \\ ? # %';
  return undefined;
}

/** Appends a number to a slug and shortens it to the maximum length, such as `slug-2`. */
export const numberedSlug = (slug: string, n: number): string => {
  const end = `-${n}`;
  return slug.slice(0, MAX_SLUG_LENGTH - end.length).replace(/[\ud800-\udbff]$/, '') + end;
};

const LINEAR_PROBES = 16;

/**
 * Returns the slug if it is free below the parent, otherwise the first free one of `slug-1`, `slug-2`, … (beyond 16, a
 * free number after a taken one, found by binary search). `taken` may reserve more slugs than the children use.
 */
export function* findFreeSlug(
  children: Pick<Overlay<Id>, 'get'>,
  parent: Id | null,
  slug: string,
  taken: (key: string) => boolean = () => false,
): ObjectQuery<string> {
  const isFree = function* (candidate: string): ObjectQuery<boolean> {
    const key = childKey(parent, candidate);
    return !taken(key) && (yield* children.get(key)) === undefined;
  };
  if (yield* isFree(slug)) return slug;
  const few = Array.from({ length: LINEAR_PROBES }, (_, i) => numberedSlug(slug, i + 1));
  const free = (yield* all(few.map(isFree))).indexOf(true);
  if (free >= 0) return few[free]!;
  let low = LINEAR_PROBES;
  let high = 2 * LINEAR_PROBES;
  while (!(yield* isFree(numberedSlug(slug, high)))) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (yield* isFree(numberedSlug(slug, middle))) high = middle;
    else low = middle;
  }
  return numberedSlug(slug, high);
}
