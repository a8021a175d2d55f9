import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import type { OpenAPISpecVersionState, SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import { readBlob } from './read-blob.ts';
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

const findVersionView = async (context: Context, slug: string, name: string): Promise<VersionView> =>
  versionView(context, slug, await getSpecVersion(context.read, context.scope.organizationId, slug, name));

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
}

async function loadContent(context: Context, slug: string, name: string): Promise<SpecContent> {
  const view = await findVersionView(context, slug, name);
  return { ...view, document: await readBlob(context.blobs, view.version.document) };
}

/**
 * Gets the document of the latest version of an OpenAPI specification, together with the documents that it references.
 */
export const getLatestOpenAPISpecVersionContent = query<OfSpec>()({
  name: 'getLatestOpenAPISpecVersionContent',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs'],
  run: (context, { specSlug }) => loadContent(context, specSlug, 'latest'),
});

/** Gets the document of a version of an OpenAPI specification, together with the documents that it references. */
export const getOpenAPISpecVersionContentById = query<OfVersion>()({
  name: 'getOpenAPISpecVersionContentById',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  needs: ['sealer', 'blobs'],
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
    return { from: from.id, to: to.id, diff: await openapiDocuments.diff(before, after) };
  },
});
