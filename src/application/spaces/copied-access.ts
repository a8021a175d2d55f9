import { Grant, spaceScope } from '../../domain/permissions/grant.ts';
import {
  minLevel,
  narrowDefaultLevel,
  resolveDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../domain/permissions/level.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Space } from '../../domain/spaces.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

const BATCH_SIZE = 1_000;

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
  for (let after: Id | undefined; ;) {
    const { items, next } = await work.grants.list(
      { spaceId: source.id, organizationId },
      { limit: BATCH_SIZE, after },
    );
    for (const grant of items) {
      const { id: copiedFrom, userId, teamId, level } = grant.snapshot();
      const grantee = userId === null ? { userId, teamId: teamId! } : { userId, teamId: null };
      const given = { organizationId, scope: spaceScope(copy.id), grantee, level: minLevel(level, own), copiedFrom };
      await work.grants.save(Grant.create({ id: ids.next(), ...given }));
    }
    if (next === undefined) return;
    after = next;
  }
}

/** Applies a lowered or revoked grant to the copies of a space. @param level remaining level; null for none */
export async function lowerCopies(work: Work, grant: Grant, level: Level | null): Promise<void> {
  const { organizationId } = grant.snapshot();
  for (let after: Id | undefined; ;) {
    const page = { limit: BATCH_SIZE, ...(after !== undefined && { after }) };
    const { items, next } = await work.grants.list({ copiedFrom: grant.id, organizationId }, page);
    for (const copy of items) {
      if (level === null) {
        await lowerCopies(work, copy, null);
        copy.revoke();
        await work.grants.delete(copy);
      } else if (copy.lowerTo(level)) {
        await work.grants.save(copy);
        await lowerCopies(work, copy, level);
      }
    }
    if (next === undefined) return;
    after = next;
  }
}

/** Narrows the default level of the copies of a space whose default level or collection has changed. */
export async function narrowCopies(work: Work, source: Space, now: string): Promise<void> {
  const { organizationId } = source.snapshot();
  for (let after: Id | undefined; ;) {
    const page = { limit: BATCH_SIZE, ...(after !== undefined && { after }) };
    const { items, next } = await work.spaces.list({ defaultFrom: source.id, organizationId }, page);
    for (const copy of items) {
      if (await narrowCopy(work, source, copy, now)) await narrowCopies(work, copy, now);
    }
    if (next === undefined) return;
    after = next;
  }
}

/**
 * Narrows the default level of one copy to that of its source, unless it was set on the copy. @returns true if it
 * changed
 */
export async function narrowCopy(work: Work, source: Space, copy: Space, now: string): Promise<boolean> {
  if (copy.snapshot().defaultFrom !== source.id) return false;
  const [around, of] = [await defaultAround(work, copy), await defaultOf(work, source)];
  const present = resolveDefaultLevel(copy.snapshot().defaultLevel, around);
  const narrowed = narrowDefaultLevel(of, present);
  if (narrowed === present || (narrowed === 'inherit' && around !== 'inherit')) return false;
  copy.narrowDefault(narrowed, now);
  await work.spaces.save(copy);
  return true;
}

/**
 * Returns the default level in effect on a space; `inherit` if neither the space nor an enclosing collection states
 * one.
 */
async function defaultOf(work: Work, space: Space): Promise<DefaultLevel> {
  return resolveDefaultLevel(space.snapshot().defaultLevel, await defaultAround(work, space));
}

async function defaultAround(work: Work, space: Space): Promise<DefaultLevel> {
  for (let id = space.snapshot().parentId; id !== null;) {
    const collection = (await work.collections.get({ id })).snapshot();
    if (collection.defaultLevel !== 'inherit') return collection.defaultLevel;
    id = collection.parentId;
  }
  return 'inherit';
}
