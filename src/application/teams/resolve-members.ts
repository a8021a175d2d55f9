import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

/**
 * Finds the members of an organization by IDs and e-mail addresses. Users of other organizations are not found, like
 * unknown ones.
 * @returns the user ID for each name
 * @throws NotFound
 */
export async function resolveMembers(
  work: Work,
  organizationId: OrganizationId,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, Id>> {
  const uniqueNames = [...new Set(names)];
  const emails = uniqueNames.filter((name) => name.includes('@')).map((name) => name.toLowerCase());
  const users = emails.length === 0 ? [] : (await work.users.list({ email: emails }, { limit: emails.length })).items;
  const byEmail = new Map(users.map((user) => [user.snapshot().email, user.id]));
  const found = new Map(uniqueNames.map((name) => [name, name.includes('@') ? byEmail.get(name.toLowerCase()) : name]));
  const ids = [...new Set([...found.values()].filter((id) => id !== undefined))];
  const members =
    ids.length === 0 ? [] : (await work.members.list({ organizationId, userId: ids }, { limit: ids.length })).items;
  const known = new Set(members.map((member) => member.snapshot().userId));
  for (const [name, id] of found) if (id === undefined || !known.has(id)) throw new NotFound('user', name);
  return found as ReadonlyMap<string, Id>;
}
