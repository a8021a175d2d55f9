import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { type SpaceReads } from '../../ports/spaces.ts';
import { ANY_ORIGIN, type Viewer } from '../../ports/kernel/viewer.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { listAll } from '../kernel/list-all.ts';
import { query } from '../kernel/use-case.ts';
import { viewerOf, inOrganization } from '../kernel/scope.ts';
import { loadMemberRow, requireMemberVisible, type OfMember } from './members.ts';

/** Lists the IDs of the spaces that a member sees in the organization. */
async function listVisibleSpaces(reads: SpaceReads, viewer: Viewer): Promise<readonly Id[]> {
  const ids: Id[] = [];
  for await (const { space } of listAll((page) => reads.listSpaces(viewer, {}, page))) ids.push(space.state.id);
  return ids;
}

/**
 * Lists the spaces that a member can see, with the member's level on each. Callers who are not administrators get only
 * those that they can see themselves. Guests can ask for themselves only.
 */
export const listSpacesForOrganizationMember = query<OfMember & { order: 'asc' | 'desc'; page: PageRequest }>()({
  name: 'listSpacesForOrganizationMember',
  requires: 'organization:view',
  scope: inOrganization,
  async run({ read, scope }, { organizationId, userId, order, page }) {
    requireMemberVisible(scope, userId);
    await loadMemberRow({ read }, organizationId, userId);
    const seesAll = scope.level === 'admin' || userId === scope.caller.userId;
    const inside = seesAll
      ? {}
      : { ids: await listVisibleSpaces(read.spacesOf, viewerOf(scope.caller, organizationId)) };
    const { items, ...rest } = await read.spacesOf.listSpaces({ organizationId, userId, via: ANY_ORIGIN }, inside, {
      ...page,
      order,
    });
    const own =
      seesAll && userId === scope.caller.userId
        ? new Map()
        : await loadLevels(
            read.spacesOf,
            viewerOf(scope.caller, organizationId),
            items.map(({ space }) => space.state.id),
          );
    return {
      items: items.map(({ space, access }) => {
        const permission = effectiveLevel(access)!;
        return { permission, space: { space, level: own.get(space.state.id) ?? permission } };
      }),
      ...rest,
    };
  },
});

/** Loads the caller's level on each of these spaces, for the permissions in the resources. */
async function loadLevels(reads: SpaceReads, viewer: Viewer, ids: readonly Id[]) {
  const { items } = await reads.listSpaces(viewer, { ids }, { limit: Math.max(ids.length, 1) });
  return new Map(items.map(({ space, access }) => [space.state.id, effectiveLevel(access)!]));
}
