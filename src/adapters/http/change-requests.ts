import { z } from 'zod';
import { createChangeRequest, getChangeRequest, listChangeRequests, updateChangeRequest } from '../../application/change-requests/change-requests.ts';
import { updateChangeRequestContent } from '../../application/change-requests/edit-content.ts';
import { mergeChangeRequest, updateFromPrimary, type UpdateResult } from '../../application/change-requests/merge-change-request.ts';
import type { ChangeRequestView } from '../../application/change-requests/change-request-view.ts';
import { CHANGE_REQUEST_STATUSES, SETTABLE_STATUSES } from '../../domain/change-requests/change-request.ts';
import { CONFLICT_KINDS } from '../../domain/content/conflict.ts';
import { ChangeRequestResource } from './change-request-resource.ts';
import { contentChanges, editedContent } from './content-changes.ts';
import { idField, idParam } from './fields.ts';
import { flag } from './kernel/input.ts';
import { created, list, ok, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';

const conflict = z
  .object({
    kind: z.enum(CONFLICT_KINDS),
    subject: z.object({ kind: z.enum(['page', 'file', 'reusable-content', 'variable']), id: z.string() }),
    page: z.string().optional(),
    path: z.string(),
    field: z.string().optional(),
    base: z.unknown().meta({ description: 'As both found it; null where it did not exist.' }),
    ours: z.unknown().meta({ description: 'The side of the space.' }),
    theirs: z.unknown().meta({ description: 'The side of the change request.' }),
  })
  .meta({ id: 'Conflict' });

const MergeResource = resource('MergeResult', z.object({ revision: z.string(), result: z.literal('merge') }), (merged: { revision: string; result: 'merge' }) => merged);
const UpdateResource = resource(
  'UpdateResult',
  z.object({ revision: z.string(), result: z.enum(['update', 'conflicts']), conflicts: z.array(conflict).optional() }),
  ({ revision, result, conflicts }: UpdateResult) => ({ revision, result, ...(conflicts && { conflicts: [...conflicts] }) }),
);

const tag = 'Change requests';
const inSpace = { spaceId: idParam };
const changeRequest = { ...inSpace, changeRequestId: idParam.meta({ description: 'Its id, or its number within the space.' }) };
const subject = z.string().max(100);
const revision = ({ head }: ChangeRequestView): string => head.revisionId;

export const changeRequestRoutes = [
  route('GET /v1/spaces/:spaceId/change-requests', listChangeRequests, {
    summary: 'List the change requests of a space, the newest first',
    tag,
    path: inSpace,
    query: { status: z.enum(CHANGE_REQUEST_STATUSES).default('open'), contributor: idField.optional().meta({ description: 'Only those that this user created or edited.' }) },
    paged: true,
    returns: list(ChangeRequestResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests', createChangeRequest, {
    summary: 'Open a change request',
    tag,
    path: inSpace,
    body: z.object({ subject: subject.optional(), agentTaskId: idField.optional() }),
    returns: created(ChangeRequestResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId', getChangeRequest, { summary: 'Get a change request', tag, path: changeRequest, returns: ok(ChangeRequestResource), revision }),
  route('PATCH /v1/spaces/:spaceId/change-requests/:changeRequestId', updateChangeRequest, {
    summary: 'Change the subject or the status of a change request',
    tag,
    path: changeRequest,
    body: z.object({ subject: subject.optional(), status: z.enum(SETTABLE_STATUSES).optional() }),
    conditional: true,
    returns: ok(ChangeRequestResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content', updateChangeRequestContent, {
    summary: 'Change the content of a change request',
    tag,
    path: changeRequest,
    query: { compat: flag().default(true).meta({ description: 'Whether the answer is the change request alone.' }) },
    body: contentChanges,
    large: true,
    conditional: true,
    returns: editedContent,
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/merge', mergeChangeRequest, { summary: 'Merge a change request', tag, path: changeRequest, conditional: true, returns: ok(MergeResource) }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/update', updateFromPrimary, { summary: 'Update a change request from the space', tag, path: changeRequest, conditional: true, returns: ok(UpdateResource) }),
];
