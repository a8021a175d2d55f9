import { isAtLeast, type DefaultLevel, type Level } from './level.ts';

/** Tells whether a user with the level `own` may grant or revoke these levels: none may exceed their own. */
export const canAssignLevels = (own: Level | undefined, levels: readonly (DefaultLevel | undefined)[]): boolean =>
  levels.every((level) => level === null || level === undefined || level === 'inherit' || isAtLeast(own, level));

/**
 * Tells whether a user with the level `own` may replace the default level of a scope. An unchanged level needs no
 * permission.
 */
export const canChangeDefaultLevel = (own: Level | undefined, before: DefaultLevel, after: DefaultLevel): boolean =>
  before === after || canAssignLevels(own, [before, after]);
