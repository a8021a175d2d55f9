import { readContent, type Content } from '../../domain/content/content.ts';
import { getFile, getPage } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File } from '../../domain/content/page.ts';
import type { ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, FileId, PageId } from '../../domain/kernel/id.ts';
import type { BacklinkQuery } from '../../ports/links.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import { generatedPage } from '../content/computed-content.ts';
import { locateChangeRequestContent, locatePrimaryContent, type LocateContent } from '../content/locate-content.ts';
import type { ContentLocation } from '../content/content-location.ts';
import { read } from '../content/reading.ts';
import { query } from '../kernel/use-case.ts';
import { type InSpace } from '../kernel/scope.ts';
import { readChangedLinks, type ChangedLinks } from './changed-links.ts';
import { fileView, originViews, loadLinkScene, type LocationView, type SpaceContext } from './link-views.ts';

type PagedInput = { readonly page: PageRequest };

const backlinks = <Where extends InSpace, Input extends Where & PagedInput>(
  name: string,
  locate: LocateContent<Where>,
  named: (input: Input) => BacklinkTarget,
) =>
  query<Input>()({
    name,
    requires: 'space:view',
    scope: inSpaceOrChangeRequest,
    needs: ['publicUrl', 'content', 'pageTrees', 'computedPages', 'slugify', 'sealer'],
    run: async (context, input): Promise<Page<LocationView>> =>
      pagesLinkingTo(context, await locate(context, input), named(input), input.page),
  });

type BacklinkTarget = { readonly pageId: PageId } | { readonly fileId: FileId };
type OfPage = { readonly pageId: PageId };
type OfFile = { readonly fileId: FileId };
const page = ({ pageId }: OfPage): BacklinkTarget => ({ pageId });
const file = ({ fileId }: OfFile): BacklinkTarget => ({ fileId });

/** Lists the pages and reusable contents of a space that link to a page. */
export const listSpacePageBacklinks = backlinks<InSpace, InSpace & OfPage & PagedInput>(
  'listSpacePageBacklinks',
  locatePrimaryContent,
  page,
);
/** Lists the pages and reusable contents of a space that link to a file. */
export const listSpaceFileBacklinks = backlinks<InSpace, InSpace & OfFile & PagedInput>(
  'listSpaceFileBacklinks',
  locatePrimaryContent,
  file,
);
type Proposed = InSpace & { readonly changeRequestId: string };
/** Lists the pages and reusable contents of a change request that link to a page. */
export const listChangeRequestPageBacklinks = backlinks<Proposed, Proposed & OfPage & PagedInput>(
  'listChangeRequestPageBacklinks',
  locateChangeRequestContent,
  page,
);
/** Lists the pages and reusable contents of a change request that link to a file. */
export const listChangeRequestFileBacklinks = backlinks<Proposed, Proposed & OfFile & PagedInput>(
  'listChangeRequestFileBacklinks',
  locateChangeRequestContent,
  file,
);

/**
 * Lists the pages and reusable contents that link to a page or file, ordered by id; links of a page to itself do not
 * count.
 * @throws NotFound when the content does not contain the page or file
 */
async function pagesLinkingTo(
  context: SpaceContext,
  place: ContentLocation,
  named: BacklinkTarget,
  { limit, after }: PageRequest,
): Promise<Page<LocationView>> {
  const { spaceId } = place;
  const { content, file: linked, isThere } = await read(context.content, findTarget(place.content, named));
  if (!isThere && ('fileId' in named || (await generatedPage(context, spaceId, content, named.pageId)) === undefined))
    throw new NotFound('pageId' in named ? 'page' : 'file');
  const target = 'pageId' in named ? named.pageId : named.fileId;
  const self = 'pageId' in named ? [named.pageId] : [];
  const { read: reads, scope } = context;
  let primary = scope.space.head.content;
  let found: Awaited<ReturnType<typeof reads.links.backlinks>>;
  let own: readonly Id[] = [];
  do {
    const changed =
      place.changeRequestId === undefined
        ? undefined
        : await readChangedLinks(context, spaceId, primary, place.content);
    own = changed === undefined ? [] : changedPagesTo(changed, target).filter((id) => !self.includes(id));
    found = await reads.links.backlinks(
      spaceId,
      { target, excludedPages: self, ...(changed && unchangedSources(changed, target, self)) },
      { after, limit },
    );
  } while (place.changeRequestId !== undefined && primary !== found.content && (primary = found.content));

  const ids = [...found.pages, ...own.filter((id) => after === undefined || id > after)].sort();
  const shown = ids.slice(0, limit);
  const scene = await loadLinkScene(context, place);
  const origins = await originViews(context, scene, content, shown);
  const shownFile = linked && fileView(context, scene, linked);
  return {
    items: origins.map((one) => (one.kind === 'page' && shownFile ? { ...one, file: shownFile } : one)),
    ...(limit > 0 && ids.length > limit && { next: shown.at(-1)! }),
    count: found.count + own.length,
  };
}

function* findTarget(
  hash: Hash,
  named: BacklinkTarget,
): ObjectQuery<{ readonly content: Content; readonly isThere: boolean; readonly file?: File | undefined }> {
  const content = yield* readContent(hash);
  if ('pageId' in named) return { content, isThere: (yield* getPage(content, named.pageId)) !== undefined };
  const file = yield* getFile(content, named.fileId);
  return { content, isThere: file !== undefined, file };
}

/** Lists the changed pages that link to the target after the change. */
const changedPagesTo = ({ targets }: ChangedLinks, target: Id): readonly Id[] => [
  ...new Set([...targets.values()].flatMap(({ after, changedPages }) => (after.target === target ? changedPages : []))),
];

/** Restricts a query of stored links to those that a change request does not change. */
function unchangedSources(
  { targets, pages }: ChangedLinks,
  target: Id,
  self: readonly Id[],
): Pick<BacklinkQuery, 'includedKeys' | 'excludedKeys' | 'excludedPages'> {
  const includedKeys: string[] = [];
  const excludedKeys: string[] = [];
  for (const { key, after } of targets.values()) (after.target === target ? includedKeys : excludedKeys).push(key);
  return { includedKeys, excludedKeys, excludedPages: [...pages, ...self] };
}
