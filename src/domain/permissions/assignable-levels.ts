import { isAtLeast, type DefaultLevel, type Level } from './level.ts';

/** Tells whether somebody with the level `own` may give or take these levels: nobody decides on more than they have. */
export const canAssignLevels = (own: Level | undefined, levels: readonly (DefaultLevel | undefined)[]): boolean =>
  levels.every((level) => level === null || level === undefined || level === 'inherit' || isAtLeast(own, level));

/**
 * Tells whether somebody with the level `own` may replace the default level that holds on a place. A level that stays
 * needs no decision.
 */
export const canChangeDefaultLevel = (own: Level | undefined, before: DefaultLevel, after: DefaultLevel): boolean =>
  before === after || canAssignLevels(own, [before, after]);
