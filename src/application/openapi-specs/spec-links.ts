import type { Id } from '../../domain/kernel/id.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { Reads } from '../kernel/services.ts';
import { stillMay, type StillMayReads } from '../organizations/still-may.ts';

/** A document that somebody may have. */
export interface LinkedSpec {
  readonly blob: string;
  readonly slug: string;
}

/** Whose link it is, and what it opens. */
export interface SpecLinkOf {
  readonly organizationId: Id;
  /** The link works as long as this user may see the specification, whoever holds it. */
  readonly userId: Id;
  readonly versionId: Id;
}

const PURPOSE = 'openapi-link';
/** Links are good for one to two hours; within an hour the link to a version stays the same, so that an answer that names it does too. */
const WINDOW_MS = 60 * 60 * 1000;

/** The path, below the public URL, under which the document of a version is had without a token. @param now ISO 8601 */
export function specLink(sealer: Sealer, { organizationId, userId, versionId }: SpecLinkOf, now: string): string {
  const expires = (Math.floor(Date.parse(now) / WINDOW_MS) + 2) * WINDOW_MS;
  return `/openapi/~/${sealer.seal(JSON.stringify([expires, organizationId, userId, versionId]), PURPOSE)}`;
}

type Means = { readonly sealer: Sealer; readonly read: StillMayReads & Pick<Reads, 'openapiSpecs' | 'openapiSpecVersions'> };

/** The document behind the last segment of a link; undefined when it was altered, has expired, is gone, or its user may not see it any more. */
export async function openSpecLink({ sealer, read }: Means, sealed: string, now: string): Promise<LinkedSpec | undefined> {
  const text = sealer.open(sealed, PURPOSE);
  if (text === undefined) return undefined;
  const [expires, organizationId, userId, versionId] = JSON.parse(text) as [number, Id, Id, Id];
  if (Date.parse(now) >= expires || !(await stillMay(read, 'openapi-specs:view', { organizationId, userId }))) return undefined;
  const version = (await read.openapiSpecVersions.find({ id: versionId, organizationId }))?.snapshot();
  const spec = version && (await read.openapiSpecs.find({ id: version.specId, organizationId }))?.snapshot();
  return version && spec && { blob: version.document, slug: spec.slug };
}

/** What everybody may read of a specification: the document of its last version, if it is public and has one. */
export async function publishedSpec({ read }: Pick<Means, 'read'>, organizationId: Id, slug: string): Promise<LinkedSpec | undefined> {
  const spec = (await read.openapiSpecs.find({ organizationId, slug }))?.snapshot();
  if (spec?.visibility !== 'public' || spec.lastVersion === null) return undefined;
  const version = await read.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
  return version && { blob: version.snapshot().document, slug };
}
