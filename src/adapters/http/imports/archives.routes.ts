import * as z from 'zod';
import { getSpaceArchive } from '../../../application/imports/get-archive.ts';
import { importSpaceArchive, type ArchiveImportView } from '../../../application/imports/import-archive.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import { idParam } from '../kernel/fields.ts';
import { presentReport, reportEntry } from '../git/git-sync.routes.ts';
import { ok, resource, type Reply } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const ArchiveLinkResource = resource(
  'ArchiveLink',
  z.object({
    url: z.url().max(2048).meta({ description: 'URL of the archive, which needs no token for an hour.' }),
    report: z
      .array(reportEntry)
      .meta({ description: 'Files of the space that are missing from the archive, with reasons.' }),
  }),
  ({ path, report }: { readonly path: string; readonly report: readonly SyncReportEntry[] }, links) => ({
    url: links.at(path),
    report: presentReport(report),
  }),
);

const ArchiveImport = z
  .object({
    revision: z.string().meta({ description: 'Revision with the content of the archive.' }),
    pages: z.number().int(),
    files: z.number().int(),
    report: z.array(reportEntry),
  })
  .meta({ id: 'ArchiveImport' });

/** Reply with the imported revision as `Location`. */
const imported: Reply<ArchiveImportView> = {
  statuses: { 201: { description: 'Imported', schema: ArchiveImport } },
  answer: ({ spaceId, revision, pages, files, report }, links) => ({
    status: 201,
    body: { revision, pages, files, report: presentReport(report) },
    location: links.api('spaces', spaceId, 'revisions', revision),
  }),
};

export const archiveRoutes = tagged('Git', [
  route('GET /v1/spaces/:spaceId/archive', getSpaceArchive, {
    summary: 'Get a ZIP archive link for a space',
    cost: 'heavy',
    returns: ok(ArchiveLinkResource),
  }),
  route('POST /v1/spaces/:spaceId/archive', importSpaceArchive, {
    summary: 'Replace the content of a space from a ZIP archive',
    cost: 'heavy',
    conditional: true,
    body: z.object({
      key: idParam.meta({
        description:
          'Key of the archive, uploaded as a `space_archive`, or as an `organization_file` within the size limit of such files.',
      }),
    }),
    returns: imported,
  }),
]);
