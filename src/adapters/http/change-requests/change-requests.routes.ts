import * as z from 'zod';
import {
  createChangeRequest,
  getChangeRequestById,
  listChangeRequestsForSpace,
  updateChangeRequestById,
  getContributorsByChangeRequestId,
} from '../../../application/change-requests/change-requests.ts';
import { listChangeRequestConversations } from '../../../application/change-requests/conversations.ts';
import { updateChangeRequestContent } from '../../../application/change-requests/edit-content.ts';
import { listChangeRequestsForOrganization } from '../../../application/change-requests/inbox.ts';
import {
  mergeChangeRequest,
  updateChangeRequest,
  type UpdateResult,
} from '../../../application/change-requests/merge-change-request.ts';
import type { ChangeRequestView } from '../../../application/change-requests/change-request-view.ts';
import {
  CHANGE_REQUEST_STATUSES,
  INITIAL_STATUSES,
  SETTABLE_STATUSES,
} from '../../../domain/change-requests/change-request.ts';
import { INBOX_ORDERS } from '../../../ports/change-requests/change-request-inbox.ts';
import type { Contributor } from '../../../ports/change-requests/review-reads.ts';
import { ChangeRequestResource, descriptionInput, linksInput, newLinksInput } from './change-request-resource.ts';
import { conflict } from './conflicts.routes.ts';
import { contentChanges } from '../content/content-changes.ts';
import { editedContent } from '../content/edited-content.ts';
import { idField, instant } from '../kernel/fields.ts';
import { flag, many } from '../kernel/input.ts';
import { created, list, ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { UserResource } from '../users.routes.ts';

const MergeResource = resource(
  'MergeResult',
  z.object({ revision: z.string(), result: z.literal('merge') }),
  (merged: { revision: string; result: 'merge' }) => merged,
);
const ConversationResource = resource(
  'AgentConversation',
  z.object({
    object: z.literal('agent-conversation'),
    id: z.string(),
    title: z.string().optional(),
    shared: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  }),
  (conversation: never) => conversation,
);
const UpdateResource = resource(
  'UpdateResult',
  z.object({ revision: z.string(), result: z.enum(['update', 'conflicts']), conflicts: z.array(conflict).optional() }),
  ({ revision, result, conflicts }: UpdateResult) => ({
    revision,
    result,
    ...(conflicts && { conflicts: [...conflicts] }),
  }),
);

const ContributorResource = resource(
  'Contributor',
  z.object({
    user: UserResource.schema,
    updatedAt: instant,
    count: z.number().int().meta({ description: 'Number of revisions.' }),
    actionType: z.literal('edit').meta({ description: 'Kind of contribution; commenters are listed apart.' }),
  }),
  ({ user, updatedAt, count }: Contributor, links) => ({
    user: UserResource.present(user, links),
    updatedAt,
    count,
    actionType: 'edit' as const,
  }),
);

const subject = z.string().max(100);
const creator = idField.optional().meta({ description: 'Creator of the change requests.' });
const contributor = idField.optional().meta({ description: 'Creator or editor of the change requests.' });
const requestedReviewer = idField
  .optional()
  .meta({ description: 'User whose review was requested, also through a team.' });
/** Filters that newer clients have, by what there is nothing of. */
const vendorFilters = {
  topic: idField.optional().meta({ description: 'Topic of a site; no change request has one.' }),
};
const orderBy = z.enum(INBOX_ORDERS);
const revision = ({ head }: ChangeRequestView): string => head.revisionId;

export const changeRequestRoutes = tagged('Change requests', [
  route('GET /v1/orgs/:organizationId/change-requests', listChangeRequestsForOrganization, {
    summary: 'List the change requests of an organization',
    query: {
      status: many(z.enum(CHANGE_REQUEST_STATUSES)).default(['open']),
      creator,
      contributor,
      requestedReviewer,
      site: idField.optional().meta({ description: 'Site that contains the spaces.' }),
      space: idField.optional(),
      ...vendorFilters,
      styleguideRun: idField.optional().meta({ description: 'Run of a style guide; no change request has one.' }),
      finding: z.enum(['none', 'all']).optional().meta({
        description: 'Whether change requests of findings are included; no change request has one.',
      }),
      orderBy: orderBy.default('updatedAt'),
    },
    paged: true,
    returns: list(ChangeRequestResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests', listChangeRequestsForSpace, {
    summary: 'List the change requests of a space',
    query: {
      status: z.enum(CHANGE_REQUEST_STATUSES).default('open'),
      creator,
      contributor,
      requestedReviewer,
      ...vendorFilters,
      orderBy: orderBy.default('createdAt').meta({
        description: 'Order, the newest first; with `Quire-Version: 2`, `updatedAt` is the default.',
      }),
    },
    version2: { query: { orderBy: orderBy.default('updatedAt') } },
    paged: true,
    returns: list(ChangeRequestResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests', createChangeRequest, {
    summary: 'Create a change request',
    body: z.object({
      subject: subject.optional(),
      description: descriptionInput.optional(),
      links: newLinksInput.optional(),
      agentTaskId: idField.optional(),
      status: z.enum(INITIAL_STATUSES).optional().meta({ description: 'Status to start with; `open` by default.' }),
    }),
    returns: created(ChangeRequestResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId', getChangeRequestById, {
    summary: 'Get a change request',
    returns: ok(ChangeRequestResource),
    revision,
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/contributors', getContributorsByChangeRequestId, {
    summary: 'List the contributors to a change request',
    paged: true,
    returns: list(ContributorResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/conversations', listChangeRequestConversations, {
    summary: 'List the agent conversations of a change request',
    paged: true,
    returns: list(ConversationResource),
  }),
  route('PATCH /v1/spaces/:spaceId/change-requests/:changeRequestId', updateChangeRequestById, {
    summary: 'Update a change request',
    body: z.object({
      subject: subject.optional(),
      description: descriptionInput.optional(),
      links: linksInput.optional(),
      status: z.enum(SETTABLE_STATUSES).optional(),
    }),
    conditional: true,
    returns: ok(ChangeRequestResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content', updateChangeRequestContent, {
    summary: 'Update the content of a change request',
    query: { compat: flag().default(true).meta({ description: 'Whether the response is the change request alone.' }) },
    body: contentChanges,
    large: true,
    conditional: true,
    returns: editedContent,
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/merge', mergeChangeRequest, {
    summary: 'Merge a change request',
    conditional: true,
    returns: ok(MergeResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/update', updateChangeRequest, {
    summary: 'Update a change request from the primary content',
    conditional: true,
    returns: ok(UpdateResource),
  }),
]);
