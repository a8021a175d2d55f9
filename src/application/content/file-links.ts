import type { File } from '../../domain/content/page.ts';
import type { Id, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads } from '../kernel/services.ts';
import { parseVisitorProof } from '../../domain/sites/audience/visitor-proof.ts';
import { holdsProof } from '../sites/audience/visitor-proofs.ts';
import type { FileView, ReadOptions } from './content-views.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { viewerOf, type SiteVisitor } from '../kernel/scope.ts';

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

interface FileLinkDependencies {
  readonly sealer: TextSigner;
  readonly read: Pick<Reads, 'spacesOf' | 'sitesOf' | 'sitePublishingAuths' | 'siteShareLinks'>;
}

/**
 * Opens a file by the last segment of a link; undefined when the link was altered or has expired, or its user cannot
 * see the space.
 */
export async function openFileLink(
  dependencies: FileLinkDependencies,
  sealed: string,
  now: string,
): Promise<LinkedFile | undefined> {
  const { sealer, read } = dependencies;
  const carried = openLink<[Id, Id, Id, string | null, string, string]>(sealer, PURPOSE, sealed, now);
  if (carried === undefined) return openVisitorFileLink(dependencies, sealed, now);
  const [organizationId, spaceId, userId, via, blob, name] = carried;
  const { count } = await read.spacesOf.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 0 });
  return count === 0 ? undefined : { blob, name };
}

/** Purpose of links for visitors of a site. */
const VISITOR_PURPOSE = 'file-link of a site';

function createVisitorFileLink(
  sealer: TextSigner,
  { siteId, proof }: SiteVisitor,
  spaceId: SpaceId,
  { blob, name }: Pick<File, 'blob' | 'name'>,
  now: string,
): string {
  const carried = [siteId, spaceId, JSON.stringify(proof), blob, name];
  return `/files/${sealLink(sealer, VISITOR_PURPOSE, hourlyExpiry(now), carried)}`;
}

/** Opens a link for visitors; undefined also when the site no longer admits the visitor or no longer shows the space. */
async function openVisitorFileLink(
  { sealer, read }: FileLinkDependencies,
  sealed: string,
  now: string,
): Promise<LinkedFile | undefined> {
  const carried = openLink<[Id, Id, string, string, string]>(sealer, VISITOR_PURPOSE, sealed, now);
  if (carried === undefined) return undefined;
  const [siteId, spaceId, text, blob, name] = carried;
  const proof = parseVisitorProof(JSON.parse(text));
  const found = await read.sitesOf.findPublished({ id: siteId });
  if (proof === undefined || !found?.spaces.some(({ siteSpace }) => siteSpace.spaceId === spaceId)) return undefined;
  return (await holdsProof(read, found.site, proof, now)) ? { blob, name } : undefined;
}

/** Names everything besides the file that the link of a file depends on. */
export const describeFileLinks = ({
  scope: { caller, organizationId },
  now,
}: QueryContext<{ readonly space: Id }>): string =>
  JSON.stringify([viewerOf(caller, organizationId), hourlyExpiry(now)]);

/** Builds views of files of a space, with links for the caller. */
export function fileViews(
  { sealer, scope, now }: QueryContext<{ readonly space: Id }, 'sealer'>,
  { spaceId }: { readonly spaceId: SpaceId },
  files: readonly File[],
  { metadata }: ReadOptions,
): FileView[] {
  const { visitor } = scope;
  if (visitor !== undefined)
    return files.map((file) => ({
      file,
      download: createVisitorFileLink(sealer, visitor, spaceId, file, now),
      metadata,
    }));
  const of = { ...viewerOf(scope.caller, scope.organizationId), spaceId };
  return files.map((file) => ({ file, download: createFileLink(sealer, { ...of, file }, now), metadata }));
}
