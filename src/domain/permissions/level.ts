/** What one may do, from least to most (specification: role values; their order: design, access). */
export const LEVELS = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** What members get on a collection or a space without being granted anything; `null` is nothing. */
export type DefaultLevel = Level | 'inherit' | null;
export const DEFAULT_LEVELS = [...LEVELS, 'inherit'] as const;

/** What holds where nothing is stated but what is around it states something. */
export const resolveDefaultLevel = (own: DefaultLevel, around: DefaultLevel): DefaultLevel =>
  own === 'inherit' ? around : own;

/** A member's role in an organization; `null` is a guest. */
export type Role = Level | null;

const LEVEL_RANK: Readonly<Record<Level, number>> = { read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 };

/** Whether `level` is enough for what needs `required`; no level is never enough. */
export const isAtLeast = (level: Level | undefined, required: Level): boolean =>
  level !== undefined && LEVEL_RANK[level] >= LEVEL_RANK[required];

/** The lower of two levels. */
export const minLevel = (a: Level, b: Level): Level => (isAtLeast(a, b) ? b : a);

/** A stated default, or `level` where that is lower; what members have by their roles stays so. */
export const capDefaultLevel = (stated: DefaultLevel, level: Level): DefaultLevel =>
  stated === null || stated === 'inherit' ? stated : minLevel(stated, level);

/**
 * Effective default of a copy once its source has another one: never shows the copy to anybody who did not see it, and
 * gives nobody more than the source does. `inherit` is each member's own role.
 */
export function narrowDefaultLevel(source: DefaultLevel, copy: DefaultLevel): DefaultLevel {
  if (source === null || copy === null) return null;
  return source === 'inherit' || copy === 'inherit' ? source : minLevel(source, copy);
}

/** The highest of the levels, `undefined` when there is none. */
export function maxLevel(levels: readonly (Level | null | undefined)[]): Level | undefined {
  let best: Level | undefined;
  for (const level of levels) if (level && (best === undefined || LEVEL_RANK[level] > LEVEL_RANK[best])) best = level;
  return best;
}
