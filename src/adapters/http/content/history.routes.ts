import * as z from 'zod';
import { restoreRevision, type RestoreResult } from '../../../application/content/history/restore-revision.ts';
import {
  listRevisionsInSpace,
  type RevisionList,
  type RevisionSummary,
} from '../../../application/content/history/revisions.ts';
import { REVISION_TYPES } from '../../../domain/content/revision.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import { answeredType, gitCommit, presentCommit } from './content.routes.ts';
import { idField, instant, uri } from '../kernel/fields.ts';
import { ok, present, resource, type Reply } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { UserResource } from '../users.routes.ts';

const RevisionSummaryResource = resource(
  'RevisionSummary',
  z.object({
    object: z.literal('revision'),
    id: z.string(),
    type: z.enum(REVISION_TYPES),
    parents: z.array(z.string()),
    createdAt: instant,
    createdBy: UserResource.schema
      .optional()
      .meta({ description: 'Author; absent for revisions created by Quire or by a deleted user.' }),
    mergedFrom: ChangeRequestResource.schema.optional(),
    git: gitCommit.optional(),
    urls: z.object({ app: uri, location: uri }),
  }),
  ({ revision: { id, spaceId, type, parents, createdAt, git }, author, mergedFrom }: RevisionSummary, links) => ({
    ...present({
      createdBy: author && UserResource.present(author, links),
      mergedFrom: mergedFrom && ChangeRequestResource.present(mergedFrom, links),
      git: git && presentCommit(git),
    }),
    object: 'revision' as const,
    id,
    type: answeredType(type, mergedFrom !== undefined),
    parents: [...parents],
    createdAt,
    urls: {
      app: links.app('spaces', spaceId, 'revisions', id),
      location: links.api('spaces', spaceId, 'revisions', id),
    },
  }),
);

const revisionList: Reply<RevisionList> = {
  statuses: {
    200: {
      description: 'One page of the list',
      schema: z.object({
        items: z.array(RevisionSummaryResource.schema),
        next: z.object({ page: z.string() }).optional().meta({
          description:
            'Next page of the list. With `pageId`, more items can follow a page with fewer items than the limit.',
        }),
        count: z.number().int().optional().meta({ description: 'Total number of items; absent with `pageId`.' }),
      }),
    },
  },
  answer: ({ items, next, count }, links) => ({
    status: 200,
    body: {
      items: items.map((item) => RevisionSummaryResource.present(item, links)),
      ...present({ next: next === undefined ? undefined : { page: next }, count }),
    },
  }),
};

const RestoreResource = resource(
  'RestoreResult',
  z.object({
    revision: z.string().meta({ description: 'Current revision of the primary content.' }),
    result: z
      .enum(['rollback', 'unchanged'])
      .meta({ description: '`unchanged`: the revision was already the current content, and no revision was created.' }),
  }),
  ({ revision, result }: RestoreResult) => ({ revision, result }),
);

export const historyRoutes = tagged('Content', [
  route('GET /v1/spaces/:spaceId/revisions', listRevisionsInSpace, {
    summary: 'List the revisions of a space',
    query: {
      pageId: idField.optional().meta({ description: 'Page that the revisions created, changed, moved or deleted.' }),
    },
    paged: true,
    returns: revisionList,
  }),
  route('POST /v1/spaces/:spaceId/revisions/:revisionId/restore', restoreRevision, {
    summary: 'Restore the content of a revision',
    conditional: true,
    returns: ok(RestoreResource),
  }),
]);
