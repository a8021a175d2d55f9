import * as z from 'zod';
import {
  getComputedDocument,
  getComputedRevision,
  type ComputedRevisionView,
} from '../../../application/content/computed-sources.ts';
import type { PageNode } from '../../../domain/content/content-reads.ts';
import { computed } from './content-changes.ts';
import {
  DocumentResource,
  FileResource,
  PageSchema,
  presentPage,
  ReusableContentResource,
  schema,
  type PageBody,
} from './content-resources.ts';
import type { Links } from '../kernel/links.ts';
import { ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

/** Presents a page whose document is computed from its own source. */
function presentComputedPage(node: PageNode, view: ComputedRevisionView, links: Links): PageBody {
  const shown = presentPage({ ...node, pages: [] }, view, links);
  if (shown.type !== 'document' && shown.type !== 'group') return shown;
  const pages = node.pages.map((below) => presentComputedPage(below, view, links));
  if (shown.type === 'group') return { ...shown, pages };
  const { documentId: _documentId, ...page } = shown;
  return { ...page, ...view.sourceOf(node), pages };
}

const ComputedRevisionResource = resource(
  'ComputedRevision',
  z.object({
    pages: z.array(PageSchema),
    files: z.array(FileResource.schema),
    reusableContents: z.array(ReusableContentResource.schema),
  }),
  (view: ComputedRevisionView, links) => ({
    pages: view.pages.map((node) => presentComputedPage(node, view, links)),
    files: view.files.map((file) => FileResource.present(file, links)),
    reusableContents: view.reusableContents.map((content) =>
      ReusableContentResource.present({ content, metadata: view.metadata }, links),
    ),
  }),
);

const body = z.object({
  source: computed.meta({
    description: 'Source of the content; its type must be builtin:openapi or builtin:translation.',
  }),
  seed: z.string().min(1).max(200).meta({ description: 'Seed of the IDs: equal sources and seeds give equal IDs.' }),
});

export const computedRoutes = tagged('Content', [
  route('POST /v1/spaces/:spaceId/content/computed/document', getComputedDocument, {
    summary: 'Get a computed document',
    query: { schema },
    body,
    cost: 'read',
    returns: ok(DocumentResource),
  }),
  route('POST /v1/spaces/:spaceId/content/computed/revision', getComputedRevision, {
    summary: 'Get the pages of a computed source',
    body,
    cost: 'read',
    returns: ok(ComputedRevisionResource),
  }),
]);
