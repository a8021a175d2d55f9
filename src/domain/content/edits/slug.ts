import type { Id } from '../../kernel/id.ts';
import { childKey } from '../content.ts';
import type { Overlay } from './draft.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';

/** Contract: slug 0..100. */
export const MAX_SLUG_LENGTH = 100;

/** What would end a path segment or change its meaning in a URL. */
const FORBIDDEN_CHARACTERS = /[\s/\\?#%\u0000-\u001f\u007f]/u;

/** Why a text cannot be a slug, or undefined when it can. */
export function findSlugProblem(slug: string): string | undefined {
  if (slug === '') return 'must not be empty';
  if (slug.length > MAX_SLUG_LENGTH) return `must have at most ${MAX_SLUG_LENGTH} characters`;
  if (slug === '.' || slug === '..') return 'must not be . or ..';
  if (FORBIDDEN_CHARACTERS.test(slug)) return 'must not contain white space, control characters, or any of / \\ ? # %';
  return undefined;
}

/** `slug-2`, shortened so that it keeps to the maximum length. */
export const numberedSlug = (slug: string, n: number): string => {
  const end = `-${n}`;
  return slug.slice(0, MAX_SLUG_LENGTH - end.length).replace(/[\ud800-\udbff]$/, '') + end;
};

const LINEAR_PROBES = 16;

/**
 * The slug itself when it is free under the parent, else the first free of `slug-1`, `slug-2`, … (beyond 16 a free one
 * that follows a taken one, found in a logarithm of steps). `taken` may know more owners than the children do.
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
