import type { Id } from '../kernel/id.ts';
import type { GrantScope } from './grant.ts';
import { maxLevel, type DefaultLevel, type Level, type Role } from './level.ts';
import { effectiveLevel } from './access-facts.ts';

/** What was given to a person on a place or around it, by name or with a team. */
export interface ApplicableGrant {
  readonly level: Level;
  readonly scope: GrantScope;
  readonly team: { readonly id: Id; readonly title: string } | null;
}

/** Everything that a person's level on a place follows from, and where each part of it is. */
export interface AccessSources {
  readonly role: Role;
  readonly grants: readonly ApplicableGrant[];
  /** The nearest default that is stated, and where; null where none is, so that the role counts. */
  readonly statedDefault: { readonly level: Exclude<DefaultLevel, 'inherit'>; readonly scope: GrantScope } | null;
}

/** One cause of a level; without a place it is the role in the organization. */
export interface AccessReason {
  readonly kind: 'administrator' | 'grant' | 'team' | 'default';
  readonly level: Level;
  readonly scope: GrantScope | null;
  readonly team: ApplicableGrant['team'];
}

export const effectiveLevelFrom = ({ role, grants: held, statedDefault: stated }: AccessSources): Level | undefined =>
  effectiveLevel({
    role,
    grantedLevels: held.map(({ level }) => level),
    defaultLevel: stated === null ? 'inherit' : stated.level,
  });

/** Why somebody has the level they have: every cause with the level it would give alone, the highest first. The first gives the level. */
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
