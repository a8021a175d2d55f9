import type { Content } from '../../domain/content/content.ts';
import { getPages, getReusableContent, pathOf, type PageNode } from '../../domain/content/content-reads.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Revision } from '../../domain/content/revision.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { LinkResolution } from '../../domain/links/content-lookup.ts';
import { isIncludeKey } from '../../domain/links/link-target.ts';
import type { LinkStatus, LinkTarget } from '../../ports/links.ts';
import type { ChangeRequestView } from '../change-requests/change-request-view.ts';
import { findChangeRequest } from '../change-requests/find-change-request.ts';
import { changeRequestView } from '../change-requests/change-request-view.ts';
import type { FileView } from '../content/content-views.ts';
import { fileViews } from '../content/file-links.ts';
import type { ContentLocation } from '../content/content-location.ts';
import { read } from '../content/reading.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { OrganizationView } from '../organizations/organizations.ts';
import type { SpaceView } from '../spaces/space-view.ts';

export type SpaceContext = QueryContext<
  { readonly space: Id },
  'content' | 'pageTrees' | 'computedPages' | 'slugify' | 'publicUrl' | 'sealer'
>;

/** Context that all locations of a content share. */
export interface LinkScene {
  readonly organization: OrganizationView;
  readonly space: SpaceView;
  readonly place: ContentLocation;
  /** Version that contains the content: a change request, or a revision of the space. */
  readonly version:
    | { readonly changeRequest: ChangeRequestView }
    | { readonly revision: Revision; readonly mergedFrom?: ChangeRequestView };
}

/** Source or target of a link. */
export type LocationView =
  | {
      readonly kind: 'page';
      readonly scene: LinkScene;
      readonly node: PageNode;
      readonly anchor?: string;
      readonly file?: FileView;
    }
  | { readonly kind: 'file'; readonly scene: LinkScene; readonly file: FileView }
  | { readonly kind: 'reusable-content'; readonly scene: LinkScene; readonly content: ReusableContent }
  | { readonly kind: 'url'; readonly url: string }
  /** Path within the app. */
  | { readonly kind: 'app'; readonly path: string };

export interface LinkView {
  readonly status: LinkStatus;
  readonly relation: 'reference' | 'dependsOn';
  readonly target: LocationView;
  readonly locations: readonly LocationView[];
}

export interface LinkStats {
  readonly total: number;
  readonly broken: { readonly total: number; readonly changeRequest?: number };
}

/** A page of a list of links. */
export interface LinksView {
  readonly items: readonly LinkView[];
  readonly next?: string;
  readonly count: number;
  readonly stats: LinkStats;
}

/** A link target with its outcome and the pages and reusable contents that link to it. */
export interface LinkTargetView {
  readonly key: string;
  readonly status: LinkStatus;
  readonly outcome: LinkResolution;
  readonly pages: readonly Id[];
}

export const statusOf = ({ key, broken }: Pick<LinkTarget, 'key' | 'broken'>, publicUrl: string): LinkStatus =>
  broken ? 'broken' : key.startsWith(`${publicUrl}/`) || /^(?:\/app)?\/spaces\//.test(key) ? 'in-app' : 'ok';

/**
 * Loads the context of a content's locations.
 * @throws NotFound
 */
export async function loadLinkScene(context: SpaceContext, place: ContentLocation): Promise<LinkScene> {
  const { read: reads, scope } = context;
  const { organizationId, caller, space, level } = scope;
  const { spaceId, revisionId, changeRequestId } = place;
  const [organization, member, owned, version] = await Promise.all([
    reads.organizations.get({ id: organizationId }),
    reads.members.find({ organizationId, userId: caller.userId }),
    reads.teamMembers.count({ organizationId, userId: caller.userId, role: 'owner' }),
    changeRequestId === undefined
      ? reads.revisions
          .find(spaceId, revisionId)
          .then((revision) => revisionVersion(context, revision ?? throwRevisionNotFound()))
      : findChangeRequest(context, { spaceId, changeRequestId }).then((facts) => ({
          changeRequest: changeRequestView(facts),
        })),
  ]);
  return {
    organization: { organization: organization.snapshot(), role: member?.snapshot().role, ownsTeam: owned > 0 },
    space: { space, level },
    place,
    version,
  };
}

async function revisionVersion(
  { read: reads }: SpaceContext,
  revision: Revision,
): Promise<Extract<LinkScene['version'], { readonly revision: Revision }>> {
  const { spaceId, mergedFrom: id } = revision;
  const mergedFrom = id === undefined ? undefined : await reads.changeRequestsOf.find(spaceId, id);
  return { revision, ...(mergedFrom && { mergedFrom: changeRequestView(mergedFrom) }) };
}

