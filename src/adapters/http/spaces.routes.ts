import { z } from 'zod';
import {
  createSpace,
  getSpaceById,
  listSpacesInOrganizationById,
  updateSpaceById,
} from '../../application/spaces/spaces.ts';
import type { SpaceView } from '../../application/spaces/space-view.ts';
import { duplicateSpace } from '../../application/spaces/duplicate-space.ts';
import { deleteSpaceById, restoreSpace } from '../../application/spaces/space-deletion.ts';
import { moveSpace } from '../../application/collections/move.ts';
import { transferSpace } from '../../application/collections/transfer.ts';
import type { RemovedAccess } from '../../application/collections/transfer-dependents.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import { MAX_APPROVALS, toStandardRules, type MergeRules } from '../../domain/change-requests/merge-rules.ts';
import { MAX_EXPRESSION_LENGTH } from '../../domain/kernel/expressions/expression.ts';
import { EDIT_MODES, SPACE_VISIBILITIES } from '../../domain/spaces.ts';
import {
  defaultLevel,
  dropped,
  emoji,
  idField,
  idParam,
  instant,
  moveInput,
  transferInput,
  shortTitle,
  uri,
  webUrl,
} from './kernel/fields.ts';
import { GitSyncFactsSchema, presentGitSyncFacts } from './git/git-sync.routes.ts';
import { created, list, ok, present, removed, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';
import { templateInput } from './templates.routes.ts';

const RULES = {
  approvals: z.number().int().min(0).max(MAX_APPROVALS).meta({
    description:
      'Number of reviewers, besides the author, who must approve the current content. With any number, including 0, a review that requests changes blocks the merge.',
  }),
  upToDate: z
    .boolean()
    .meta({ description: 'Whether the change request must include the latest content of the space.' }),
  commentsResolved: z.boolean().meta({ description: 'Whether all comments of the change request must be resolved.' }),
  subject: z.boolean().meta({ description: 'Whether the change request must have a subject.' }),
  expression: z
    .string()
    .max(MAX_EXPRESSION_LENGTH)
    .meta({ description: 'Expression that must evaluate to `true`, over `changeRequest`, `reviews` and `merger`.' }),
};
const standardRule = z.discriminatedUnion('rule', [
  z.object({
    rule: z.enum([
      'require_at_least_one_approved_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
    ]),
  }),
  z.object({ rule: z.literal('custom'), expression: z.string() }),
]);
const mergeRules = z
  .object({
    type: z.enum(['none', 'rules']).meta({ description: '`none`: change requests are merged without conditions.' }),
    rules: z
      .array(standardRule)
      .optional()
      .meta({ description: 'The same rules in the form of newer clients; read-only.' }),
    ...z.object(RULES).partial().shape,
  })
  .meta({ id: 'MergeRules', description: 'Requirements for merging a change request.' });
/** Strict, so that a misspelt rule is not ignored. */
const mergeRulesInput = z.strictObject({
  type: z
    .enum(['none', 'rules'])
    .optional()
    .meta({ description: '`none` removes the rules; it cannot be none beside rules.' }),
  rules: z
    .array(standardRule)
    .optional()
    .meta({ description: 'Omitted, or as in the answer: it is read-only; set approvals and the other rules instead.' }),
  ...(Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, rule.nullish()])) as {
    [K in keyof typeof RULES]: z.ZodOptional<z.ZodNullable<(typeof RULES)[K]>>;
  }),
});

const presentMergeRules = (rules: MergeRules | null): z.input<typeof mergeRules> =>
  rules === null ? { type: 'none' } : { type: 'rules', rules: [...toStandardRules(rules)], ...rules };

/** Emoji of a space that has none of its own, by its code point: a blue book. Clients of the API require one. */
const DEFAULT_EMOJI = '1f4d8';

