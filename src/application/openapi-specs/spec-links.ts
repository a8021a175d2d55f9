import type { Id, OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads } from '../kernel/services.ts';
import { isPermitted } from '../permissions/is-permitted.ts';

/** A document that a link gives access to. */
export interface LinkedSpec {
  readonly blob: string;
  readonly slug: string;
}

/** The user and the document of a link. */
export interface SpecLinkInput {
  readonly organizationId: OrganizationId;
  /** User who created the link; it works only while this user may see the specification. */
  readonly userId: UserId;
  /**
   * Origin of the credential that created the link; checked again for enforced single sign-on when the link is opened.
   */
  readonly via: string | null;
  readonly versionId: Id;
}

const PURPOSE = 'openapi-link';

/**
 * Creates a path below the public URL at which the document of a version is available without a token.
 * @param now ISO 8601
 */
export function createSpecLink(
  sealer: TextSigner,
  { organizationId, userId, via, versionId }: SpecLinkInput,
  now: string,
): string {
  return `/openapi/~/${sealLink(sealer, PURPOSE, hourlyExpiry(now), [organizationId, userId, via, versionId])}`;
}

type Dependencies = {
  readonly sealer: TextSigner;
  readonly read: Pick<Reads, 'spacesOf' | 'openapiSpecs' | 'openapiSpecVersions'>;
};

/**
 * Opens a link by its last segment; undefined if it was altered or has expired, if the document is gone, or if its user
 * may no longer see it.
 */
export async function openSpecLink(
  { sealer, read }: Dependencies,
  sealed: string,
  now: string,
): Promise<LinkedSpec | undefined> {
  const carried = openLink<[Id, Id, string | null, Id]>(sealer, PURPOSE, sealed, now);
  if (carried === undefined) return undefined;
  const [organizationId, userId, via, versionId] = carried;
  if (!(await isPermitted(read, 'openapi-specs:view', { organizationId, userId, via }))) return undefined;
  const version = (await read.openapiSpecVersions.find({ id: versionId, organizationId }))?.snapshot();
  const spec = version && (await read.openapiSpecs.find({ id: version.specId, organizationId }))?.snapshot();
  return version && spec && { blob: version.document, slug: spec.slug };
}

/** Finds the document of the latest version of a public specification; undefined if it is private or has no version. */
export async function findPublicSpec(
  { read }: Pick<Dependencies, 'read'>,
  organizationId: OrganizationId,
  slug: string,
): Promise<LinkedSpec | undefined> {
  const spec = (await read.openapiSpecs.find({ organizationId, slug }))?.snapshot();
  if (spec?.visibility !== 'public' || spec.lastVersion === null) return undefined;
  const version = await read.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
  return version && { blob: version.snapshot().document, slug };
}
