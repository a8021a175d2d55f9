import { maxLevel, type DefaultLevel, type Level, type Role } from './level.ts';

/** Facts from which a user's level on a space or collection follows. */
export interface AccessFacts {
  /** Role in the organization, `null` for a guest, `undefined` for a non-member. */
  readonly role: Role | undefined;
  /** Levels granted to the user, directly or through teams. */
  readonly grantedLevels: readonly Level[];
  /** Nearest stated default level: of the space itself, then of its collections upwards; `inherit` if there is none. */
  readonly defaultLevel: DefaultLevel;
}

/**
 * Computes the level on a space or collection: the highest of the granted levels and the default for members.
 * Administrators of the organization have `admin` everywhere; non-members have nothing; guests have only granted
 * levels.
 */
export function effectiveLevel({ role, grantedLevels: granted, defaultLevel }: AccessFacts): Level | undefined {
  if (role === undefined) return undefined;
  if (role === 'admin') return 'admin';
  if (role === null) return maxLevel(granted);
  return maxLevel([...granted, defaultLevel === 'inherit' ? role : defaultLevel]);
}

/** Returns the first stated default level, from the innermost outwards; `inherit` if there is none. */
export function nearestDefaultLevel(chain: Iterable<DefaultLevel>): DefaultLevel {
  for (const level of chain) if (level !== 'inherit') return level;
  return 'inherit';
}
