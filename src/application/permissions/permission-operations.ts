import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, TeamId, UserId } from '../../domain/kernel/id.ts';
import { effectiveLevelFrom, explainLevel, type AccessReason } from '../../domain/permissions/access-reasons.ts';
import { Grant, teamGrantee, userGrantee, type Grantee, type GrantScope } from '../../domain/permissions/grant.ts';
import type { Level, Role } from '../../domain/permissions/level.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import type { InSiteScope, ScopeFacts } from '../kernel/scope.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { lowerCopies } from '../spaces/copied-access.ts';
import { requireExistingTarget } from './existing-target.ts';
import { requireLevels } from './level-rights.ts';

type InPlace = { readonly space: Id } | { readonly collection: Id } | InSiteScope;
type Context = CommandContext<InPlace, 'ids'>;
type Facts = ScopeFacts<InPlace>;

/** Returns the caller's level on the place of an operation. */
const ownLevel = (facts: Facts): Level => ('siteLevel' in facts ? facts.siteLevel : facts.level);

/** A user's level on a space or a collection, with the reasons. */
export interface EffectivePermission {
  readonly user: UserState;
  readonly level: Level;
  /** All reasons; the one that determines the level first. */
  readonly reasons: readonly AccessReason[];
}

/** Users and teams whose levels are granted or revoked. */
type PermissionInput = { readonly role: Role; readonly users?: readonly Id[]; readonly teams?: readonly Id[] };

/**
 * Requires that a user or team belongs to the organization; others are not found, whether they exist or not.
 * @throws NotFound
 */
async function requireHolder({ work, scope: { organizationId } }: Context, { userId, teamId }: Grantee): Promise<void> {
  if (userId !== null && (await work.members.find({ organizationId, userId })) === undefined)
    throw new NotFound('user', userId);
  if (teamId !== null && (await work.teams.find({ id: teamId, organizationId })) === undefined)
    throw new NotFound('team', teamId);
}

/** Requires that a site exists: a caller's role gives a level on sites that do not. @throws NotFound */
export async function requireExistingSite(
  { sites }: Pick<Finders, 'sites'>,
  { organizationId }: Facts,
  { siteId }: GrantScope,
): Promise<void> {
  if (siteId !== null) await sites.get({ id: siteId, organizationId });
}

/**
 * Locks the organization of a place until the unit of work ends, so that no holder leaves it and nobody copies grants
 * concurrently. The place may have been deleted or transferred before the lock was taken.
 * @throws NotFound
 */
async function lockPlace({ work, scope }: Context, place: GrantScope): Promise<void> {
  await work.lock('organizations', scope.organizationId);
  await requireExistingTarget(work, scope.organizationId, place);
  await requireExistingSite(work, scope, place);
}

/** Grants a level, or changes the one granted before. @throws NotAllowed for a present level above the caller's */
async function grantLevel(
  { work, ids, scope }: Context,
  place: GrantScope,
  grantee: Grantee,
  level: Level,
): Promise<void> {
  const { organizationId } = scope;
  const known = await work.grants.find({ ...place, ...grantee });
  requireLevels(ownLevel(scope), [known?.snapshot().level]);
  known?.changeLevel(level);
  await work.grants.save(known ?? Grant.create({ id: ids.next(), organizationId, scope: place, grantee, level }));
  if (known !== undefined) await lowerCopies(work, known, level);
}

/** Revokes a grant. @returns true if the grant existed @throws NotAllowed for a level above the caller's */
async function revokeLevel({ work, scope }: Context, place: GrantScope, grantee: Grantee): Promise<boolean> {
  const grant = await work.grants.find({ ...place, ...grantee });
  if (grant === undefined) return false;
  requireLevels(ownLevel(scope), [grant.snapshot().level]);
  await lowerCopies(work, grant, null);
  grant.revoke();
  await work.grants.delete(grant);
  return true;
}

/** Names the user of an operation on one user's level. */
export const userOf = ({ userId }: { readonly userId: UserId }): Grantee => userGrantee(userId);
/** Names the team of an operation on one team's level. */
export const teamOf = ({ teamId }: { readonly teamId: TeamId }): Grantee => teamGrantee(teamId);

