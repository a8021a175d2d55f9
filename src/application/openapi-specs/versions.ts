import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import { OpenAPISpec } from '../../domain/openapi-specs/openapi-spec.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import type { OpenAPISpecVersionState, SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { UnusableSpec, type OpenAPIParser } from '../../ports/openapi-specs.ts';
import type { Services } from '../kernel/services.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import { readBlob } from '../uploads/read-blob.ts';
import { createSpecLink } from './spec-links.ts';
import { getSpec, getSpecVersion, type VersionView } from './spec-views.ts';

interface OfSpec {
  readonly organizationId: OrganizationId;
  readonly specSlug: string;
}
interface OfVersion extends OfSpec {
  readonly versionId: string;
}
type Context = QueryContext<{ readonly organization: Id }, 'sealer' | 'blobs'>;

const versionView = ({ sealer, scope, now }: Context, slug: string, version: OpenAPISpecVersionState): VersionView => ({
  version,
  slug,
  path: createSpecLink(
    sealer,
    { organizationId: scope.organizationId, userId: scope.caller.userId, via: scope.caller.via, versionId: version.id },
    now,
  ),
});

/** Lists the versions of an OpenAPI specification, the newest first. */
export const listOpenAPISpecVersions = query<OfSpec & { page: PageRequest }>()({
  name: 'listOpenAPISpecVersions',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs'],
  async run(context, { specSlug, page }) {
    const {
      read,
      scope: { organizationId },
    } = context;
    const spec = await getSpec(read, organizationId, specSlug);
    const { items, ...rest } = await read.openapiSpecVersions.list(
      { organizationId, specId: spec.id },
      { ...page, order: 'desc' },
    );
    return { items: items.map((version) => versionView(context, specSlug, version.snapshot())), ...rest };
  },
});

/** @throws NotFound also, for a visitor of a site, when the specification is not public: sites show no others */
async function findVersionView(context: Context, slug: string, name: string): Promise<VersionView> {
  const { read, scope } = context;
  const { organizationId, visitor } = scope;
  const version = await getSpecVersion(read, organizationId, slug, name);
  if (visitor === undefined) return versionView(context, slug, version);
  const spec = (await getSpec(read, organizationId, slug)).snapshot();
  if (spec.visibility !== 'public') throw new NotFound(OpenAPISpec.kind);
  return { version, slug, path: `/openapi/${organizationId}/${encodeURIComponent(slug)}` };
}

/** Gets the latest version of an OpenAPI specification. */
export const getLatestOpenAPISpecVersion = query<OfSpec>()({
  name: 'getLatestOpenAPISpecVersion',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs'],
  run: (context, { specSlug }) => findVersionView(context, specSlug, 'latest'),
});

/** Gets a version of an OpenAPI specification. */
export const getOpenAPISpecVersionById = query<OfVersion>()({
  name: 'getOpenAPISpecVersionById',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs'],
  run: (context, { specSlug, versionId }) => findVersionView(context, specSlug, versionId),
});

/** A version with its document and everything that the document references. */
export interface SpecContent extends VersionView {
  /** The document as JSON. */
  readonly document: Buffer;
  /** URL that the document is read from; null for a submitted text. */
  readonly sourceURL: string | null;
  /** True if the document can be read without an API token. */
  readonly isPublic: boolean;
}

/**
 * Loads the document of a version. Visitors of sites read it through a renderer, which shows descriptions as HTML; a
 * document that is too large for that is returned as it is.
 */
async function loadContent(
  context: Context & Pick<Services, 'openapiDocuments'>,
  slug: string,
  name: string,
): Promise<SpecContent> {
  const { organizationId } = context.scope;
  const [spec, view] = await Promise.all([
    getSpec(context.read, organizationId, slug),
    findVersionView(context, slug, name),
  ]);
  const { sourceURL, visibility } = spec.snapshot();
  const stored = await readBlob(context.blobs, view.version.document);
  const document =
    context.scope.visitor === undefined ? stored : await withHtml(context.openapiDocuments, stored, organizationId);
  return { ...view, document, sourceURL, isPublic: visibility === 'public' };
}

async function withHtml(
  documents: Pick<OpenAPIParser, 'addHtmlDescriptions'>,
  document: Buffer,
  organizationId: OrganizationId,
): Promise<Buffer> {
  try {
    return Buffer.from(await documents.addHtmlDescriptions(document, organizationId));
  } catch (error) {
    if (error instanceof UnusableSpec) return document;
    throw error;
  }
}

/**
 * Gets the document of the latest version of an OpenAPI specification, together with the documents that it references.
 * With a content token, descriptions have HTML beside them, in `x-gitbook-description-html`.
 */
export const getLatestOpenAPISpecVersionContent = query<OfSpec>()({
  name: 'getLatestOpenAPISpecVersionContent',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs', 'openapiDocuments'],
  openToVisitors: true,
  run: (context, { specSlug }) => loadContent(context, specSlug, 'latest'),
});

/** Gets the document of a version of an OpenAPI specification, together with the documents that it references. */
export const getOpenAPISpecVersionContentById = query<OfVersion>()({
  name: 'getOpenAPISpecVersionContentById',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs', 'openapiDocuments'],
  run: (context, { specSlug, versionId }) => loadContent(context, specSlug, versionId),
});

/** Gets the text of the latest version of an OpenAPI specification as it was written. */
export const getLatestOpenAPISpecVersionContentRaw = query<OfSpec>()({
  name: 'getLatestOpenAPISpecVersionContentRaw',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['blobs'],
  async run({ read, blobs, scope }, { specSlug }): Promise<{ text: string; format: SourceFormat }> {
    const { source, format } = await getSpecVersion(read, scope.organizationId, specSlug, 'latest');
    return { text: (await readBlob(blobs, source)).toString(), format };
  },
});

/** Differences between two versions. */
export interface VersionDiff {
  readonly from: Id;
  readonly to: Id;
  readonly diff: SpecDiff;
}

/** Compares two versions of an OpenAPI specification; either may be `latest`. */
export const diffOpenAPISpecVersions = query<OfVersion & { otherVersionId: string }>()({
  name: 'diffOpenAPISpecVersions',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['blobs', 'openapiDocuments'],
  async run({ read, blobs, openapiDocuments, scope }, { specSlug, versionId, otherVersionId }): Promise<VersionDiff> {
    const [from, to] = (await Promise.all(
      [versionId, otherVersionId].map((name) => getSpecVersion(read, scope.organizationId, specSlug, name)),
    )) as [OpenAPISpecVersionState, OpenAPISpecVersionState];
    const [before, after] = (await Promise.all([from, to].map(({ reference }) => readBlob(blobs, reference)))) as [
      Buffer,
      Buffer,
    ];
    return { from: from.id, to: to.id, diff: await openapiDocuments.diff(before, after, scope.organizationId) };
  },
});
