import { z } from 'zod';
import * as queries from '../../../application/content/content-queries.ts';
import type { PageView, RevisionView } from '../../../application/content/content-views.ts';
import { PAGE_FORMATS } from '../../../application/content/read-content.ts';
import { REVISION_TYPES } from '../../../domain/content/revision.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import {
  DocumentResource,
  FileResource,
  PageResource,
  PageSchema,
  PagesResource,
  presentPage,
  ReusableContentResource,
  variables,
} from './content-resources.ts';
import { idParam, instant, uri } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import { lazily } from '../kernel/lazy-list.ts';
import { list, ok, present, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

export const gitCommit = z
  .object({
    oid: z.string(),
    message: z.string(),
    createdByService: z.boolean(),
    url: z.string().optional(),
    ref: z.string().optional(),
  })
  .meta({ id: 'GitCommit' });

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
    variables,
    createdAt: instant,
    mergedFrom: ChangeRequestResource.schema.optional(),
    git: gitCommit.optional(),
    urls: z.object({ app: uri }),
  }),
  (view: RevisionView, links) => {
    const { revision, place, metadata, mergedFrom } = view;
    const { id, type, parents, createdAt, git } = revision;
    return {
      ...present({
        git: metadata ? git : undefined,
        mergedFrom: mergedFrom && ChangeRequestResource.present(mergedFrom, links),
      }),
      object: 'revision' as const,
      id,
      type,
      parents: [...parents],
      pages: lazily(view.pages, (node) => presentPage(node, view, links)),
      files: view.files.map((file) => FileResource.present(file, links)),
      reusableContents: view.reusableContents.map((content) =>
        ReusableContentResource.present({ content, metadata }, links),
      ),
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
const pageReading = {
  ...reading,
  format: z.enum(PAGE_FORMATS).optional().meta({ description: 'Format of the page text; markdown by default.' }),
  evaluated: flag().default(false).meta({
    description: 'Whether expressions are replaced by values, and includes by reusable content.',
  }),
};
const { evaluated } = pageReading;
const schema = z
  .enum(['current', 'next'])
  .default('current')
  .meta({ description: 'Version of the block schema; both values are equivalent.' });
const documentId = z.string().min(1).max(200);
const revisionOf = ({ place }: { readonly place: PageView['place'] }): string => place.revisionId;

const tag = 'Content';
const inSpace = { spaceId: idParam };
const inChangeRequest = { ...inSpace, changeRequestId: idParam };
const inRevision = { ...inSpace, revisionId: idParam };
/** Path of a page, with plain or encoded slashes and an optional one at the end; the empty path is the home page. */
const byPath = { pagePath: z.string().max(10_000) };

export const contentRoutes = [
  route('GET /v1/spaces/:spaceId/content', queries.getCurrentRevision, {
    summary: 'Get the primary content of a space',
    tag,
    path: inSpace,
    query: reading,
    returns: ok(RevisionResource),
    revision: revisionOf,
  }),
  route('GET /v1/spaces/:spaceId/content/pages', queries.listPages, {
    summary: 'List the pages of a space',
    tag,
    path: inSpace,
    query: reading,
    returns: ok(PagesResource),
    revision: revisionOf,
  }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId', queries.getPageById, {
    summary: 'Get a page',
    tag,
    path: { ...inSpace, pageId: idParam },
    query: pageReading,
    returns: ok(PageResource),
    revision: revisionOf,
    immutable: true,
  }),
  route('GET /v1/spaces/:spaceId/content/path/:pagePath*', queries.getPageByPath, {
    summary: 'Get a page by its path',
    tag,
    path: { ...inSpace, ...byPath },
    query: pageReading,
    returns: ok(PageResource),
    revision: revisionOf,
    immutable: true,
  }),
  route('GET /v1/spaces/:spaceId/content/files', queries.listFiles, {
    summary: 'List the files of a space',
    tag,
    path: inSpace,
    query: reading,
    paged: true,
    returns: list(FileResource),
  }),
  route('GET /v1/spaces/:spaceId/content/files/:fileId', queries.getFileById, {
    summary: 'Get a file',
    tag,
    path: { ...inSpace, fileId: idParam },
    query: reading,
    returns: ok(FileResource),
  }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId/document', queries.getPageDocumentById, {
    summary: 'Get the document of a page',
    tag,
    path: { ...inSpace, pageId: idParam },
    query: { evaluated, schema },
    returns: ok(DocumentResource),
  }),
  route('GET /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId', queries.getReusableContentById, {
    summary: 'Get a reusable content',
    tag,
    path: { ...inSpace, reusableContentId: idParam },
    query: reading,
    returns: ok(ReusableContentResource),
  }),
  route('GET /v1/spaces/:spaceId/documents/:documentId', queries.getDocumentById, {
    summary: 'Get a document by its ID',
    tag,
    path: { ...inSpace, documentId },
    query: { schema },
    returns: ok(DocumentResource),
  }),

  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content', queries.getRevisionOfChangeRequestById, {
    summary: 'Get the content of a change request',
    tag,
    path: inChangeRequest,
    query: reading,
    returns: ok(RevisionResource),
    revision: revisionOf,
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/pages', queries.listPagesInChangeRequest, {
    summary: 'List the pages of a change request',
    tag,
    path: inChangeRequest,
    query: reading,
    returns: ok(PagesResource),
    revision: revisionOf,
  }),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    queries.getPageInChangeRequestById,
    {
      summary: 'Get a page of a change request',
      tag,
      path: { ...inChangeRequest, pageId: idParam },
      query: pageReading,
      returns: ok(PageResource),
      revision: revisionOf,
      immutable: true,
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath*',
    queries.getPageInChangeRequestByPath,
    {
      summary: 'Get a page of a change request by its path',
      tag,
      path: { ...inChangeRequest, ...byPath },
      query: pageReading,
      returns: ok(PageResource),
      revision: revisionOf,
      immutable: true,
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files',
    queries.listFilesInChangeRequestById,
    {
      summary: 'List the files of a change request',
      tag,
      path: inChangeRequest,
      query: reading,
      paged: true,
      returns: list(FileResource),
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId',
    queries.getFileInChangeRequestById,
    {
      summary: 'Get a file of a change request',
      tag,
      path: { ...inChangeRequest, fileId: idParam },
      query: reading,
      returns: ok(FileResource),
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/document',
    queries.getPageDocumentInChangeRequestById,
    {
      summary: 'Get the document of a page of a change request',
      tag,
      path: { ...inChangeRequest, pageId: idParam },
      query: { evaluated, schema },
      returns: ok(DocumentResource),
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId',
    queries.getReusableContentInChangeRequestById,
    {
      summary: 'Get a reusable content of a change request',
      tag,
      path: { ...inChangeRequest, reusableContentId: idParam },
      query: reading,
      returns: ok(ReusableContentResource),
    },
  ),

  route('GET /v1/spaces/:spaceId/revisions/:revisionId', queries.getRevisionById, {
    summary: 'Get a revision',
    tag,
    path: inRevision,
    query: reading,
    returns: ok(RevisionResource),
    revision: revisionOf,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/pages', queries.listPagesInRevisionById, {
    summary: 'List the pages of a revision',
    tag,
    path: inRevision,
    query: reading,
    returns: ok(PagesResource),
    revision: revisionOf,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId', queries.getPageInRevisionById, {
    summary: 'Get a page of a revision',
    tag,
    path: { ...inRevision, pageId: idParam },
    query: pageReading,
    returns: ok(PageResource),
    revision: revisionOf,
    immutable: true,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath*', queries.getPageInRevisionByPath, {
    summary: 'Get a page of a revision by its path',
    tag,
    path: { ...inRevision, ...byPath },
    query: pageReading,
    returns: ok(PageResource),
    revision: revisionOf,
    immutable: true,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/files', queries.listFilesInRevisionById, {
    summary: 'List the files of a revision',
    tag,
    path: inRevision,
    query: reading,
    paged: true,
    returns: list(FileResource),
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/files/:fileId', queries.getFileInRevisionById, {
    summary: 'Get a file of a revision',
    tag,
    path: { ...inRevision, fileId: idParam },
    query: reading,
    returns: ok(FileResource),
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document', queries.getPageDocumentInRevisionById, {
    summary: 'Get the document of a page of a revision',
    tag,
    path: { ...inRevision, pageId: idParam },
    query: { evaluated, schema },
    returns: ok(DocumentResource),
  }),
  route(
    'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId',
    queries.getReusableContentInRevisionById,
    {
      summary: 'Get a reusable content of a revision',
      tag,
      path: { ...inRevision, reusableContentId: idParam },
      query: reading,
      returns: ok(ReusableContentResource),
    },
  ),
];
