/** Levels of access, from lowest to highest. */
export const LEVELS = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** Default level of members on a space or collection; `null` is no access. */
export type DefaultLevel = Level | 'inherit' | null;
export const DEFAULT_LEVELS = [...LEVELS, 'inherit'] as const;

/** Resolves a default level: the enclosing one applies if the own one is `inherit`. */
export const resolveDefaultLevel = (own: DefaultLevel, inherited: DefaultLevel): DefaultLevel =>
  own === 'inherit' ? inherited : own;

/** Role of a member in an organization; `null` is a guest. */
export type Role = Level | null;

const LEVEL_RANK: Readonly<Record<Level, number>> = { read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 };

/** Tells whether `level` includes `required`; no level includes nothing. */
export const isAtLeast = (level: Level | undefined, required: Level): boolean =>
  level !== undefined && LEVEL_RANK[level] >= LEVEL_RANK[required];

/** Returns the lower of two levels. */
export const minLevel = (a: Level, b: Level): Level => (isAtLeast(a, b) ? b : a);

/** Limits a stated default level to `level`; the levels that members have by their roles stay. */
export const capDefaultLevel = (stated: DefaultLevel, level: Level): DefaultLevel =>
  stated === null || stated === 'inherit' ? stated : minLevel(stated, level);

/**
 * Computes the effective default of a copy after its source's default has changed: never widens the copy's audience,
 * and never exceeds the source. `inherit` stands for each member's own role.
 */
export function narrowDefaultLevel(source: DefaultLevel, copy: DefaultLevel): DefaultLevel {
  if (source === null || copy === null) return null;
  return source === 'inherit' || copy === 'inherit' ? source : minLevel(source, copy);
}

/** Returns the highest of the levels, `undefined` if there is none. */
export function maxLevel(levels: readonly (Level | null | undefined)[]): Level | undefined {
  let best: Level | undefined;
  for (const level of levels) if (level && (best === undefined || LEVEL_RANK[level] > LEVEL_RANK[best])) best = level;
  return best;
}

/** Tells whether a user with the level `own` may grant or revoke these levels: none may exceed their own. */
export const canAssignLevels = (own: Level | undefined, levels: readonly (DefaultLevel | undefined)[]): boolean =>
  levels.every((level) => level === null || level === undefined || level === 'inherit' || isAtLeast(own, level));

/**
 * Tells whether a user with the level `own` may replace the default level of a scope. An unchanged level needs no
 * permission.
 */
export const canChangeDefaultLevel = (own: Level | undefined, before: DefaultLevel, after: DefaultLevel): boolean =>
  before === after || canAssignLevels(own, [before, after]);
