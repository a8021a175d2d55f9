import * as z from 'zod';
import * as queries from '../../../application/content/content-queries.ts';
import type { DeferredContent, PageView, RevisionView } from '../../../application/content/content-views.ts';
import { MARKDOWN_REFERENCES, PAGE_FORMATS } from '../../../application/content/page-body.ts';
import { REVISION_TYPES, type Revision, type RevisionType } from '../../../domain/content/revision.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import {
  DocumentResource,
  FileResource,
  PageMetaLinksResource,
  PageResource,
  PageSchema,
  PagesResource,
  presentPage,
  ReusableContentResource,
  schema,
  tags,
  variables,
} from './content-resources.ts';
import { instant, uri } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import { lazily } from '../kernel/lazy-list.ts';
import { list, ok, present, resource, whenLoaded, type Reply, type Resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { UserResource } from '../users.routes.ts';

export const gitCommit = z
  .object({
    oid: z.string(),
    message: z.string(),
    createdByService: z.boolean(),
    createdByGitBook: z.boolean().meta({ description: 'Same as `createdByService`, by the name that clients know.' }),
    url: z.string().optional(),
    ref: z.string().optional(),
  })
  .meta({ id: 'GitCommit' });

export const presentCommit = (commit: NonNullable<Revision['git']>): z.infer<typeof gitCommit> => ({
  ...commit,
  createdByGitBook: commit.createdByService,
});

/** Returns the type of a revision as clients know it: a merge is always of a change request, never of a Git branch. */
export const answeredType = (type: RevisionType, isOfChangeRequest: boolean): RevisionType =>
  type === 'merge' && !isOfChangeRequest ? 'edits' : type;

export const RevisionResource = resource(
  'Revision',
  z.object({
    object: z.literal('revision'),
    id: z.string(),
    type: z.enum(REVISION_TYPES),
    parents: z.array(z.string()).meta({
      description:
        'Parent revisions: the previous revision first; for a merge, an update or a rollback, the incoming revision second.',
    }),
    pages: z.array(PageSchema),
    files: z.array(FileResource.schema),
    reusableContents: z.array(ReusableContentResource.schema),
    tags,
    variables,
    createdAt: instant,
    createdBy: UserResource.schema.optional().meta({
      description:
        'Author, in the answer of `getRevisionById` to members; absent for revisions created by Quire or by a deleted user.',
    }),
    mergedFrom: ChangeRequestResource.schema.optional(),
    git: gitCommit.optional(),
    urls: z.object({ app: uri }),
  }),
  (view: RevisionView, links) => {
    const { revision, place, metadata, author, mergedFrom } = view;
    const { id, type, parents, createdAt, git } = revision;
    return {
      ...present({
        git: metadata && git ? presentCommit(git) : undefined,
        createdBy: author && UserResource.present(author, links),
        mergedFrom: mergedFrom && ChangeRequestResource.present(mergedFrom, links),
      }),
      object: 'revision' as const,
      id,
      type: answeredType(type, mergedFrom !== undefined),
      parents: [...parents],
      pages: lazily(view.pages, (node) => presentPage(node, view, links)),
      files: lazily(view.files, (file) => FileResource.present(view.viewOfFile(file), links)),
      reusableContents: view.reusableContents.map((content) =>
        ReusableContentResource.present({ content, metadata }, links),
      ),
      tags: [],
      variables: Object.fromEntries(view.variables),
      createdAt,
      urls: { app: links.app('spaces', place.spaceId, 'revisions', id) },
    };
  },
);

const reading = {
  metadata: flag().default(true).meta({ description: 'Whether Git metadata is included.' }),
  computed: flag().default(true).meta({ description: 'Whether computed content is evaluated.' }),
};
const textReading = {
  evaluated: z
    .enum(['true', 'false', 'deterministic-only'])
    .transform((mode) => (mode === 'deterministic-only' ? mode : mode === 'true'))
    .default(false)
    .meta({
      description:
        'Whether expressions are replaced by values, hidden conditional content is omitted, and includes are replaced by reusable content; `deterministic-only` evaluates what depends on variables alone.',
    }),
  dereferenced: z
    .enum(['true', 'false', 'reusable-contents'])
    .transform((mode) => (mode === 'reusable-contents' ? mode : mode === 'true'))
    .default(false)
    .meta({ description: 'Whether includes are replaced by reusable content; both values do the same.' }),
};
const pageReading = {
  ...reading,
  format: z.enum(PAGE_FORMATS).optional().meta({ description: 'Format of the page text; markdown by default.' }),
  'format.markdown.refs': z.enum(MARKDOWN_REFERENCES).optional().meta({
    description:
      'Links in Markdown: as they are stored by default; with `relative`, links to pages are relative to the page; with `stable`, links are by ID, such as `/pages/<id>` and `/files/<id>`.',
  }),
  ...textReading,
};
const reusableContentReading = {
  ...reading,
  format: z
    .enum(['markdown'])
    .optional()
    .meta({ description: 'Format of the text; without it, the text is left out.' }),
};
/** Path of a page, with plain or encoded slashes and an optional one at the end; the empty path is the home page. */
const pagePath = z.string().max(10_000);
const documentId = z.string().min(1).max(200);
/** Reply 200 with the resource of content that grows with its space. */
const content = <Output>(of: Resource<Output>): Reply<DeferredContent<Output>> => whenLoaded(of);
const revisionOf = ({ place }: { readonly place: PageView['place'] }): string => place.revisionId;

/** Parameters and results that reads of the primary content, of change requests and of revisions have in common. */
const wholeContent = { query: reading, returns: content(RevisionResource), revision: revisionOf };
const pages = { query: reading, returns: content(PagesResource), revision: revisionOf };
const page = { query: pageReading, returns: ok(PageResource), revision: revisionOf, immutable: true } as const;
const files = { query: reading, paged: true, returns: list(FileResource) } as const;
const file = { query: reading, returns: ok(FileResource) };
const pageDocument = { query: { ...textReading, schema }, returns: ok(DocumentResource) };
const reusableContents = { query: reading, paged: true, returns: list(ReusableContentResource) } as const;
const reusableContent = { query: reusableContentReading, returns: ok(ReusableContentResource) };

export const contentRoutes = tagged('Content', [
  route('GET /v1/spaces/:spaceId/content', queries.getCurrentRevision, {
    summary: 'Get the primary content of a space',
    ...wholeContent,
  }),
  route('GET /v1/spaces/:spaceId/content/pages', queries.listPages, { summary: 'List the pages of a space', ...pages }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId', queries.getPageById, { summary: 'Get a page', ...page }),
  route('GET /v1/spaces/:spaceId/content/path/:pagePath*', queries.getPageByPath, {
    summary: 'Get a page by its path',
    path: { pagePath },
    ...page,
  }),
  route('GET /v1/spaces/:spaceId/content/files', queries.listFiles, { summary: 'List the files of a space', ...files }),
  route('GET /v1/spaces/:spaceId/content/files/:fileId', queries.getFileById, { summary: 'Get a file', ...file }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId/document', queries.getPageDocumentById, {
    summary: 'Get the document of a page',
    ...pageDocument,
  }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId/meta-links', queries.listSpacePageMetaLinks, {
    summary: 'List the meta links of a page',
    returns: ok(PageMetaLinksResource),
  }),
  route('GET /v1/spaces/:spaceId/content/reusable-contents', queries.listReusableContents, {
    summary: 'List the reusable contents of a space',
    ...reusableContents,
  }),
  route('GET /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId', queries.getReusableContentById, {
    summary: 'Get a reusable content',
    ...reusableContent,
  }),
  route('GET /v1/spaces/:spaceId/documents/:documentId', queries.getDocumentById, {
    summary: 'Get a document by its ID',
    path: { documentId },
    query: { schema },
    returns: ok(DocumentResource),
  }),

  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content', queries.getRevisionOfChangeRequestById, {
    summary: 'Get the content of a change request',
    ...wholeContent,
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/pages', queries.listPagesInChangeRequest, {
    summary: 'List the pages of a change request',
    ...pages,
  }),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    queries.getPageInChangeRequestById,
    { summary: 'Get a page of a change request', ...page },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath*',
    queries.getPageInChangeRequestByPath,
    { summary: 'Get a page of a change request by its path', path: { pagePath }, ...page },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files',
    queries.listFilesInChangeRequestById,
    { summary: 'List the files of a change request', ...files },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId',
    queries.getFileInChangeRequestById,
    { summary: 'Get a file of a change request', ...file },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/document',
    queries.getPageDocumentInChangeRequestById,
    { summary: 'Get the document of a page of a change request', ...pageDocument },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    queries.listChangeRequestPageMetaLinks,
    { summary: 'List the meta links of a page of a change request', returns: ok(PageMetaLinksResource) },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents',
    queries.listReusableContentsInChangeRequest,
    { summary: 'List the reusable contents of a change request', ...reusableContents },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId',
    queries.getReusableContentInChangeRequestById,
    { summary: 'Get a reusable content of a change request', ...reusableContent },
  ),

  route('GET /v1/spaces/:spaceId/revisions/:revisionId', queries.getRevisionById, {
    summary: 'Get a revision',
    ...wholeContent,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/pages', queries.listPagesInRevisionById, {
    summary: 'List the pages of a revision',
    ...pages,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId', queries.getPageInRevisionById, {
    summary: 'Get a page of a revision',
    ...page,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath*', queries.getPageInRevisionByPath, {
    summary: 'Get a page of a revision by its path',
    path: { pagePath },
    ...page,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/files', queries.listFilesInRevisionById, {
    summary: 'List the files of a revision',
    ...files,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/files/:fileId', queries.getFileInRevisionById, {
    summary: 'Get a file of a revision',
    ...file,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document', queries.getPageDocumentInRevisionById, {
    summary: 'Get the document of a page of a revision',
    ...pageDocument,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links', queries.listRevisionPageMetaLinks, {
    summary: 'List the meta links of a page of a revision',
    returns: ok(PageMetaLinksResource),
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents', queries.listReusableContentsInRevisionById, {
    summary: 'List the reusable contents of a revision',
    ...reusableContents,
  }),
  route(
    'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId',
    queries.getReusableContentInRevisionById,
    { summary: 'Get a reusable content of a revision', ...reusableContent },
  ),
  route(
    'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    queries.getReusableContentDocumentInRevisionById,
    {
      summary: 'Get the document of a reusable content of a revision',
      query: textReading,
      returns: ok(DocumentResource),
    },
  ),
]);
