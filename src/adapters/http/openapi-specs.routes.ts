import * as z from 'zod';
import {
  createOpenAPISpec,
  createOrUpdateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  getOpenAPISpecBySlug,
  listOpenAPISpecs,
  refreshOpenAPISpecBySlug,
  updateOpenAPISpecBySlug,
} from '../../application/openapi-specs/specs.ts';
import type { SpecView, VersionView } from '../../application/openapi-specs/spec-views.ts';
import {
  diffOpenAPISpecVersions,
  getLatestOpenAPISpecVersion,
  getLatestOpenAPISpecVersionContent,
  getLatestOpenAPISpecVersionContentRaw,
  getOpenAPISpecVersionById,
  getOpenAPISpecVersionContentById,
  listOpenAPISpecVersions,
  type SpecContent,
  type VersionDiff,
} from '../../application/openapi-specs/versions.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { CHANGE_KINDS } from '../../domain/openapi-specs/diff/spec-diff.ts';
import {
  MAX_SPEC_SLUG_LENGTH,
  PROCESSING_STATES,
  PROCESS_ERROR_CODES,
  SPEC_SLUG_PATTERN,
  SPEC_VISIBILITIES,
} from '../../domain/openapi-specs/openapi-spec.ts';
import { SOURCE_FORMATS } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { instant, MAX_URL_LENGTH, serviceUrl, uri } from './kernel/fields.ts';
import { pause, presentPause } from './kernel/pause.ts';
import { asJson } from './kernel/raw-json.ts';
import { created, createdOrUpdated, list, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const slug = z
  .string()
  .min(1)
  .max(MAX_SPEC_SLUG_LENGTH)
  .regex(SPEC_SLUG_PATTERN, 'may contain only lowercase letters, digits and single hyphens between them');

const OpenAPISpecResource = resource(
  'OpenAPISpec',
  z.object({
    object: z.literal('openapi-spec'),
    id: z.string(),
    createdAt: instant,
    updatedAt: instant,
    slug,
    sourceURL: uri.max(MAX_URL_LENGTH).optional(),
    processingState: z.enum(PROCESSING_STATES),
    visibility: z.enum(SPEC_VISIBILITIES),
    lastVersion: z.string().optional(),
    lastProcessedAt: instant.optional(),
    lastProcessErrorCode: z.enum(PROCESS_ERROR_CODES).optional(),
    lastProcessedErrorCount: z.number().int(),
    lastProcessErrorMessage: z
      .string()
      .optional()
      .meta({ description: 'Reason why the latest version differs from the source' }),
    paused: pause.optional().meta({
      description:
        'Reason of a pause after the user who last set or refreshed the source lost the permission; refreshing resumes',
    }),
    permissions: z.object({ view: z.boolean(), edit: z.boolean() }),
    urls: z.object({ location: uri.max(MAX_URL_LENGTH), app: uri.max(MAX_URL_LENGTH), published: uri.optional() }),
  }),
  ({ spec, level }: SpecView, links) => {
    const rights = { level, member: true, operator: false };
    const of = ['orgs', spec.organizationId, 'openapi', spec.slug];
    const { visibility, lastVersion, sourceURL, lastProcessedAt, lastProcessErrorCode, lastProcessErrorMessage } = spec;
    return {
      object: 'openapi-spec' as const,
      id: spec.id,
      createdAt: spec.createdAt,
      updatedAt: spec.updatedAt,
      slug: spec.slug,
      processingState: spec.processingState,
      visibility,
      ...present({ sourceURL, lastVersion, lastProcessedAt, lastProcessErrorCode, lastProcessErrorMessage }),
      lastProcessedErrorCount: lastProcessErrorCode === null ? 0 : 1,
      ...(spec.paused !== null && { paused: presentPause(spec.paused) }),
      permissions: { view: isAllowed('openapi-specs:view', rights), edit: isAllowed('openapi-specs:manage', rights) },
      urls: {
        location: links.api(...of),
        app: links.app(...of),
        ...(visibility === 'public' &&
          lastVersion !== null && { published: links.at(`/openapi/${spec.organizationId}/${spec.slug}`) }),
      },
    };
  },
);

const OpenAPISpecVersionResource = resource(
  'OpenAPISpecVersion',
  z.object({
    object: z.literal('openapi-spec-version'),
    id: z.string(),
    createdAt: instant,
    url: uri.max(MAX_URL_LENGTH).meta({
      description: 'URL of the document, valid for one to two hours while the caller can see the specification',
    }),
    urls: z.object({ location: uri.max(MAX_URL_LENGTH) }),
  }),
  ({ version, slug: of, path }: VersionView, links) => ({
    object: 'openapi-spec-version' as const,
    id: version.id,
    createdAt: version.createdAt,
    url: links.at(path),
    urls: { location: links.api('orgs', version.organizationId, 'openapi', of, 'versions', version.id) },
  }),
);

const specFile = z.object({
  dir: z.string(),
  isEntrypoint: z.boolean(),
  references: z.array(z.string()).meta({ description: 'Names of the files that the file refers to.' }),
  filename: z.string(),
  specification: z.looseObject({}).meta({ description: 'Document in one piece with all referenced documents.' }),
});

const OpenAPISpecContentResource = resource(
  'OpenAPISpecContent',
  z.object({
    filesystem: z
      .array(specFile)
      .meta({ description: 'Files of the specification: one, with everything it refers to.' }),
    url: uri.max(MAX_URL_LENGTH),
    urls: z.object({
      source: uri.max(MAX_URL_LENGTH).meta({ description: 'URL that the document comes from.' }),
      public: uri
        .max(MAX_URL_LENGTH)
        .nullable()
        .meta({ description: 'URL that anyone can read the document at; null for a private specification.' }),
    }),
  }),
  ({ document, path, sourceURL, isPublic, version, slug: of }: SpecContent, links) => {
    const url = links.at(path);
    const urls = {
      source: sourceURL ?? url,
      public: isPublic ? (sourceURL ?? links.at(`/openapi/${version.organizationId}/${of}`)) : null,
    };
    return asJson<{ filesystem: z.input<typeof specFile>[]; url: string; urls: typeof urls }>(
      '{"filesystem":[{"dir":".","isEntrypoint":true,"references":[],"filename":"openapi.json","specification":',
      document,
      `}],"url":${JSON.stringify(url)},"urls":${JSON.stringify(urls)}}`,
    );
  },
);

const OpenAPISpecTextResource = resource(
  'OpenAPISpecText',
  z.object({ text: z.string(), format: z.enum(SOURCE_FORMATS) }),
  (shown: { readonly text: string; readonly format: (typeof SOURCE_FORMATS)[number] }) => shown,
);

const change = z.enum(CHANGE_KINDS);
const verdict = {
  breaking: z.boolean().meta({ description: 'Whether existing clients may fail' }),
  reason: z.string(),
};
const changes = z.array(
  z.object({
    change,
    part: z.string(),
    what: z.string(),
    from: z.string().optional(),
    to: z.string().optional(),
    ...verdict,
  }),
);

const OpenAPISpecDiffResource = resource(
  'OpenAPISpecDiff',
  z.object({
    from: z.string(),
    to: z.string(),
    breaking: z.boolean(),
    operations: z.array(
      z.object({ change, method: z.string(), path: z.string(), webhook: z.boolean(), ...verdict, changes }),
    ),
    schemas: z.array(z.object({ change, name: z.string(), ...verdict, changes })),
  }),
  ({ from, to, diff }: VersionDiff) => ({
    from,
    to,
    breaking: diff.breaking,
    operations: diff.operations.map((each) => ({ ...each, changes: [...each.changes] })),
    schemas: diff.schemas.map((each) => ({ ...each, changes: [...each.changes] })),
  }),
);

const source = z.union([
  z.strictObject({ url: serviceUrl }),
  z.strictObject({ text: z.string().min(1).meta({ description: 'An OpenAPI document in JSON or YAML' }) }),
]);

const BASE = '/v1/orgs/:organizationId/openapi' as const;
const SPEC = `${BASE}/:specSlug` as const;

export const openapiSpecRoutes = tagged('OpenAPI specifications', [
  route(`GET ${BASE}`, listOpenAPISpecs, {
    summary: 'List the OpenAPI specifications',
    paged: true,
    returns: list(OpenAPISpecResource),
  }),
  route(`POST ${BASE}`, createOpenAPISpec, {
    summary: 'Create an OpenAPI specification',
    cost: 'heavy',
    body: z.object({ slug, source }),
    large: true,
    sizedBy: 'source.text',
    returns: created(OpenAPISpecResource),
  }),
  route(`GET ${SPEC}`, getOpenAPISpecBySlug, {
    summary: 'Get an OpenAPI specification',
    returns: ok(OpenAPISpecResource),
  }),
  route(`PUT ${SPEC}`, createOrUpdateOpenAPISpecBySlug, {
    summary: 'Create or update an OpenAPI specification',
    cost: 'heavy',
    path: { specSlug: slug },
    body: z.object({ source }),
    large: true,
    sizedBy: 'source.text',
    returns: createdOrUpdated(OpenAPISpecResource),
  }),
  route(`PATCH ${SPEC}`, updateOpenAPISpecBySlug, {
    summary: 'Update the visibility of an OpenAPI specification',
    body: z.object({ visibility: z.enum(SPEC_VISIBILITIES) }),
    returns: ok(OpenAPISpecResource),
  }),
  route(`DELETE ${SPEC}`, deleteOpenAPISpecBySlug, {
    summary: 'Delete an OpenAPI specification',
    returns: removed,
  }),
  route(`POST ${SPEC}/refresh`, refreshOpenAPISpecBySlug, {
    summary: 'Refresh an OpenAPI specification',
    cost: 'heavy',
    returns: ok(OpenAPISpecResource),
  }),
  route(`GET ${SPEC}/versions`, listOpenAPISpecVersions, {
    summary: 'List the versions of an OpenAPI specification',
    paged: true,
    returns: list(OpenAPISpecVersionResource),
  }),
  route(`GET ${SPEC}/versions/latest`, getLatestOpenAPISpecVersion, {
    summary: 'Get the latest version of an OpenAPI specification',
    returns: ok(OpenAPISpecVersionResource),
  }),
  route(`GET ${SPEC}/versions/latest/content`, getLatestOpenAPISpecVersionContent, {
    summary: 'Get the latest content of an OpenAPI specification',
    returns: ok(OpenAPISpecContentResource),
  }),
  route(`GET ${SPEC}/versions/latest/content/raw`, getLatestOpenAPISpecVersionContentRaw, {
    summary: 'Get the latest raw text of an OpenAPI specification',
    returns: ok(OpenAPISpecTextResource),
  }),
  route(`GET ${SPEC}/versions/:versionId`, getOpenAPISpecVersionById, {
    summary: 'Get a version of an OpenAPI specification',
    returns: ok(OpenAPISpecVersionResource),
  }),
  route(`GET ${SPEC}/versions/:versionId/content`, getOpenAPISpecVersionContentById, {
    summary: 'Get the content of an OpenAPI specification version',
    returns: ok(OpenAPISpecContentResource),
  }),
  route(`GET ${SPEC}/versions/:versionId/diff/:otherVersionId`, diffOpenAPISpecVersions, {
    summary: 'Compare two versions of an OpenAPI specification',
    cost: 'heavy',
    returns: ok(OpenAPISpecDiffResource),
  }),
]);
