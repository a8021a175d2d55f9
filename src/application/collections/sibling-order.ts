import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { DefaultLevel, Level } from '../../domain/permissions/level.ts';
import { collectionScope, spaceScope } from '../../domain/permissions/grant.ts';
import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { precedingSibling, resolvePosition, allocateRanks, type Sibling } from '../../domain/kernel/order/siblings.ts';
import { type CommandContext } from '../kernel/use-case.ts';
import { type CollectionFacts, viewerOf } from '../kernel/scope.ts';

/** A sibling named in a position: a space or a collection. */
export interface SiblingReference {
  readonly type: 'space' | 'collection';
  readonly id: Id;
}
export interface MoveInput {
  /** Target collection; null is the root, undefined the present parent. */
  readonly parent?: Id | null;
  /** Position among the siblings; the last if omitted. */
  readonly position?: { readonly before?: SiblingReference; readonly after?: SiblingReference };
}

type Context = Pick<CommandContext<'self'>, 'read' | 'work'> & { readonly scope: Pick<CollectionFacts, 'caller'> };
type MovedItem = Pick<Sibling, 'kind' | 'id'>;

/** Move of an item from a collection to a collection; null is the root. */
export interface Move extends MovedItem {
  readonly from: Id | null;
  readonly to: Id | null;
}

/**
 * Computes the rank for a position; reranks siblings where needed. The caller holds the organization's lock.
 * @throws Invalid for a sibling that does not exist there or is invisible to the caller, Conflict if the item is there
 * already
 */
export async function rankFor(
  context: Context,
  organizationId: OrganizationId,
  { kind, id: movedId, from, to }: Move,
  { position }: MoveInput,
): Promise<string> {
  const siblings = await context.work.siblings.list(organizationId, to);
  const others = siblings.filter(({ id }) => id !== movedId);
  const named = {
    before: await visibleSiblingId(context, organizationId, 'before', position?.before),
    after: await visibleSiblingId(context, organizationId, 'after', position?.after),
  };
  const place = resolvePosition(named, others);
  if (from === to) {
    const present = siblings.findIndex(({ id }) => id === movedId);
    if (position === undefined || precedingSibling(others, place) === precedingSibling(others, present))
      throw new Conflict(`the ${kind} is already at this position`);
  }
  return (await assignRanks(context, others, place, 1))[0]!;
}

/** Assigns ranks to several consecutive items; reranks siblings where needed. */
export async function assignRanks(
  { work }: Pick<Context, 'work'>,
  others: readonly Sibling[],
  place: number,
  count: number,
): Promise<readonly string[]> {
  const { ranks, reranked } = allocateRanks(others, place, count);
  for (const { kind, id, rank } of reranked) {
    if (kind === 'space') {
      const space = await work.spaces.get({ id });
      space.rerank(rank);
      await work.spaces.save(space);
    } else {
      const collection = await work.collections.get({ id });
      collection.rerank(rank);
      await work.collections.save(collection);
    }
  }
  return ranks;
}

/** Returns the ID of the sibling that a position names. @throws Invalid unless the caller sees it */
async function visibleSiblingId(
  { read, scope }: Context,
  organizationId: OrganizationId,
  end: 'before' | 'after',
  named: SiblingReference | undefined,
): Promise<Id | undefined> {
  if (named === undefined) return undefined;
  const viewer = viewerOf(scope.caller, organizationId);
  const found =
    named.type === 'space'
      ? (await read.spacesOf.listSpaces(viewer, { ids: [named.id] }, { limit: 1 })).items[0]
      : await read.spacesOf.findCollection(viewer, named.id);
  if (found === undefined || effectiveLevel(found.access) === undefined)
    throw Invalid.field(`position.${end}`, 'must name another item in the same collection');
  return named.id;
}

/**
 * Computes the caller's level on a moved item.
 * @param parentAccess the caller's access facts on its new parent
 */
export async function levelAfterMove(
  { work, scope }: Pick<Context, 'work' | 'scope'>,
  organizationId: OrganizationId,
  parentAccess: AccessFacts,
  { kind, id }: MovedItem,
  defaultLevel: DefaultLevel,
): Promise<Level | undefined> {
  const place = kind === 'space' ? spaceScope(id) : collectionScope(id);
  const { userId } = scope.caller;
  const teams = (await work.teamMembers.list({ organizationId, userId }, { limit: 1_000 })).items.map(
    (one) => one.snapshot().teamId,
  );
  const grants = [
    ...(await work.grants.list({ ...place, userId }, { limit: 1 })).items,
    ...(teams.length === 0 ? [] : (await work.grants.list({ ...place, teamId: teams }, { limit: 1_000 })).items),
  ];
  const granted = [...parentAccess.grantedLevels, ...grants.map((grant) => grant.snapshot().level)];
  return effectiveLevel({
    role: parentAccess.role,
    grantedLevels: granted,
    defaultLevel: defaultLevel === 'inherit' ? parentAccess.defaultLevel : defaultLevel,
  });
}
