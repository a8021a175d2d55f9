import * as z from 'zod';
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
import { LEVELS, type Level } from '../../domain/permissions/level.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import { EDIT_MODES, SPACE_VISIBILITIES } from '../../domain/spaces.ts';
import { presentSpaceMergeRules, spaceMergeRules, spaceMergeRulesInput } from './change-requests/merge-rules-schema.ts';
import {
  defaultLevel,
  dropped,
  emoji,
  idField,
  instant,
  moveInput,
  transferInput,
  shortTitle,
  uri,
  webUrl,
} from './kernel/fields.ts';
import { GitSyncFactsSchema, presentGitSyncFacts } from './git/git-sync.routes.ts';
import { flag } from './kernel/input.ts';
import { created, list, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { templateInput } from './templates.routes.ts';

/** Emoji of a space that has none of its own, by its code point: a blue book. Clients of the API require one. */
const DEFAULT_EMOJI = '1f4d8';

/** Lists the permissions on a space of a caller with a level on it. */
function permissionsOf(level: Level | undefined) {
  const may = (permission: Permission) => isAllowed(permission, { level, member: true, operator: false });
  return {
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
  };
}
/** Permissions by level, computed once because lists have hundreds of spaces. */
const PERMISSIONS = new Map([undefined, ...LEVELS].map((level) => [level, permissionsOf(level)]));

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
    mergeRules: spaceMergeRules,
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
  ({ space, level, shared }: SpaceView, links) => {
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
      mergeRules: presentSpaceMergeRules(state.mergeRules),
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
      permissions: PERMISSIONS.get(level)!,
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
  mergeRules: spaceMergeRulesInput.nullable().optional(),
});

export const spaceRoutes = tagged('Spaces', [
  route('GET /v1/orgs/:organizationId/spaces', listSpacesInOrganizationById, {
    summary: 'List the spaces of an organization',
    query: {
      deleted: flag().default(false).meta({ description: 'Whether deleted spaces are listed, instead of the others.' }),
    },
    paged: true,
    returns: list(SpaceResource),
  }),
  route('POST /v1/orgs/:organizationId/spaces', createSpace, {
    summary: 'Create a space',
    body: newSpace,
    returns: created(SpaceResource),
  }),
  route('GET /v1/spaces/:spaceId', getSpaceById, {
    summary: 'Get a space',
    query: { shareKey: z.string().max(512).optional() },
    returns: ok(SpaceResource),
  }),
  route('PATCH /v1/spaces/:spaceId', updateSpaceById, {
    summary: 'Update a space',
    body: spaceChange,
    returns: ok(SpaceResource),
  }),
  route('DELETE /v1/spaces/:spaceId', deleteSpaceById, {
    summary: 'Delete a space',
    returns: removed,
  }),
  route('POST /v1/spaces/:spaceId/duplicate', duplicateSpace, {
    summary: 'Duplicate a space',
    returns: created(SpaceResource),
  }),
  route('POST /v1/spaces/:spaceId/restore', restoreSpace, {
    summary: 'Restore a deleted space',
    returns: ok(SpaceResource),
  }),
  route('POST /v1/spaces/:spaceId/transfer', transferSpace, {
    summary: 'Transfer a space',
    body: transferInput,
    returns: ok(TransferredSpace),
  }),
  route('POST /v1/spaces/:spaceId/move', moveSpace, {
    summary: 'Move a space',
    body: moveInput,
    returns: ok(SpaceResource),
  }),
]);
