import { readContent, type Content } from '../../domain/content/content.ts';
import { listFiles, listReusableContents, readVariables, type PageNode } from '../../domain/content/content-reads.ts';
import { both } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Revision } from '../../domain/content/revision.ts';
import { changeRequestView } from '../change-requests/change-request-view.ts';
import type { DeferredOutput } from '../kernel/deferred-output.ts';
import { expandComputedPages } from './computed-content.ts';
import type { ContentContext } from './content-context.ts';
import type { ContentLocation } from './content-location.ts';
import type { DeferredContent, PagesView, ReadOptions, RevisionView } from './content-views.ts';
import { describeFileLinks, fileViews } from './file-links.ts';
import { read } from './reading.ts';
import { pagesWithSource, visiblePages } from './visitor-content.ts';

/** Options for reading pages. */
export interface TreeOptions extends ReadOptions {
  /** Replaces computed pages by the pages that they stand for. */
  readonly computed: boolean;
}

interface RevisionOptions extends TreeOptions {
  readonly withAuthor: boolean;
}

/**
 * Reads a revision with its pages, files, reusable contents and variables. Members that grow with the space are loaded
 * when the answer is written.
 */
export async function revisionAt(
  context: ContentContext,
  place: ContentLocation,
  { metadata, computed, withAuthor }: RevisionOptions,
): Promise<DeferredContent<RevisionView>> {
  const { spaceId, revisionId } = place;
  const [revision, content] = await Promise.all([
    context.read.revisions.find(spaceId, revisionId),
    read(context.content, readContent(place.content)),
  ]);
  if (revision === undefined) throw new NotFound('revision');
  const origin = context.scope.visitor === undefined ? await originOf(context, revision, withAuthor) : {};
  const tree = await deferTree(context, place, content, computed);
  const links = content.files === null ? null : describeFileLinks(context);
  return {
    place,
    identity: tree.identity && JSON.stringify(['revision', tree.identity, place, metadata, links, origin]),
    async load() {
      const [pages, rest] = await Promise.all([tree.load(), read(context.content, everythingElse(content))]);
      return {
        ...rest,
        place,
        revision,
        pages,
        viewOfFile: (file) => fileViews(context, place, [file], { metadata })[0]!,
        ...origin,
        metadata,
      };
    },
  };
}

/** Finds the change request that a revision has merged, and its author, neither of which visitors see. */
async function originOf(
  { read }: Pick<ContentContext, 'read'>,
  { spaceId, mergedFrom, createdBy }: Revision,
  withAuthor: boolean,
): Promise<Pick<RevisionView, 'mergedFrom' | 'author'>> {
  const [merged, author] = await Promise.all([
    mergedFrom && read.changeRequestsOf.find(spaceId, mergedFrom),
    withAuthor && createdBy !== null ? read.users.find({ id: createdBy }) : undefined,
  ]);
  return {
    ...(merged && { mergedFrom: changeRequestView(merged) }),
    ...(author && { author: author.snapshot() }),
  };
}

function* everythingElse(content: Content) {
  const [[files, reusableContents], variables] = yield* both(
    both(listFiles(content, undefined, Infinity), listReusableContents(content, undefined, Infinity)),
    readVariables(content),
  );
  return { files: files.items, reusableContents: reusableContents.items, variables };
}

/** Reads the pages of a revision as a tree. */
export async function pagesAt(
  context: ContentContext,
  place: ContentLocation,
  { metadata, computed }: TreeOptions,
): Promise<DeferredContent<PagesView>> {
  const tree = await deferTree(context, place, await read(context.content, readContent(place.content)), computed);
  return {
    place,
    identity: tree.identity && JSON.stringify(['pages', tree.identity, place, metadata]),
    load: async () => ({ place, pages: await tree.load(), metadata }),
  };
}

/**
 * Defers reading the page tree. It has no identity when it is filtered for a visitor or when pages of it are generated,
 * for instance from a specification that may change.
 */
async function deferTree(
  context: ContentContext,
  place: ContentLocation,
  content: Content,
  computed: boolean,
): Promise<DeferredOutput<readonly PageNode[]>> {
  const { visitor } = context.scope;
  const isStored = visitor === undefined && !(computed && (await context.pageTrees.hasComputedPages(content)));
  return {
    identity: isStored ? JSON.stringify(['tree', content.pages]) : undefined,
    load: () => treeOf(context, place, content, computed),
  };
}

/** Reads the tree of pages as the caller sees it. @param computed replaces computed pages by those that they stand for */
export async function treeOf(
  context: ContentContext,
  { spaceId }: ContentLocation,
  content: Content,
  computed: boolean,
): Promise<readonly PageNode[]> {
  const { visitor } = context.scope;
  const stored = await context.pageTrees.get(content);
  const tree = visitor === undefined ? stored : visiblePages(stored, visitor);
  if (!computed) return tree;
  const expanded = await expandComputedPages(context, spaceId, tree);
  return visitor === undefined ? expanded : pagesWithSource(expanded);
}
