import type { Id } from '../../domain/kernel/id.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads } from '../kernel/services.ts';

/** Which content is to be had as an archive, and for whom. */
export interface ArchiveLinkInput {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** The link works for what this user may see, whoever holds it, and no longer than the user may see it. */
  readonly userId: Id;
  /** Origin of the credential that the link was given to; opening it asks for enforced SSO again. */
  readonly via: string | null;
  readonly revisionId: Id;
}

/** A content that may be handed out. */
export interface LinkedArchive {
  readonly title: string;
  readonly revision: Revision;
  /** Account that the download is charged to. */
  readonly holder: ResourceConsumer;
}

const PURPOSE = 'archive-link';
const LIFETIME_MS = 60 * 60 * 1000;

/** The path, below the public URL, under which the archive is had without a token, for an hour. @param now ISO 8601 */
export function createArchiveLink(
  sealer: TextSigner,
  { organizationId, spaceId, userId, via, revisionId }: ArchiveLinkInput,
  now: string,
): string {
  return `/archives/${sealLink(sealer, PURPOSE, Date.parse(now) + LIFETIME_MS, [organizationId, spaceId, userId, via, revisionId])}`;
}

type Dependencies = { readonly sealer: TextSigner; readonly read: Pick<Reads, 'library' | 'revisions'> };

/** The content behind the last segment of a link; undefined when it was altered, has expired, or its user lost sight of the space. */
export async function openArchiveLink(
  { sealer, read }: Dependencies,
  sealed: string,
  now: string,
): Promise<LinkedArchive | undefined> {
  const carried = openLink<[Id, Id, Id, string | null, Id]>(sealer, PURPOSE, sealed, now);
  if (carried === undefined) return undefined;
  const [organizationId, spaceId, userId, via, revisionId] = carried;
  const {
    items: [seen],
  } = await read.library.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 1 });
  const revision = seen && (await read.revisions.find(spaceId, revisionId));
  return seen && revision && { title: seen.space.state.title, revision, holder: { organizationId, user: userId } };
}
