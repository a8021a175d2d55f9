import type { DefaultLevel } from '../../domain/permissions/level.ts';
import {
  parseSpaceMergeRules,
  type SpaceMergeRulesInput,
  type StandardMergeRule,
} from '../../domain/change-requests/merge-rules.ts';
import { EMPTY_CONTENT, encodeContent } from '../../domain/content/content.ts';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { titleOrUntitled } from '../../domain/kernel/title.ts';
import { Space, type EditMode, type SpaceVisibility } from '../../domain/spaces.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { requireCollection } from '../collections/require-collection.ts';
import type { Reads } from '../kernel/services.ts';
import { command, query } from '../kernel/use-case.ts';
import { viewerOf, inOrganization, inSpace, type InSpace, type InOrganization } from '../kernel/scope.ts';
import { requireDefaultChange } from '../permissions/level-rights.ts';
import { buildProjections } from '../content/projections/build-projections.ts';
import { findSharedSpace } from '../sites/shared-space.ts';
import type { ComputedPageInput } from '../content/content-inputs.ts';
import { templateChanges } from '../templates.ts';
import { computedSourceChanges } from './computed-source.ts';
import { fillNewSpace } from './fill-new-space.ts';
import { levelByDefault, narrowCopies } from './copied-access.ts';
import { listSpaceViews, rowOfNewSpace, type SpaceView } from './space-view.ts';
import { newRevision } from '../content/new-revision.ts';

export interface SpaceInput {
  readonly title?: string;
  readonly emoji?: string;
  readonly parent?: Id;
  readonly editMode?: EditMode;
  /** Template whose pages the space starts with. */
  readonly template?: { readonly id: string };
  /** Source from which the pages of the space are computed. */
  readonly computedSource?: ComputedPageInput;
}

/**
 * Creates a space: empty, with the pages of a template, or with pages that are computed from an OpenAPI specification.
 * Requires level `create` in the organization or in the collection given as `parent`. Fails with `NotFound` when the
 * parent or the template does not exist, and with `Invalid` for a computed source that cannot be used.
 */
export const createSpace = command<InOrganization & { body: SpaceInput }>()({
  name: 'createSpace',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['ids', 'content', 'blocks', 'slugify', 'templates', 'gitFormat'],
  async run(context, { organizationId, body }): Promise<SpaceView> {
    const { work, ids, now, scope } = context;
    const { title, emoji, parent, editMode, template, computedSource } = body;
    if (template !== undefined && computedSource !== undefined)
      throw Invalid.field('computedSource', 'cannot be set together with a template');
    const level = await requireCollection(context, organizationId, parent ?? null, scope.level);
    const space = Space.create({
      id: ids.next(),
      organizationId,
      parentId: parent ?? null,
      title: titleOrUntitled(title),
      emoji,
      editMode,
      at: now,
    });
    await work.spaces.save(space);

    const empty = encodeContent(EMPTY_CONTENT);
    const revision = newRevision(context, { spaceId: space.id, parents: [], content: empty.hash });
    await work.branches.create({
      primary: buildProjections(context, { before: null, after: empty.hash, objects: [empty] }),
      revision,
      objects: [empty],
    });
    const begun = { revisionId: revision.id, content: empty.hash };
    const changes =
      template !== undefined
        ? await templateChanges(context, template.id)
        : computedSource !== undefined
          ? await computedSourceChanges(context, computedSource)
          : [];
    const head = changes.length === 0 ? begun : await fillNewSpace(context, space.id, begun, changes);
    return { space: rowOfNewSpace(space, head), level };
  },
});

/**
 * Gets a space, with the permissions of the caller on it. A deleted space can be read until it is purged, by callers
 * who may restore it.
 */
export const getSpaceById = query<InSpace & { shareKey?: string }>()({
  name: 'getSpaceById',
  requires: 'space:view',
  scope: ({ spaceId }) => ({ space: spaceId, evenDeleted: true as const }),
  needs: ['tokens'],
  openToVisitors: true,
  async run(context, { spaceId, shareKey }): Promise<SpaceView> {
    const { space, level, organizationId } = context.scope;
    return shareKey === undefined
      ? { space, level }
      : { space, level, shared: await findSharedSpace(context, organizationId, spaceId, shareKey) };
  },
});

/**
 * Lists the spaces of an organization that the caller can see. With `deleted=true`, lists the deleted spaces that the
 * caller may restore instead.
 */
export const listSpacesInOrganizationById = query<InOrganization & { page: PageRequest; deleted: boolean }>()({
  name: 'listSpacesInOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  run: ({ read, scope }, { organizationId, page, deleted }) =>
    listSpaceViews(read, viewerOf(scope.caller, organizationId), { deleted }, page),
});

/**
 * Updates a space. Fields that are omitted keep their value; an emoji replaces the icon, and an icon the emoji. Fails
 * with `NotAllowed` when the new or the present default level is above the caller's own level, and with `NotFound` when
 * a merge rule names a user who cannot see the space.
 */
export const updateSpaceById = command<
  InSpace & {
    body: {
      title?: string;
      emoji?: string | null;
      icon?: string | null;
      editMode?: EditMode;
      visibility?: SpaceVisibility;
      defaultLevel?: DefaultLevel;
      mergeRules?: SpaceMergeRulesInput | null;
    };
  }
>()({
  name: 'updateSpaceById',
  requires: 'space:admin',
  scope: inSpace,
  async run(context, { spaceId, body: { mergeRules, ...body } }): Promise<SpaceView> {
    const { work, now, scope } = context;
    if (body.emoji && body.icon) throw Invalid.field('icon', 'cannot be set together with an emoji');
    const rules = mergeRules === undefined ? {} : { mergeRules: parseSpaceMergeRules(mergeRules) };
    const namesUsers = mergeRules?.rules?.some((rule) => 'users' in rule) === true;
    // A copy that is created concurrently either gets the new default level or is narrowed; a user who leaves
    // concurrently is either not found or removed from the rules.
    if (body.defaultLevel !== undefined || namesUsers) await work.lock('organizations', scope.organizationId);
    for (const [index, rule] of (mergeRules?.rules ?? []).entries())
      if ('users' in rule) await requireUsersOfRule(context.read, spaceId, rule, `mergeRules.rules.${index}.users`);
    const space = await work.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null });
    const before = space.snapshot();
    space.change({ ...body, ...rules, ...(body.title !== undefined && { title: titleOrUntitled(body.title) }) }, now);
    await requireDefaultChange(context, scope.level, before, space.snapshot());
    await work.spaces.save(space);
    const view = { ...scope.space, state: space.snapshot() };
    if (body.defaultLevel === undefined) return { space: view, level: scope.level };
    await narrowCopies(work, [space], now);
    return { space: view, level: await levelByDefault(work, scope.access, space) };
  },
});

/**
 * Requires that everybody whom a merge rule names sees the space, and may review in it if an approval is required.
 *
 * @param field name of the list of users
 */
async function requireUsersOfRule(
  read: Pick<Reads, 'reviewsOf'>,
  spaceId: SpaceId,
  { rule, users }: Extract<StandardMergeRule, { users: unknown }>,
  field: string,
): Promise<void> {
  const found = await read.reviewsOf.accessFacts(spaceId, users);
  for (const [index, id] of users.entries()) {
    const one = found.find(({ user }) => user.id === id);
    const level = one && effectiveLevel(one.access);
    if (level === undefined) throw new NotFound('user', id);
    if (rule !== 'allow_bypass' && !isAllowed('space:review', { level, member: true, operator: false }))
      throw Invalid.field(`${field}.${index}`, 'names a user who cannot review in this space');
  }
}
