import * as z from 'zod';
import {
  cancelImportRun,
  getImportRun,
  listImportRuns,
  startImportRun,
  type ImportRunView,
} from '../../../application/imports/runs/import-runs.ts';
import { IMPORT_OUTCOMES } from '../../../domain/imports/import-report.ts';
import { IMPORT_RUN_STATUSES } from '../../../domain/imports/import-run.ts';
import { MAX_IMPORT_FILES, type ImportRunSource } from '../../../domain/imports/import-source.ts';
import { PROJECT_DIRECTORY } from '../git/git-sync.routes.ts';
import { idField, instant, serviceUrl, uri } from '../kernel/fields.ts';
import { created, list, ok, present, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const count = z.number().int();

const gitRef = z
  .string()
  .max(256)
  .regex(/^refs\/heads\/./, 'must begin with refs/heads/');

const sourceInput = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('website'), url: serviceUrl }),
    z.object({
      type: z.literal('file'),
      files: z.array(idField).min(1).max(MAX_IMPORT_FILES).meta({
        description: 'Keys of uploads of the kind `import_file`, each of which one run can use.',
      }),
    }),
    z.object({
      type: z.literal('git'),
      url: serviceUrl.meta({ description: 'Address of the repository, which must not have a query or a fragment.' }),
      ref: gitRef.meta({ description: 'Full name of the branch.' }),
      directory: z.string().max(1024).optional().meta({ description: PROJECT_DIRECTORY }),
    }),
  ])
  .meta({ description: 'Source of the content; `git` is an extension and reads public repositories.' });

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('website'), url: z.string() }),
  z.object({ type: z.literal('file'), files: z.array(z.string()) }),
  z.object({ type: z.literal('git'), url: z.string(), ref: z.string(), directory: z.string() }),
]);

const target = z.object({
  space: idField,
  changeRequest: idField.optional().meta({ description: 'Change request; the primary content by default.' }),
  page: idField.optional().meta({ description: 'Parent of the imported pages; the top level by default.' }),
});

const ImportRunResource = resource(
  'ImportRun',
  z.object({
    object: z.literal('import-run'),
    id: z.string(),
    status: z.enum(IMPORT_RUN_STATUSES),
    reason: z.string().optional().meta({ description: 'Reason of a failure.' }),
    source,
    target: z.object({ space: z.string(), changeRequest: z.string().optional(), page: z.string().optional() }),
    site: z
      .string()
      .optional()
      .meta({ description: 'Site that the run was started for, or the only one of the space.' }),
    createdBy: z.string(),
    createdAt: instant,
    startedAt: instant.optional(),
    completedAt: instant.optional(),
    updatedAt: instant,
    revision: z.string().optional().meta({ description: 'Extension: revision with the imported pages.' }),
    progress: z.object({ done: count, total: count }).meta({
      description: 'Extension: documents that were read, of those that are known so far.',
    }),
    counts: z.object({ imported: count, changed: count, lost: count }).optional().meta({
      description: 'Extension: numbers of items by their outcome.',
    }),
    report: z
      .array(
        z.object({
          outcome: z.enum(IMPORT_OUTCOMES),
          item: z.string().meta({ description: 'Path in the source, or URL.' }),
          reason: z.string().optional(),
          page: z.string().optional(),
          file: z.string().optional(),
        }),
      )
      .optional()
      .meta({ description: 'Extension: outcome of up to 1,000 items, lost ones first; lists omit the report.' }),
    urls: z.object({ location: uri }),
  }),
  ({ run, report }: ImportRunView, links) => ({
    object: 'import-run' as const,
    id: run.id,
    status: run.status,
    source: presentSource(run.source),
    target: { space: run.spaceId, ...present({ changeRequest: run.changeRequestId, page: run.pageId }) },
    createdBy: run.createdBy,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    progress: run.progress,
    ...present({
      reason: run.reason,
      site: run.siteId,
      startedAt: run.startedAt,
      completedAt: run.completedAt,
      revision: run.revisionId,
      counts: run.counts,
      report: report?.map((item) => ({ ...item })),
    }),
    urls: { location: links.api('org', run.organizationId, 'imports', run.id) },
  }),
);

const presentSource = (of: ImportRunSource) =>
  of.type === 'file' ? { type: of.type, files: of.files.map(({ key }) => key) } : { ...of };

const ALL = '/v1/org/:organizationId/imports' as const;
const ONE = `${ALL}/:importRunId` as const;

export const importRunRoutes = tagged('Content', [
  route(`GET ${ALL}`, listImportRuns, {
    summary: 'List the import runs of an organization',
    query: {
      space: idField.optional().meta({ description: 'Target space.' }),
      changeRequest: idField.optional().meta({ description: 'Target change request.' }),
      site: idField.optional().meta({ description: 'Site of the run.' }),
      status: z
        .enum(['active', ...IMPORT_RUN_STATUSES])
        .optional()
        .meta({
          description: 'Status of the run; `active` for `pending` and `in-progress`.',
        }),
    },
    paged: true,
    returns: list(ImportRunResource),
  }),
  route(`POST ${ALL}`, startImportRun, {
    summary: 'Start an import run',
    cost: 'heavy',
    body: z.object({
      source: sourceInput,
      target,
      site: idField.optional().meta({
        description: 'Site to list the run under; by default the only site of the space.',
      }),
      enhance: z.boolean().optional().meta({ description: 'Accepted and without effect: imports use no AI.' }),
    }),
    returns: created(ImportRunResource),
  }),
  route(`GET ${ONE}`, getImportRun, {
    summary: 'Get an import run',
    returns: ok(ImportRunResource),
  }),
  route(`POST ${ONE}/cancel`, cancelImportRun, {
    summary: 'Cancel an import run',
    returns: ok(ImportRunResource),
  }),
]);
