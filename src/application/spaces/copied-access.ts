import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import { Grant, spaceScope } from '../../domain/permissions/grant.ts';
import {
  minLevel,
  narrowDefaultLevel,
  resolveDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../domain/permissions/level.ts';
import type { Collection } from '../../domain/collections.ts';
import type { Space } from '../../domain/spaces.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { listAll, listBatches } from '../kernel/list-all.ts';

/** Source, copy, and the level on the source of the user who makes the copy. */
export interface CopiedAccess {
  readonly source: Space;
  readonly copy: Space;
  readonly level: Level;
}

/**
 * Copies the grants of a space to its new copy, limited to what the creator may grant. Revoking a grant on the source
 * later also revokes it on the copy, unless it was granted on the copy itself (ADR 45).
 */
export async function copyAccess(
  { work, ids }: { readonly work: Work; readonly ids: Ids },
  { source, copy, level: own }: CopiedAccess,
): Promise<void> {
  const { organizationId } = copy.snapshot();
  for await (const grant of listAll((page) => work.grants.list({ spaceId: source.id, organizationId }, page))) {
    const { id: copiedFrom, userId, teamId, level } = grant.snapshot();
    const grantee = userId === null ? { userId, teamId: teamId! } : { userId, teamId: null };
    const fields = { organizationId, scope: spaceScope(copy.id), grantee, level: minLevel(level, own), copiedFrom };
    await work.grants.save(Grant.create({ id: ids.next(), ...fields }));
  }
}

/** Applies a lowered or revoked grant to the copies of a space. @param level remaining level; null for none */
export async function lowerCopies(work: Work, grant: Grant, level: Level | null): Promise<void> {
  const { organizationId } = grant.snapshot();
  for await (const copy of listAll((page) => work.grants.list({ copiedFrom: grant.id, organizationId }, page))) {
    if (level === null) {
      await lowerCopies(work, copy, null);
      copy.revoke();
      await work.grants.delete(copy);
    } else if (copy.lowerTo(level)) {
      await work.grants.save(copy);
      await lowerCopies(work, copy, level);
    }
  }
}

/**
 * Narrows the default level of the copies of spaces whose default level or collection has changed.
 * @param sources up to 1,000 spaces of one organization
 */
export async function narrowCopies(work: Work, sources: readonly Space[], now: string): Promise<void> {
  if (sources.length === 0) return;
  const byId = new Map(sources.map((source) => [source.id, source]));
  const copies = { defaultFrom: [...byId.keys()], organizationId: sources[0]!.snapshot().organizationId };
  for await (const copy of listAll((page) => work.spaces.list(copies, page))) {
    const source = byId.get(copy.snapshot().defaultFrom!)!;
    if (await narrowCopy(work, source, copy, now)) await narrowCopies(work, [copy], now);
  }
}

/**
 * Narrows the default level of the copies of spaces that inherit the one of a collection, if it is narrower than before.
 * @param before default level in effect in the collection before it was changed or moved
 */
export async function narrowCopiesInside(
  work: Work,
  collection: Collection,
  before: DefaultLevel,
  now: string,
): Promise<void> {
  if (narrowDefaultLevel(await effectiveDefaultLevel(work, collection), before) === before) return;
  const { organizationId } = collection.snapshot();
  for (const outer = [collection.id]; outer.length > 0;) {
    const inside = { organizationId, parentId: outer.pop()!, defaultLevel: 'inherit' as const };
    for await (const spaces of listBatches((page) => work.spaces.list(inside, page)))
      await narrowCopies(work, spaces, now);
    for await (const { id } of listAll((page) => work.collections.list(inside, page))) outer.push(id);
  }
}

/**
 * Narrows the default level of one copy to that of its source, unless it was set on the copy. @returns true if it
 * changed
 */
export async function narrowCopy(work: Work, source: Space, copy: Space, now: string): Promise<boolean> {
  if (copy.snapshot().defaultFrom !== source.id) return false;
  const [inherited, of] = [await inheritedDefault(work, copy), await effectiveDefaultLevel(work, source)];
  const present = resolveDefaultLevel(copy.snapshot().defaultLevel, inherited);
  const narrowed = narrowDefaultLevel(of, present);
  if (narrowed === present || (narrowed === 'inherit' && inherited !== 'inherit')) return false;
  copy.narrowDefault(narrowed, now);
  await work.spaces.save(copy);
  return true;
}

/**
 * Returns the default level in effect on a space or in a collection; `inherit` if neither it nor an enclosing
 * collection states one.
 */
export async function effectiveDefaultLevel(work: Work, place: Space | Collection): Promise<DefaultLevel> {
  return resolveDefaultLevel(place.snapshot().defaultLevel, await inheritedDefault(work, place));
}

/** Computes a user's level on a space or in a collection whose default level this unit of work has changed. */
export const levelByDefault = async (
  work: Work,
  access: AccessFacts,
  place: Space | Collection,
): Promise<Level | undefined> => effectiveLevel({ ...access, defaultLevel: await effectiveDefaultLevel(work, place) });

async function inheritedDefault(work: Work, place: Space | Collection): Promise<DefaultLevel> {
  for (let id = place.snapshot().parentId; id !== null;) {
    const collection = (await work.collections.get({ id })).snapshot();
    if (collection.defaultLevel !== 'inherit') return collection.defaultLevel;
    id = collection.parentId;
  }
  return 'inherit';
}
