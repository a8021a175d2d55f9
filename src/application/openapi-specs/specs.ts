import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import {
  MAX_SPECS,
  OpenAPISpec,
  type SpecSource,
  type SpecVisibility,
} from '../../domain/openapi-specs/openapi-spec.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import type { Services } from '../kernel/services.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { type InOrganization, inOrganization } from '../kernel/scope.ts';
import { initiatorOf } from '../permissions/initiator-rights.ts';
import { validateSpecText } from './spec-text.ts';
import { processSpecRequest } from './process-spec.ts';
import { getSpec, type SpecView } from './spec-views.ts';
interface OfSpec extends InOrganization {
  readonly specSlug: string;
}

/** Source of a specification as a caller sends it. */
export type SpecSourceInput = { readonly url: string } | { readonly text: string };

/**
 * Services for storing a source. A text is validated and stored before the unit of work. @throws Invalid for an invalid
 * text
 */
type SourceDependencies = Pick<Services, 'blobs' | 'openapiDocuments' | 'organizationStorage' | 'web'> & {
  readonly scope: { readonly organizationId: OrganizationId };
};

async function storeSource(means: SourceDependencies, source: SpecSourceInput): Promise<SpecSource> {
  if ('url' in source) return source;
  const { hash } = await means.organizationStorage.put(
    means.blobs,
    means.scope.organizationId,
    await validateSpecText(means, source.text),
  );
  return { text: hash };
}

type Context = CommandContext<{ readonly organization: Id }, 'ids'>;

/** Adds a specification. @throws Conflict at the limit of specifications of the organization */
async function addSpec({ work, ids, now, scope }: Context, slug: string, source: SpecSource): Promise<SpecView> {
  const { organizationId } = scope;
  if ((await work.openapiSpecs.count({ organizationId })) >= MAX_SPECS)
    throw new Conflict(`an organization can have at most ${MAX_SPECS} OpenAPI specifications; delete one first`);
  const spec = OpenAPISpec.add({
    id: ids.next(),
    organizationId,
    slug,
    source,
    run: ids.next(),
    by: initiatorOf(scope.caller),
    at: now,
  });
  await work.openapiSpecs.save(spec);
  await work.jobs.enqueue(processSpecRequest(spec.snapshot()));
  return { spec: spec.snapshot(), level: scope.level };
}

async function requestProcessing({ work, scope }: Context, spec: OpenAPISpec): Promise<SpecView> {
  await work.openapiSpecs.save(spec);
  await work.jobs.enqueue(processSpecRequest(spec.snapshot()));
  return { spec: spec.snapshot(), level: scope.level };
}

/** Lists the OpenAPI specifications of an organization. */
export const listOpenAPISpecs = query<InOrganization & { page: PageRequest }>()({
  name: 'listOpenAPISpecs',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  async run({ read, scope: { organizationId, level } }, { page }) {
    const { items, ...rest } = await read.openapiSpecs.list({ organizationId }, page);
    return { items: items.map((spec): SpecView => ({ spec: spec.snapshot(), level })), ...rest };
  },
});

/**
 * Adds an OpenAPI specification from a URL or a text.
 *
 * It is processed in the background with the permissions of the caller, and a URL is checked again regularly. Fails
 * with `Conflict` when the slug is taken or the organization has as many specifications as it may have, and with
 * `Invalid` for a text that can never be read, because of its size or its references. Other errors of the text are
 * reported by `lastProcessErrorCode`.
 */
export const createOpenAPISpec = command<InOrganization & { body: { slug: string; source: SpecSourceInput } }>()({
  name: 'createOpenAPISpec',
  requires: 'openapi-specs:manage',
  scope: inOrganization,
  needs: ['blobs', 'organizationStorage', 'web', 'openapiDocuments', 'ids'],
  prepare: (context, { body }) => storeSource(context, body.source),
  async run(context, { body: { slug } }, source: SpecSource): Promise<SpecView> {
    await context.work.lock('organizations', context.scope.organizationId);
    return addSpec(context, slug, source);
  },
});

/**
 * Adds an OpenAPI specification, or changes the source of the one with this slug. It is processed again in either case,
 * in the background and with the permissions of the caller.
 */
export const createOrUpdateOpenAPISpecBySlug = command<OfSpec & { body: { source: SpecSourceInput } }>()({
  name: 'createOrUpdateOpenAPISpecBySlug',
  requires: 'openapi-specs:manage',
  scope: inOrganization,
  needs: ['blobs', 'organizationStorage', 'web', 'openapiDocuments', 'ids'],
  prepare: (context, { body }) => storeSource(context, body.source),
  async run(context, { specSlug }, source: SpecSource): Promise<{ created: boolean; value: SpecView }> {
    const { work, ids, now, scope } = context;
    await work.lock('organizations', scope.organizationId);
    const spec = await work.openapiSpecs.find({ organizationId: scope.organizationId, slug: specSlug });
    if (spec === undefined) return { created: true, value: await addSpec(context, specSlug, source) };
    spec.changeSource(source, ids.next(), initiatorOf(scope.caller), now);
    return { created: false, value: await requestProcessing(context, spec) };
  },
});

/** Gets an OpenAPI specification, with the state of its processing. */
export const getOpenAPISpecBySlug = query<OfSpec>()({
  name: 'getOpenAPISpecBySlug',
  requires: 'openapi-specs:view',
  scope: inOrganization,
  run: async ({ read, scope }, { specSlug }): Promise<SpecView> => ({
    spec: (await getSpec(read, scope.organizationId, specSlug)).snapshot(),
    level: scope.level,
  }),
});

/** Changes the visibility of an OpenAPI specification: whether its document can be read without an API token. */
export const updateOpenAPISpecBySlug = command<OfSpec & { body: { visibility: SpecVisibility } }>()({
  name: 'updateOpenAPISpecBySlug',
  requires: 'openapi-specs:manage',
  scope: inOrganization,
  async run({ work, now, scope }, { specSlug, body: { visibility } }): Promise<SpecView> {
    const spec = await getSpec(work, scope.organizationId, specSlug);
    spec.changeVisibility(visibility, now);
    await work.openapiSpecs.save(spec);
    return { spec: spec.snapshot(), level: scope.level };
  },
});

/**
 * Reads the source of an OpenAPI specification again. Processing runs with the permissions of the caller from then on
 * and resumes if it was paused.
 */
export const refreshOpenAPISpecBySlug = command<OfSpec>()({
  name: 'refreshOpenAPISpecBySlug',
  requires: 'openapi-specs:manage',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { specSlug }): Promise<SpecView> {
    const { work, ids, now, scope } = context;
    const spec = await getSpec(work, scope.organizationId, specSlug);
    spec.refresh(ids.next(), initiatorOf(scope.caller), now);
    return requestProcessing(context, spec);
  },
});

/** Deletes an OpenAPI specification with its versions. */
export const deleteOpenAPISpecBySlug = command<OfSpec>()({
  name: 'deleteOpenAPISpecBySlug',
  requires: 'openapi-specs:manage',
  scope: inOrganization,
  async run({ work, now, scope }, { specSlug }): Promise<boolean> {
    const spec = await work.openapiSpecs.find({ organizationId: scope.organizationId, slug: specSlug });
    if (spec === undefined) return false;
    spec.delete();
    await work.openapiSpecs.delete(spec);
    await work.jobs.enqueue(scheduleGarbageCollection(now));
    return true;
  },
});