const throwRevisionNotFound = (): never => {
  throw new NotFound('revision');
};

/**
 * Builds the views of link targets for the caller. Targets in other spaces show their URL only.
 * @param generated page from a computed source that contains the links
 */
export async function linkViews(
  context: SpaceContext,
  scene: LinkScene,
  content: Content,
  targets: readonly LinkTargetView[],
  generated?: PageNode,
): Promise<readonly LinkView[]> {
  const targetPages = targets.flatMap(({ outcome: { resolved } }) => (resolved.kind === 'page' ? [resolved.page] : []));
  const named = targets.flatMap(({ pages }) => pages);
  const stored = await read(context.content, nodesOf(content, named, targetPages));
  const nodes =
    generated === undefined ? stored : new Map([...stored, [generated.page.id, { ...generated, pages: [] }]]);
  const contents = await read(
    context.content,
    contentsOf(
      content,
      named.filter((id) => !nodes.has(id)),
    ),
  );
  return targets.map(({ key, status, outcome, pages }) => ({
    status,
    relation: isIncludeKey(key) ? 'dependsOn' : 'reference',
    target: targetView(context, scene, key, outcome, nodes),
    locations: pages.flatMap((id) => locationView(scene, id, nodes, contents)),
  }));
}

function targetView(
  context: SpaceContext,
  scene: LinkScene,
  key: string,
  { resolved }: LinkResolution,
  nodes: ReadonlyMap<Id, PageNode>,
): LocationView {
  switch (resolved.kind) {
    case 'page':
      return {
        kind: 'page',
        scene,
        node: nodes.get(resolved.page.id)!,
        ...(resolved.anchor !== undefined && { anchor: resolved.anchor }),
      };
    case 'file':
      return { kind: 'file', scene, file: fileView(context, scene, resolved.file) };
    case 'content':
      return { kind: 'reusable-content', scene, content: resolved.content };
    case 'url':
    case 'app':
      return resolved;
    case 'broken':
      return { kind: 'url', url: isIncludeKey(key) ? key.slice(2) : key };
  }
}

export const fileView = (
  context: SpaceContext,
  { place }: LinkScene,
  file: Parameters<typeof fileViews>[2][number],
): FileView => fileViews(context, place, [file], { metadata: true })[0]!;

type Origin = LocationView & { readonly kind: 'page' | 'reusable-content' };

function locationView(
  scene: LinkScene,
  id: Id,
  nodes: ReadonlyMap<Id, PageNode>,
  contents: ReadonlyMap<Id, ReusableContent>,
): readonly Origin[] {
  const [node, content] = [nodes.get(id), contents.get(id)];
  if (node !== undefined) return [{ kind: 'page', scene, node }];
  return content === undefined ? [] : [{ kind: 'reusable-content', scene, content }];
}

/** Builds the views of the pages and reusable contents that exist in a content. */
export async function originViews(
  context: SpaceContext,
  scene: LinkScene,
  content: Content,
  ids: readonly Id[],
): Promise<readonly Origin[]> {
  const nodes = await read(context.content, nodesOf(content, ids, []));
  const contents = await read(
    context.content,
    contentsOf(
      content,
      ids.filter((id) => !nodes.has(id)),
    ),
  );
  return ids.flatMap((id) => locationView(scene, id, nodes, contents));
}

function* contentsOf(content: Content, ids: readonly Id[]): ObjectQuery<ReadonlyMap<Id, ReusableContent>> {
  const uniqueIds = [...new Set(ids)];
  const found = yield* all(uniqueIds.map((id) => getReusableContent(content, id)));
  return new Map(
    uniqueIds.flatMap((id, i): [Id, ReusableContent][] => (found[i] === undefined ? [] : [[id, found[i]]])),
  );
}

/** Reads pages by id with their paths, without subpages. */
function* nodesOf(
  content: Content,
  ids: readonly Id[],
  others: readonly Page[],
): ObjectQuery<ReadonlyMap<Id, PageNode>> {
  const pages = new Map([
    ...(yield* getPages(content, new Set(ids))),
    ...others.map((page): [Id, Page] => [page.id, page]),
  ]);
  const list = [...pages.values()];
  const paths = yield* all(list.map((page) => pathOf(content, page)));
  return new Map(list.map((page, i): [Id, PageNode] => [page.id, { page, path: paths[i], pages: [] }]));
}