/** Kind of place on which levels are granted. */
interface PlaceKind<Input extends object> {
  /** Permission to read and change the levels on the place. */
  readonly requires: 'space:grant' | 'collection:grant' | 'site:grant';
  readonly scopeOf: (input: Input) => InPlace;
  readonly placeOf: (input: Input) => GrantScope;
}

/** Creates the use cases for the permissions on one kind of place; each takes its operationId. */
export class PermissionOperations<Input extends object> {
  constructor(private readonly kind: PlaceKind<Input>) {}

  /** Grants a level to members and teams; `null` revokes it. */
  invite(name: string) {
    return command<Input & { readonly body: PermissionInput }>()({
      ...this.#authorization(name),
      needs: ['ids'],
      run: (context, input) => {
        const { users, teams, role } = input.body;
        const holders = [...[...new Set(users)].map(userGrantee), ...[...new Set(teams)].map(teamGrantee)];
        return this.#setLevels(context, input, role, holders);
      },
    });
  }

  /** Sets the level of one holder; `null` revokes it. */
  update<Holder extends object>(name: string, granteeOf: (holder: Holder) => Grantee) {
    return command<Input & Holder & { readonly body: { readonly role: Role } }>()({
      ...this.#authorization(name),
      needs: ['ids'],
      run: (context, input) => this.#setLevels(context, input, input.body.role, [granteeOf(input)]),
    });
  }

  /** Revokes the level of one holder. @returns true if there was one */
  remove<Holder extends object>(name: string, granteeOf: (holder: Holder) => Grantee) {
    return command<Input & Holder>()({
      ...this.#authorization(name),
      needs: ['ids'],
      run: async (context, input) => {
        const place = this.kind.placeOf(input);
        await lockPlace(context, place);
        return revokeLevel(context, place, granteeOf(input));
      },
    });
  }

  /** Lists the levels granted to users on the place itself. */
  listUsers(name: string) {
    return query<Input & { readonly page: PageRequest }>()({
      ...this.#authorization(name),
      run: async ({ read, scope }, input) => {
        const place = this.kind.placeOf(input);
        await requireExistingSite(read, scope, place);
        return read.grantsOf.listUsers(place, input.page);
      },
    });
  }

  /** Lists the levels granted to teams on the place itself, each team with the caller's level in the organization. */
  listTeams(name: string) {
    return query<Input & { readonly page: PageRequest }>()({
      ...this.#authorization(name),
      run: async ({ read, scope }, input) => {
        const { organizationId, caller } = scope;
        const place = this.kind.placeOf(input);
        await requireExistingSite(read, scope, place);
        const viewer = { organizationId, userId: caller.userId };
        const { items, ...rest } = await read.grantsOf.listTeams(viewer, place, input.page);
        const level = items.length === 0 ? null : ((await read.members.find(viewer))?.snapshot().role ?? null);
        return {
          items: items.map(({ grant, team }) => ({ grant, team: { ...team, level: level ?? undefined } })),
          ...rest,
        };
      },
    });
  }

  /** Lists the users who can access the place, each with the level and its reasons. */
  aggregate(name: string) {
    return query<Input & { readonly role?: Level; readonly page: PageRequest }>()({
      ...this.#authorization(name),
      run: async ({ read, scope: { organizationId } }, input): Promise<Page<EffectivePermission>> => {
        const { items, ...rest } = await read.grantsOf.listEffectiveUsers(
          organizationId,
          this.kind.placeOf(input),
          input.role && [input.role],
          input.page,
        );
        return {
          items: items.map(({ user, sources }) => ({
            user,
            level: effectiveLevelFrom(sources)!,
            reasons: explainLevel(sources),
          })),
          ...rest,
        };
      },
    });
  }

  #authorization(name: string) {
    const { requires, scopeOf } = this.kind;
    return { name, requires, scope: scopeOf };
  }

  /** Sets the level of all holders or of none. */
  async #setLevels(context: Context, input: Input, role: Role, holders: readonly Grantee[]): Promise<void> {
    const place = this.kind.placeOf(input);
    requireLevels(ownLevel(context.scope), [role]);
    await lockPlace(context, place);
    for (const grantee of holders) {
      await requireHolder(context, grantee);
      if (role === null) await revokeLevel(context, place, grantee);
      else await grantLevel(context, place, grantee, role);
    }
  }
}
