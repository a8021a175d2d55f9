import { maxLevel, type DefaultLevel, type Level, type Role } from './level.ts';

/** Where a person stands towards one space or collection: everything their level follows from. */
export interface AccessFacts {
  /** The role in the organization, `null` for a guest, `undefined` for a stranger. */
  readonly role: Role | undefined;
  /** What was granted to the person, directly or through teams. */
  readonly grantedLevels: readonly Level[];
  /** The default of the nearest that states one: the space itself, then its collections upwards; `inherit` where none does. */
  readonly defaultLevel: DefaultLevel;
}

/**
 * The level on a space or a collection: the highest of what was granted and the default for members.
 * Administrators of the organization are admin everywhere; strangers have nothing; guests have only what was granted.
 */
export function effectiveLevel({ role, grantedLevels: granted, defaultLevel }: AccessFacts): Level | undefined {
  if (role === undefined) return undefined;
  if (role === 'admin') return 'admin';
  if (role === null) return maxLevel(granted);
  return maxLevel([...granted, defaultLevel === 'inherit' ? role : defaultLevel]);
}

/** The first default that is stated, from the innermost outwards; `inherit` where none is. */
export function nearestDefaultLevel(chain: Iterable<DefaultLevel>): DefaultLevel {
  for (const level of chain) if (level !== 'inherit') return level;
  return 'inherit';
}
