import { usersOfMergeRules } from '../../domain/change-requests/merge-rules.ts';
import { collectionScope, spaceScope, type GrantScope } from '../../domain/permissions/grant.ts';
import type { Level } from '../../domain/permissions/level.ts';
import type { Collection } from '../../domain/collections.ts';
import type { Id, CollectionId, OrganizationId, SpaceId, TeamId, UserId } from '../../domain/kernel/id.ts';
import type { Space } from '../../domain/spaces.ts';
import { listAll } from '../kernel/list-all.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { effectiveDefaultLevel, narrowCopies, narrowCopiesInside } from '../spaces/copied-access.ts';
import { requireLevels } from '../permissions/level-rights.ts';

/**
 * Users and teams whose permissions, review requests or places in merge rules a transfer removed because they do not
 * belong to the target organization.
 */
export interface RemovedAccess {
  readonly users: readonly Id[];
  readonly teams: readonly Id[];
}

interface Target {
  readonly organizationId: OrganizationId;
  readonly parentId: Id | null;
  readonly rank: string;
}

/**
 * One transfer of spaces and collections with their dependents; removes dependents that the target cannot have. The
 * caller holds the locks of both organizations.
 */
export class Transfer {
  readonly #users = new Set<Id>();
  readonly #teams = new Set<Id>();
  readonly #members = new Map<Id, boolean>();

  constructor(
    private readonly context: Pick<CommandContext<'self'>, 'work' | 'now'>,
    private readonly from: Id,
    private readonly to: Id,
    /** The caller's level in the target; no transferred level may exceed it. */
    private readonly own: Level | undefined,
  ) {}

  removedAccess(): RemovedAccess {
    return { users: [...this.#users].sort(), teams: [...this.#teams].sort() };
  }

  async transferSpace(space: Space, target: Target): Promise<void> {
    const { work, now } = this.context;
    const { id } = space;
    if (this.from === this.to) {
      space.move({ parentId: target.parentId, rank: target.rank }, now);
      await work.spaces.save(space);
      return narrowCopies(work, [space], now);
    }
    requireLevels(this.own, [space.snapshot().defaultLevel]);
    space.transfer(target, now);
    await this.#mergeRulesOf(space);
    await work.spaces.save(space);
    await this.#grantsOn(spaceScope(id));
    await this.#reviewersOf(id);
    await this.#removeInvites({ spaceId: id });
    const follow = await work.gitFollows.find({ id });
    if (follow !== undefined) {
      follow.stop();
      await work.gitFollows.delete(follow);
    }
    const sync = await work.gitSyncs.find({ id, organizationId: this.from });
    if (sync === undefined) return;
    sync.transfer(this.to, now);
    await work.gitSyncs.save(sync);
  }

  async transferCollection(collection: Collection, target: Target): Promise<void> {
    const { work, now } = this.context;
    const { id } = collection;
    if (this.from === this.to) {
      const before = await effectiveDefaultLevel(work, collection);
      collection.move({ parentId: target.parentId, rank: target.rank }, now);
      await work.collections.save(collection);
      return narrowCopiesInside(work, collection, before, now);
    }
    const inside = await work.siblings.list(this.from, id);
    requireLevels(this.own, [collection.snapshot().defaultLevel]);
    collection.transfer(target, now);
    await work.collections.save(collection);
    await this.#grantsOn(collectionScope(id));
    await this.#removeInvites({ collectionId: id });
    for (const one of inside) {
      const below = { organizationId: this.to, parentId: id, rank: one.rank };
      if (one.kind === 'space') await this.transferSpace(await work.spaces.get({ id: one.id }), below);
      else await this.transferCollection(await work.collections.get({ id: one.id }), below);
    }
  }

  async #grantsOn(place: GrantScope): Promise<void> {
    const { grants } = this.context.work;
    for await (const grant of listAll((page) => grants.list(place, page))) {
      if (await this.#isMember(grant.snapshot())) {
        requireLevels(this.own, [grant.snapshot().level]);
        grant.transfer(this.to);
        await grants.save(grant);
      } else {
        grant.revoke();
        await grants.delete(grant);
      }
    }
  }

  async #reviewersOf(spaceId: SpaceId): Promise<void> {
    const { reviewRequests } = this.context.work;
    for await (const request of listAll((page) => reviewRequests.list({ spaceId }, page))) {
      if (await this.#isMember(request.snapshot())) continue;
      request.withdraw();
      await reviewRequests.delete(request);
    }
  }

  async #mergeRulesOf(space: Space): Promise<void> {
    const outside = new Set<UserId>();
    for (const userId of usersOfMergeRules(space.snapshot().mergeRules))
      if (!(await this.#isMember({ userId, teamId: null }))) outside.add(userId);
    space.removeFromMergeRules(outside, this.context.now);
  }

  /** Deletes the invites to a space or collection: they admit people to the organization that it leaves. */
  async #removeInvites(to: { readonly spaceId: SpaceId } | { readonly collectionId: CollectionId }): Promise<void> {
    const { invites } = this.context.work;
    for await (const invite of listAll((page) => invites.list(to, page))) {
      invite.delete();
      await invites.delete(invite);
    }
  }

  /**
   * Tells whether a user or team belongs to the target organization; never true for a team of the source. Records those
   * that do not.
   */
  async #isMember({
    userId,
    teamId,
  }: {
    readonly userId: UserId | null;
    readonly teamId: TeamId | null;
  }): Promise<boolean> {
    if (userId === null) {
      this.#teams.add(teamId!);
      return false;
    }
    const known =
      this.#members.get(userId) ??
      (await this.context.work.members.find({ organizationId: this.to, userId })) !== undefined;
    this.#members.set(userId, known);
    if (!known) this.#users.add(userId);
    return known;
  }
}
