import { listSites, type AuditEvent, type Member } from '../api/operations.ts';
import { loadAll } from '../api/use-query.ts';
import { loadLibrary } from '../library/library-data.ts';
import { m } from '../messages/messages.ts';
import { loadTeams } from './member-select.tsx';

/** Names of members and of what an organization has, by their IDs. */
export type Names = ReadonlyMap<string, string>;

/** Loads the names of the spaces, collections, sites and teams of an organization. */
export async function loadNames(organizationId: string): Promise<Names> {
  const [{ spaces, collections }, sites, teams] = await Promise.all([
    loadLibrary(organizationId),
    loadAll((page) => listSites({ path: { organizationId }, query: { limit: 100, ...(page && { page }) } })),
    loadTeams(organizationId),
  ]);
  return new Map(
    [...spaces, ...collections, ...sites, ...teams].map(({ id, title }) => [id, title || m.common.untitled]),
  );
}

/** Adds the names of members. */
export const withMembers = (names: Names, members: readonly Member[]): Names =>
  new Map([...names, ...members.map(({ id, user }) => [id, user.displayName] as const)]);

/** Details of events that name their target, where it has such a detail. */
const NAMING = ['title', 'name', 'label', 'fontFamily', 'slug', 'email', 'domain', 'origin'] as const;

/** Returns the name of the target of an event: the present one, or that in the details of the event. */
export function targetName({ target, payload }: AuditEvent, names: Names): string | undefined {
  const known = names.get(target.id);
  if (known !== undefined) return known;
  if (target.type === 'change-request' && typeof payload['number'] === 'number')
    return m.requests.untitled(payload['number']);
  const details = target.type === 'site-redirect' ? [payload['source']] : NAMING.map((name) => payload[name]);
  return details.find((detail): detail is string => typeof detail === 'string' && detail !== '');
}
