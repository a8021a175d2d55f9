import type { Level } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Customization } from '../../domain/sites/customization.ts';
import type { SiteSpaceState } from '../../domain/sites/structure/site-space.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import type { StructureView } from '../../domain/sites/structure/structure-view.ts';
import { unconditionalSpaceRoots } from '../../domain/sites/structure/structure-roots.ts';
import type { SiteRow } from '../../ports/sites/site-reads.ts';
import { type QueryContext } from '../kernel/use-case.ts';
import { spaceForVisitor } from '../kernel/authorizer.ts';
import { viewerOf } from '../kernel/scope.ts';
import { listSpaceViews, type SpaceView } from '../spaces/space-view.ts';

export type SiteIcon = Customization['favicon'];

/** A site as the caller sees it. */
export interface SiteView extends SiteRow {
  /** Favicon of the site, if customized. */
  readonly icon: SiteIcon | undefined;
  readonly level: Level | undefined;
  /** Path prefix of the share link whose key the caller sent. */
  readonly shared?: string | undefined;
}

/** A space of a site as the caller sees it. */
export interface SiteSpaceView {
  readonly site: SiteState;
  readonly siteSpace: SiteSpaceState;
  readonly space: SpaceView;
  /** Path within the site; undefined when a condition decides which space readers reach. */
  readonly root: string | undefined;
  /** Path prefix of the share link whose key the caller sent; undefined without a key. */
  readonly shared?: string | undefined;
}

export type InOrganization = QueryContext<{ organization: Id }, 'content'>;

/** Finds the spaces that the caller may see. */
export async function visibleSpaces(
  { read, scope }: InOrganization,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, SpaceView>> {
  const { visitor } = scope;
  if (visitor !== undefined) {
    const shown = ids.filter((id) => visitor.siteSpaces.has(id));
    const spaces = await read.spacesOf.findSpaces(scope.organizationId, shown);
    return new Map(
      spaces.map((space) => [space.state.id, { space: spaceForVisitor(space, visitor), level: scope.level }]),
    );
  }
  if (ids.length === 0) return new Map();
  const viewer = viewerOf(scope.caller, scope.organizationId);
  const { items } = await listSpaceViews(read, viewer, { ids }, { limit: ids.length });
  return new Map(items.map((view) => [view.space.state.id, view]));
}

/** Finds the deleted spaces that the caller may restore. */
export async function restorableSpaces(
  { read, scope }: InOrganization,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, SpaceView>> {
  if (ids.length === 0) return new Map();
  const viewer = viewerOf(scope.caller, scope.organizationId);
  const { items } = await listSpaceViews(read, viewer, { ids, deleted: true }, { limit: ids.length });
  return new Map(items.map((view) => [view.space.state.id, view]));
}

/**
 * Requires that the caller may publish the spaces. Each is authorized separately, because a site gives its readers
 * access to its spaces.
 * @throws NotFound for a space that is unknown, foreign or invisible, Forbidden
 */
export async function requirePublishable(context: InOrganization, ids: readonly Id[]): Promise<readonly SpaceView[]> {
  const visible = await visibleSpaces(context, ids);
  return ids.map((id) => {
    const view = visible.get(id);
    if (view === undefined) throw new NotFound('space', id);
    if (!isAllowed('space:grant', { level: view.level, member: true, operator: context.scope.caller.operator }))
      throw new PermissionRequired('space:grant');
    return view;
  });
}

/**
 * Builds the views of the site spaces that the caller may see, in order. Invisible spaces are left out so that they are
 * not revealed.
 */
export async function siteSpaceViews(
  context: InOrganization,
  site: SiteState,
  view: StructureView,
  shared?: string,
): Promise<readonly SiteSpaceView[]> {
  const visible = await visibleSpaces(
    context,
    view.spaces.map(({ spaceId }) => spaceId),
  );
  const roots = unconditionalSpaceRoots(view);
  return view.spaces.flatMap((siteSpace) => {
    const space = visible.get(siteSpace.spaceId);
    return space === undefined ? [] : [{ site, siteSpace, space, root: roots.get(siteSpace.id), shared }];
  });
}
