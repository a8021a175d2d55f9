import { z } from 'zod';
import { restoreRevision, type RestoreResult } from '../../../application/history/restore-revision.ts';
import { listRevisions, type RevisionList, type RevisionSummary } from '../../../application/history/revisions.ts';
import { REVISION_TYPES } from '../../../domain/content/revision.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import { gitCommit } from './content.ts';
import { idField, idParam, instant, uri } from '../fields.ts';
import { ok, present, resource, type Reply } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';
import { UserResource } from '../people/users.ts';

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
      .meta({ description: 'Absent where Quire itself made it, or the user is gone.' }),
    mergedFrom: ChangeRequestResource.schema.optional(),
    git: gitCommit.optional(),
    urls: z.object({ app: uri, location: uri }),
  }),
  ({ revision: { id, spaceId, type, parents, createdAt, git }, author, mergedFrom }: RevisionSummary, links) => ({
    ...present({
      createdBy: author && UserResource.present(author, links),
      mergedFrom: mergedFrom && ChangeRequestResource.present(mergedFrom, links),
      git,
    }),
    object: 'revision' as const,
    id,
    type,
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
        next: z
          .object({ page: z.string() })
          .optional()
          .meta({ description: 'With `pageId` there may be more even after a page of fewer items than were wanted.' }),
        count: z.number().int().optional().meta({ description: 'Absent with `pageId`.' }),
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
    revision: z.string().meta({ description: 'Where the content of the space stands now.' }),
    result: z
      .enum(['rollback', 'unchanged'])
      .meta({ description: '`unchanged`: it was the present content already, and no revision was made.' }),
  }),
  ({ revision, result }: RestoreResult) => ({ revision, result }),
);

const tag = 'Content';
const inSpace = { spaceId: idParam };

export const historyRoutes = [
  route('GET /v1/spaces/:spaceId/revisions', listRevisions, {
    summary: 'List the revisions of the content of a space, the newest first',
    tag,
    path: inSpace,
    query: {
      pageId: idField.optional().meta({ description: 'Only those that created, changed, moved or deleted this page.' }),
    },
    paged: true,
    returns: revisionList,
  }),
  route('POST /v1/spaces/:spaceId/revisions/:revisionId/restore', restoreRevision, {
    summary: 'Make the content of a revision the present content of the space',
    tag,
    path: { ...inSpace, revisionId: idParam },
    conditional: true,
    returns: ok(RestoreResource),
  }),
];
