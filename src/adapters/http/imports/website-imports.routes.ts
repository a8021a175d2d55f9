import * as z from 'zod';
import {
  importContent,
  importContentInChangeRequest,
  importContentInPageById,
  importContentInChangeRequestPageById,
  type ContentImportView,
} from '../../../application/imports/import-content.ts';
import { IMPORT_SOURCES } from '../../../ports/imports/web-import.ts';
import { serviceUrl, wrongValue } from '../kernel/fields.ts';
import type { Reply } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const ImportResult = z
  .object({
    revision: z.string().meta({ description: 'Revision created by the import.' }),
    importedResources: z.number().int().meta({ description: 'Number of imported pages and images.' }),
    totalResources: z.number().int().meta({
      description: 'Number of pages and images found, including those that were unavailable or beyond a limit.',
    }),
  })
  .meta({ id: 'ImportResult' });

/** Reply with the imported revision as `Location`. */
const imported: Reply<ContentImportView> = {
  statuses: { 201: { description: 'Imported', schema: ImportResult } },
  answer: ({ spaceId, revision, importedResources, totalResources }, links) => ({
    status: 201,
    body: { revision, importedResources, totalResources },
    location: links.api('spaces', spaceId, 'revisions', revision),
  }),
};

const body = z.object({
  url: serviceUrl.meta({
    description: 'URL of the content; for a website, the start page, above which nothing is imported.',
  }),
  source: z
    .enum(IMPORT_SOURCES, { error: wrongValue(`must be one of ${IMPORT_SOURCES.join(', ')}`) })
    .meta({ description: 'Source type: a whole website, or one page as HTML or Markdown.' }),
});

const common = { body, cost: 'heavy', conditional: true, returns: imported } as const;

export const contentImportRoutes = tagged('Content', [
  route('POST /v1/spaces/:spaceId/content/import', importContent, {
    summary: 'Import pages from the web into a space',
    ...common,
  }),
  route('POST /v1/spaces/:spaceId/content/page/:pageId/import', importContentInPageById, {
    summary: 'Import pages from the web below a page',
    ...common,
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content/import', importContentInChangeRequest, {
    summary: 'Import pages from the web into a change request',
    ...common,
  }),
  route(
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/import',
    importContentInChangeRequestPageById,
    {
      summary: 'Import pages from the web below a page of a change request',
      ...common,
    },
  ),
]);
