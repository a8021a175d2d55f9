import type { Level } from '../../domain/permissions/level.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import { OpenAPISpec, type OpenAPISpecState } from '../../domain/openapi-specs/openapi-spec.ts';
import { OpenAPISpecVersion, type OpenAPISpecVersionState } from '../../domain/openapi-specs/openapi-spec-version.ts';
import type { Reads } from '../kernel/services.ts';

/** A specification as the caller sees it. */
export interface SpecView {
  readonly spec: OpenAPISpecState;
  /** The caller's level in the organization. */
  readonly level: Level | undefined;
}

/** A version with the path of its document, which needs no token. */
export interface VersionView {
  readonly version: OpenAPISpecVersionState;
  readonly slug: string;
  /** Path below the public URL. */
  readonly path: string;
}

/** Finders of specifications: committed ones, or those of a unit of work. */
interface SpecFinders {
  readonly openapiSpecs: Pick<Reads['openapiSpecs'], 'find'>;
}

/** Finds a specification by its slug. @throws NotFound */
export async function getSpec(
  { openapiSpecs }: SpecFinders,
  organizationId: OrganizationId,
  slug: string,
): Promise<OpenAPISpec> {
  const spec = await openapiSpecs.find({ organizationId, slug });
  if (spec === undefined) throw new NotFound(OpenAPISpec.kind);
  return spec;
}

/** Finds a version by its ID or `latest`. @throws NotFound also for a version of another specification */
export async function getSpecVersion(
  read: Pick<Reads, 'openapiSpecs' | 'openapiSpecVersions'>,
  organizationId: OrganizationId,
  slug: string,
  name: string,
): Promise<OpenAPISpecVersionState> {
  const { id: specId, lastVersion } = (await getSpec(read, organizationId, slug)).snapshot();
  const id = name === 'latest' ? lastVersion : name;
  if (id === null) throw new NotFound(OpenAPISpecVersion.kind);
  return (await read.openapiSpecVersions.get({ id, organizationId, specId })).snapshot();
}
