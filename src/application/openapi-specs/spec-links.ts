import type { Id } from '../../domain/kernel/id.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads } from '../kernel/services.ts';
import { isPermitted } from '../permissions/is-permitted.ts';

/** A document that somebody may have. */
export interface LinkedSpec {
  readonly blob: string;
  readonly slug: string;
}

/** Whose link it is, and what it opens. */
export interface SpecLinkInput {
  readonly organizationId: Id;
  /** The link works as long as this user may see the specification, whoever holds it. */
  readonly userId: Id;
  /** Origin of the credential that the link was given to; opening it asks for enforced SSO again. */
  readonly via: string | null;
  readonly versionId: Id;
}

const PURPOSE = 'openapi-link';

/** The path, below the public URL, under which the document of a version is had without a token. @param now ISO 8601 */
export function createSpecLink(
  sealer: TextSigner,
  { organizationId, userId, via, versionId }: SpecLinkInput,
  now: string,
): string {
  return `/openapi/~/${sealLink(sealer, PURPOSE, hourlyExpiry(now), [organizationId, userId, via, versionId])}`;
}

type Dependencies = {
  readonly sealer: TextSigner;
  readonly read: Pick<Reads, 'library' | 'openapiSpecs' | 'openapiSpecVersions'>;
};

/** The document behind the last segment of a link; undefined when it was altered, has expired, is gone, or its user may not see it any more. */
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

/** What everybody may read of a specification: the document of its last version, if it is public and has one. */
export async function findPublicSpec(
  { read }: Pick<Dependencies, 'read'>,
  organizationId: Id,
  slug: string,
): Promise<LinkedSpec | undefined> {
  const spec = (await read.openapiSpecs.find({ organizationId, slug }))?.snapshot();
  if (spec?.visibility !== 'public' || spec.lastVersion === null) return undefined;
  const version = await read.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
  return version && { blob: version.snapshot().document, slug };
}
