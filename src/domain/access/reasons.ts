import type { Id } from '../kernel/id.ts';
import type { GrantPlace } from './grant.ts';
import { highest, type DefaultLevel, type Level, type Role } from './level.ts';
import { levelOf } from './standing.ts';

/** What was given to a person on a place or around it, by name or with a team. */
export interface Held {
  readonly level: Level;
  readonly place: GrantPlace;
  readonly team: { readonly id: Id; readonly title: string } | null;
}

/** Everything that a person's level on a place follows from, and where each part of it is. */
export interface Sources {
  readonly role: Role;
  readonly held: readonly Held[];
  /** The nearest default that is stated, and where; null where none is, so that the role counts. */
  readonly stated: { readonly level: Exclude<DefaultLevel, 'inherit'>; readonly place: GrantPlace } | null;
}

/** One cause of a level; without a place it is the role in the organization. */
export interface Reason {
  readonly kind: 'administrator' | 'grant' | 'team' | 'default';
  readonly level: Level;
  readonly place: GrantPlace | null;
  readonly team: Held['team'];
}

export const levelFrom = ({ role, held, stated }: Sources): Level | undefined =>
  levelOf({ role, granted: held.map(({ level }) => level), defaultLevel: stated === null ? 'inherit' : stated.level });

/** Why somebody has the level they have: every cause with the level it would give alone, the highest first. The first gives the level. */
export function reasonsFor({ role, held, stated }: Sources): readonly Reason[] {
  const reasons: Reason[] = held.map(({ level, place, team }) => ({
    kind: team === null ? 'grant' : 'team',
    level,
    place,
    team,
  }));
  if (role === 'admin') reasons.unshift({ kind: 'administrator', level: 'admin', place: null, team: null });
  else if (role !== null) {
    const byDefault = stated === null ? role : stated.level;
    if (byDefault !== null)
      reasons.push({ kind: 'default', level: byDefault, place: stated?.place ?? null, team: null });
  }
  return reasons.sort((a, b) => (a.level === b.level ? 0 : highest([a.level, b.level]) === a.level ? -1 : 1));
}
