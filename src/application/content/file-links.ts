import type { File } from '../../domain/content/page.ts';
import type { Id, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { SpaceReads } from '../../ports/spaces.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';

/** File, its origin and the user for whom a link is made. */
export interface FileLinkInput {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** User whose access decides: the link works for anybody who has it, for as long as this user may see the file. */
  readonly userId: UserId;
  /**
   * Origin of the credential with which the link was requested. Enforced SSO is checked against it when the link is
   * opened.
   */
  readonly via: string | null;
  readonly file: Pick<File, 'blob' | 'name'>;
}

/** File and place that a link opens. */
export interface LinkedFile {
  readonly blob: string;
  readonly name: string;
}

const PURPOSE = 'file-link';

/**
 * Builds the path, relative to the public URL, from which a client gets the file without a token.
 * @param now ISO 8601
 */
export function createFileLink(
  sealer: TextSigner,
  { organizationId, spaceId, userId, via, file }: FileLinkInput,
  now: string,
): string {
  return `/files/${sealLink(sealer, PURPOSE, hourlyExpiry(now), [organizationId, spaceId, userId, via, file.blob, file.name])}`;
}

/**
 * Opens a file by the last segment of a link; undefined when the link was altered or has expired, or its user cannot
 * see the space.
 */
export async function openFileLink(
  { sealer, read }: { readonly sealer: TextSigner; readonly read: { readonly library: SpaceReads } },
  sealed: string,
  now: string,
): Promise<LinkedFile | undefined> {
  const carried = openLink<[Id, Id, Id, string | null, string, string]>(sealer, PURPOSE, sealed, now);
  if (carried === undefined) return undefined;
  const [organizationId, spaceId, userId, via, blob, name] = carried;
  const { count } = await read.library.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 0 });
  return count === 0 ? undefined : { blob, name };
}
