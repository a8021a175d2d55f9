import type { File } from '../../domain/content/page.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceReads } from '../../ports/spaces.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';

/** Whom a file is shown to, and where it is from. */
export interface FileLinkInput {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** The link works for what this user may see, whoever holds it, and no longer than the user may see it. */
  readonly userId: Id;
  /** Origin of the credential that the link was given to; opening it asks for enforced SSO again. */
  readonly via: string | null;
  readonly file: Pick<File, 'blob' | 'name'>;
}

/** What a link opens. */
export interface LinkedFile {
  readonly blob: string;
  readonly name: string;
}

const PURPOSE = 'file-link';

/** The path, below the public URL, under which the user's programs get the file without a token. @param now ISO 8601 */
export function createFileLink(
  sealer: TextSigner,
  { organizationId, spaceId, userId, via, file }: FileLinkInput,
  now: string,
): string {
  return `/files/${sealLink(sealer, PURPOSE, hourlyExpiry(now), [organizationId, spaceId, userId, via, file.blob, file.name])}`;
}

/** The file behind the last segment of a link; undefined when it was altered, has expired, or its user lost sight of the space. */
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
