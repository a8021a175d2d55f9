import type { Id } from '../kernel/id.ts';
import type { GrantScope } from './grant.ts';
import { maxLevel, type DefaultLevel, type Level, type Role } from './level.ts';
import { effectiveLevel } from './access-facts.ts';

/** Grant on a scope or an enclosing collection, to the user or to one of the user's teams. */
export interface ApplicableGrant {
  readonly level: Level;
  readonly scope: GrantScope;
  readonly team: { readonly id: Id; readonly title: string } | null;
}

/** Sources of a user's level on a scope. */
export interface AccessSources {
  readonly role: Role;
  readonly grants: readonly ApplicableGrant[];
  /** Nearest stated default with its scope; null if there is none, so that the role applies. */
  readonly statedDefault: { readonly level: Exclude<DefaultLevel, 'inherit'>; readonly scope: GrantScope } | null;
}

/** Reason for a level; without a scope it is the role in the organization. */
export interface AccessReason {
  readonly kind: 'administrator' | 'grant' | 'team' | 'default';
  readonly level: Level;
  readonly scope: GrantScope | null;
  readonly team: ApplicableGrant['team'];
}

/** Level that the role, the grants and the default level give together; undefined for no access. */
export const effectiveLevelFrom = ({ role, grants: held, statedDefault: stated }: AccessSources): Level | undefined =>
  effectiveLevel({
    role,
    grantedLevels: held.map(({ level }) => level),
    defaultLevel: stated === null ? 'inherit' : stated.level,
  });

/**
 * Lists the reasons for a user's level, each with the level it would give alone, highest first. The first one
 * determines the level.
 */
export function explainLevel({ role, grants: held, statedDefault: stated }: AccessSources): readonly AccessReason[] {
  const reasons: AccessReason[] = held.map(({ level, scope, team }) => ({
    kind: team === null ? 'grant' : 'team',
    level,
    scope,
    team,
  }));
  if (role === 'admin') reasons.unshift({ kind: 'administrator', level: 'admin', scope: null, team: null });
  else if (role !== null) {
    const byDefault = stated === null ? role : stated.level;
    if (byDefault !== null)
      reasons.push({ kind: 'default', level: byDefault, scope: stated?.scope ?? null, team: null });
  }
  return reasons.sort((a, b) => (a.level === b.level ? 0 : maxLevel([a.level, b.level]) === a.level ? -1 : 1));
}
