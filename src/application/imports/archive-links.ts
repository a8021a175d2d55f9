import type { Id, OrganizationId, RevisionId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads } from '../kernel/services.ts';
import { HOUR_MS } from '../../domain/kernel/time.ts';

/** Content and user for whom a link to an archive is made. */
export interface ArchiveLinkInput {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** User whose access decides: the link works for anybody who has it, for as long as this user may see the content. */
  readonly userId: UserId;
  /**
   * Origin of the credential with which the link was requested. Enforced SSO is checked against it when the link is
   * opened.
   */
  readonly via: string | null;
  readonly revisionId: RevisionId;
}

/** Content that a link opens. */
export interface LinkedArchive {
  readonly title: string;
  readonly revision: Revision;
  /** Account that the download is charged to. */
  readonly holder: ResourceConsumer;
}

const PURPOSE = 'archive-link';
const LIFETIME_MS = HOUR_MS;

/**
 * Builds the path, relative to the public URL, from which a client gets the archive without a token for about an hour.
 * @param now ISO 8601
 */
export function createArchiveLink(
  sealer: TextSigner,
  { organizationId, spaceId, userId, via, revisionId }: ArchiveLinkInput,
  now: string,
): string {
  return `/archives/${sealLink(sealer, PURPOSE, Date.parse(now) + LIFETIME_MS, [organizationId, spaceId, userId, via, revisionId])}`;
}

type Dependencies = { readonly sealer: TextSigner; readonly read: Pick<Reads, 'spacesOf' | 'revisions'> };

/**
 * Opens a content by the last segment of a link; undefined when the link was altered or has expired, or its user cannot
 * see the space.
 */
export async function openArchiveLink(
  { sealer, read }: Dependencies,
  sealed: string,
  now: string,
): Promise<LinkedArchive | undefined> {
  const payload = openLink<[Id, Id, Id, string | null, Id]>(sealer, PURPOSE, sealed, now);
  if (payload === undefined) return undefined;
  const [organizationId, spaceId, userId, via, revisionId] = payload;
  const {
    items: [seen],
  } = await read.spacesOf.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 1 });
  const revision = seen && (await read.revisions.find(spaceId, revisionId));
  return seen && revision && { title: seen.space.state.title, revision, holder: { organizationId, user: userId } };
}
