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

/** Source, copy, and the level on the source of the person in whose name the copy is made. */
export interface CopiedAccess {
  readonly source: Space;
  readonly copy: Space;
  readonly level: Level;
}

/**
 * Gives a new copy of a space the grants of its source, as far as its creator may give them. What the source takes back
 * later, the copy loses too, unless it was given on the copy itself. Why: docs/adr/0045.
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

/** Takes back from copies what was just taken back on their source. @param level what is left there; null for nothing */
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

/** Narrows the default of the copies of a space whose own has changed, or that lies in another place now. */
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

/** Narrows the default of one copy to what its source has now, unless one was stated on the copy. @returns whether it did */
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

/** The default that holds on a space; `inherit` where neither it nor a collection around it states one. */
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
