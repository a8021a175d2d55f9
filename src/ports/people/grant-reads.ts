import type { GrantScope, GrantState } from '../../domain/access/grant.ts';
import type { Level } from '../../domain/access/level.ts';
import type { AccessSources } from '../../domain/access/reasons.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users/user.ts';
import type { OrganizationUser } from '../library/library-reads.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';
import type { TeamRow } from './team-reads.ts';

/** What was given on spaces and collections, as it is committed. */
export interface GrantReads {
  /** To whom a level was given by name on exactly this place. */
  listUsers(
    place: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly user: UserState }>>;
  /** To which teams; the viewer's role in each comes along. */
  listTeams(
    viewer: OrganizationUser,
    place: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly team: TeamRow }>>;
  /** Everybody who has a level on the place (this one, where one is named) and is not disabled, with all that it follows from. In the order in which they joined the organization. */
  listEffectiveUsers(
    organizationId: Id,
    place: GrantScope,
    level: Level | undefined,
    page: PageRequest,
  ): Promise<Page<{ readonly user: UserState; readonly sources: AccessSources }>>;
}