export const SpaceResource = resource(
  'Space',
  z.object({
    object: z.literal('space'),
    id: z.string(),
    title: z.string(),
    emoji: z.string(),
    visibility: z.enum(SPACE_VISIBILITIES),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: instant.optional(),
    editMode: z.enum(EDIT_MODES),
    urls: z.object({
      location: uri,
      app: uri,
      icon: uri.optional().meta({ description: 'URL of the icon of the space.' }),
      published: uri.optional().meta({ description: 'URL for readers with the share link key of the request.' }),
    }),
    organization: z.string(),
    parent: z.string().optional(),
    revision: z.string(),
    defaultLevel,
    comments: z.number().int(),
    changeRequests: z.number().int(),
    changeRequestsOpen: z.number().int(),
    changeRequestsDraft: z.number().int(),
    gitSync: GitSyncFactsSchema.optional(),
    mergeRules,
    permissions: z.object({
      view: z.boolean(),
      access: z.boolean(),
      admin: z.boolean(),
      viewInviteLinks: z.boolean(),
      edit: z.boolean(),
      triggerGitSync: z.boolean(),
      comment: z.boolean(),
      merge: z.boolean(),
      review: z.boolean(),
      installIntegration: z.literal(false),
    }),
  }),
  ({ space, level: own, shared }: SpaceView, links) => {
    const may = (permission: Permission) => isAllowed(permission, { level: own, member: true, operator: false });
    const { state, head, comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = space;
    const { id, title, visibility, createdAt, updatedAt, editMode } = state;
    return {
      ...present({
        deletedAt: state.deletedAt,
        parent: state.parentId,
        gitSync: space.gitSync && presentGitSyncFacts(id, space.gitSync),
      }),
      object: 'space' as const,
      id,
      title,
      emoji: state.emoji ?? DEFAULT_EMOJI,
      visibility,
      createdAt,
      updatedAt,
      editMode,
      mergeRules: presentMergeRules(state.mergeRules),
      urls: {
        location: links.api('spaces', id),
        app: links.app('spaces', id),
        ...(state.icon !== null && { icon: state.icon }),
        ...(shared && { published: links.site(shared.site, shared.path) }),
      },
      organization: state.organizationId,
      revision: head.revisionId,
      defaultLevel: state.defaultLevel,
      comments,
      changeRequests,
      changeRequestsOpen,
      changeRequestsDraft,
      permissions: {
        view: may('space:view'),
        access: may('space:view'),
        admin: may('space:admin'),
        viewInviteLinks: may('space:grant'),
        edit: may('space:edit'),
        triggerGitSync: may('space:git-sync'),
        comment: may('space:comment'),
        merge: may('space:merge'),
        review: may('space:review'),
        installIntegration: false as const,
      },
    };
  },
);

const TransferredSpace = resource(
  'TransferredSpace',
  SpaceResource.schema.extend({ dropped }),
  (output: SpaceView & { readonly dropped: RemovedAccess }, links) => ({
    ...SpaceResource.present(output, links),
    dropped: { users: [...output.dropped.users], teams: [...output.dropped.teams] },
  }),
);

const inOrganization = { organizationId: idParam };
const inSpace = { spaceId: idParam };
const editMode = z.enum(EDIT_MODES);

const computedSource = z
  .object({
    type: z.string().max(200).meta({ description: 'Only `builtin:openapi` can be used.' }),
    props: z.record(z.string(), z.unknown()).optional(),
    dependencies: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({
    description:
      'OpenAPI specification from which the pages of the space are computed. Cannot be set together with a template.',
  });
const newSpace = z.object({
  title: shortTitle.optional(),
  emoji: emoji.optional(),
  parent: idField.optional(),
  editMode: editMode.optional(),
  template: templateInput.optional(),
  computedSource: computedSource.optional(),
});
const spaceChange = z.object({
  title: shortTitle.optional(),
  emoji: emoji.nullable().optional(),
  icon: webUrl
    .nullable()
    .optional()
    .meta({ description: 'URL of an image; replaces the emoji. Cannot be set together with an emoji.' }),
  editMode: editMode.optional(),
  visibility: z.enum(SPACE_VISIBILITIES).optional(),
  defaultLevel: defaultLevel.optional(),
  mergeRules: mergeRulesInput.nullable().optional(),
});

export const spaceRoutes = [
  route('GET /v1/orgs/:organizationId/spaces', listSpacesInOrganizationById, {
    summary: 'List the spaces of an organization',
    tag: 'Spaces',
    path: inOrganization,
    paged: true,
    returns: list(SpaceResource),
  }),
  route('POST /v1/orgs/:organizationId/spaces', createSpace, {
    summary: 'Create a space',
    tag: 'Spaces',
    path: inOrganization,
    body: newSpace,
    returns: created(SpaceResource),
  }),
  route('GET /v1/spaces/:spaceId', getSpaceById, {
    summary: 'Get a space',
    tag: 'Spaces',
    path: inSpace,
    query: { shareKey: z.string().max(512).optional() },
    returns: ok(SpaceResource),
  }),
  route('PATCH /v1/spaces/:spaceId', updateSpaceById, {
    summary: 'Update a space',
    tag: 'Spaces',
    path: inSpace,
    body: spaceChange,
    returns: ok(SpaceResource),
  }),
  route('DELETE /v1/spaces/:spaceId', deleteSpaceById, {
    summary: 'Delete a space',
    tag: 'Spaces',
    path: inSpace,
    returns: removed,
  }),
  route('POST /v1/spaces/:spaceId/duplicate', duplicateSpace, {
    summary: 'Duplicate a space',
    tag: 'Spaces',
    path: inSpace,
    returns: created(SpaceResource),
  }),
  route('POST /v1/spaces/:spaceId/restore', restoreSpace, {
    summary: 'Restore a deleted space',
    tag: 'Spaces',
    path: inSpace,
    returns: ok(SpaceResource),
  }),
  route('POST /v1/spaces/:spaceId/transfer', transferSpace, {
    summary: 'Transfer a space',
    tag: 'Spaces',
    path: inSpace,
    body: transferInput,
    returns: ok(TransferredSpace),
  }),
  route('POST /v1/spaces/:spaceId/move', moveSpace, {
    summary: 'Move a space',
    tag: 'Spaces',
    path: inSpace,
    body: moveInput,
    returns: ok(SpaceResource),
  }),
];
