import { usersOfMergeRules } from '../../domain/change-requests/merge-rules.ts';
import type { Level } from '../../domain/permissions/level.ts';
import type { Collection } from '../../domain/collections.ts';
import type { Id, CollectionId, OrganizationId, SpaceId, TeamId, UserId } from '../../domain/kernel/id.ts';
import type { Space } from '../../domain/spaces.ts';
import { listAll, listBatches } from '../kernel/list-all.ts';
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

type Places = { readonly spaceId: readonly SpaceId[] } | { readonly collectionId: readonly CollectionId[] };

/** Number of spaces or collections that are read at once; a concurrent change of one of them repeats the transfer. */
const BATCH_SIZE = 100;

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
    if (this.from !== this.to) return this.#transferSpaces([space], () => target);
    const { work, now } = this.context;
    space.move({ parentId: target.parentId, rank: target.rank }, now);
    await work.spaces.save(space);
    await narrowCopies(work, [space], now);
  }

  async transferCollection(collection: Collection, target: Target): Promise<void> {
    if (this.from !== this.to) return this.#transferCollections([collection], () => target);
    const { work, now } = this.context;
    const before = await effectiveDefaultLevel(work, collection);
    collection.move({ parentId: target.parentId, rank: target.rank }, now);
    await work.collections.save(collection);
    await narrowCopiesInside(work, collection, before, now);
  }

  async #transferSpaces(spaces: readonly Space[], targetOf: (space: Space) => Target): Promise<void> {
    const { work, now } = this.context;
    for (const space of spaces) {
      requireLevels(this.own, [space.snapshot().defaultLevel]);
      space.transfer(targetOf(space), now);
      await this.#mergeRulesOf(space);
    }
    await work.spaces.saveAll(spaces);
    const ids = spaces.map(({ id }) => id);
    await this.#grantsOn({ spaceId: ids });
    await this.#reviewersOf(ids);
    await this.#removeInvites({ spaceId: ids });
    for await (const follow of listAll((page) => work.gitFollows.list({ id: ids }, page))) {
      follow.stop();
      await work.gitFollows.delete(follow);
    }
    for await (const sync of listAll((page) => work.gitSyncs.list({ id: ids, organizationId: this.from }, page))) {
      sync.transfer(this.to, now);
      await work.gitSyncs.save(sync);
    }
  }

  /** Transfers collections with everything inside; reads the dependents of many at once, since others wait for locks. */
  async #transferCollections(
    collections: readonly Collection[],
    targetOf: (collection: Collection) => Target,
  ): Promise<void> {
    const { work, now } = this.context;
    for (const collection of collections) {
      requireLevels(this.own, [collection.snapshot().defaultLevel]);
      collection.transfer(targetOf(collection), now);
    }
    await work.collections.saveAll(collections);
    const ids = collections.map(({ id }) => id);
    await this.#grantsOn({ collectionId: ids });
    await this.#removeInvites({ collectionId: ids });
    const inside = { organizationId: this.from, parentId: ids };
    const samePlace = (item: Space | Collection): Target => ({
      organizationId: this.to,
      parentId: item.snapshot().parentId,
      rank: item.snapshot().rank,
    });
    for await (const spaces of listBatches((page) => work.spaces.list(inside, { ...page, limit: BATCH_SIZE })))
      if (spaces.length > 0) await this.#transferSpaces(spaces, samePlace);
    for await (const inner of listBatches((page) => work.collections.list(inside, { ...page, limit: BATCH_SIZE })))
      if (inner.length > 0) await this.#transferCollections(inner, samePlace);
  }

  async #grantsOn(places: Places): Promise<void> {
    const { grants } = this.context.work;
    for await (const grant of listAll((page) => grants.list(places, page))) {
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

  async #reviewersOf(spaceId: readonly SpaceId[]): Promise<void> {
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

  /** Deletes the invites to spaces or collections: they admit people to the organization that these leave. */
  async #removeInvites(places: Places): Promise<void> {
    const { invites } = this.context.work;
    for await (const invite of listAll((page) => invites.list(places, page))) {
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
