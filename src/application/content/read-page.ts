import { readContent, type Content } from '../../domain/content/content.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import { findPageByPath, getPage, readDocument, type PageNode } from '../../domain/content/content-reads.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { pageSubtree } from '../../domain/content/page-subtree.ts';
import type { Page } from '../../domain/content/page.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, PageId } from '../../domain/kernel/id.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { SiteVisitor } from '../kernel/scope.ts';
import { ContentPaths } from './block-references.ts';
import { expandComputedPages, findGeneratedNode, hasGeneratedId, type GeneratedNode } from './computed-content.ts';
import type { ContentContext } from './content-context.ts';
import type { ContentLocation } from './content-location.ts';
import type { PageView } from './content-views.ts';
import { findContentRedirect } from './find-redirect.ts';
import { AS_STORED, bodyOf, type BodyOptions, type PageFormat } from './page-body.ts';
import { readMetaLinks, resolveMetaLinks, type PageMetaLinks } from './page-meta-links.ts';
import type { TextOptions } from './page-text.ts';
import { countNodes, hasComputedPages } from './page-trees.ts';
import { treeOf, type TreeOptions } from './read-page-tree.ts';
import { read } from './reading.ts';
import { findNode, listedPages } from './visitor-content.ts';

/** Options for reading a page with its text and its subpages. */
export type PageOptions = TreeOptions & BodyOptions;

/** Estimated memory of a subpage in a view, in bytes. */
const SUBPAGE_BYTES = 500;

/** Name by which a page is requested. */
export interface PageKey {
  readonly key: readonly ['id' | 'path', string];
  /** Finds the stored page. */
  readonly find: (content: Content) => ObjectQuery<Page | undefined>;
  /** Matches the page in a tree, in which it may be generated. */
  readonly fits: (node: PageNode) => boolean;
}
/** Names a page by its id. */
export const byId = (id: Id): PageKey => ({
  key: ['id', id],
  find: (content) => getPage(content, id),
  fits: hasGeneratedId(id),
});
/** Names a page by its path, without slashes at its ends. */
export const byPath = (path: string): PageKey => ({
  key: ['path', path],
  find: (content) => findPageByPath(content, path),
  fits: (node) => node.path === path,
});

/**
 * Reads a page for a visitor of a site, with the subpages and the text that conditions do not hide from them. A path
 * without a page leads to the page that the repository of the space redirects it to, as on the site.
 * @throws NotFound
 */
async function visiblePageAt(
  context: ContentContext,
  visitor: SiteVisitor,
  place: ContentLocation,
  { key, fits }: PageKey,
  { metadata, computed, ...options }: PageOptions,
): Promise<PageView> {
  const content = await read(context.content, readContent(place.content));
  const tree = await treeOf(context, place, content, computed);
  const node: GeneratedNode | undefined =
    findNode(tree, fits) ?? (key[0] === 'path' ? await redirectedNode(context, content, tree, key[1]) : undefined);
  if (node === undefined) throw new NotFound('page');
  const stored = await read(context.content, readDocument(node.page));
  const markdown = markdownOf(node, options.format) ?? decodeDocument(stored);
  const body = await bodyOf(
    context,
    place,
    { content, page: node.page, markdown, visitor, isGenerated: node.markdown !== undefined },
    options,
  );
  return { place, node, body, metadata };
}

/** Finds the listed page that the content redirects a path to; hidden pages are not revealed by former paths. */
async function redirectedNode(
  { content: store }: ContentContext,
  content: Content,
  tree: readonly PageNode[],
  path: string,
): Promise<PageNode | undefined> {
  const redirect = await findContentRedirect(store, content, path);
  return redirect?.kind === 'page' ? findNode(listedPages(tree), hasGeneratedId(redirect.page)) : undefined;
}

/**
 * Reads a page with its record, path, subpages and document. Takes as many round trips as the deepest of these, none
 * when cached.
 */
export async function pageAt(
  context: ContentContext,
  place: ContentLocation,
  name: PageKey,
  options: PageOptions,
): Promise<PageView> {
  const { format, 'format.markdown.refs': references, metadata, evaluated, dereferenced, computed } = options;
  const { visitor } = context.scope;
  if (visitor !== undefined) return visiblePageAt(context, visitor, place, name, options);
  const stored = await context.pageViews
    .get([place, name.key, format, references, metadata, evaluated, dereferenced], async () => {
      const { node, bytes, content } = await read(context.content, readStoredPage(place, name.find));
      const body = await bodyOf(context, place, { content, page: node.page, markdown: decodeDocument(bytes) }, options);
      return {
        view: { place, node, body, metadata, hasComputed: hasComputedPages([node]) },
        bytes: (bytes?.length ?? 0) + SUBPAGE_BYTES * countNodes(node.pages),
      };
    })
    .catch((error: unknown) => {
      if (error instanceof NotFound && computed) return undefined;
      throw error;
    });
  if (stored !== undefined && !(computed && stored.hasComputed)) return stored;
  if (stored === undefined || stored.node.page.type === 'computed')
    return computedPageAt(context, place, name, options, stored);
  const { node } = stored;
  return {
    ...stored,
    node: {
      ...node,
      pages: await expandComputedPages(
        context,
        place.spaceId,
        node.pages,
        node.path === undefined ? '' : `${node.path}/`,
      ),
    },
  };
}

/**
 * Reads a generated page, or the computed page itself.
 * @throws NotFound
 */
async function computedPageAt(
  context: ContentContext,
  place: ContentLocation,
  name: PageKey,
  { metadata, ...options }: PageOptions,
  stored: PageView | undefined,
): Promise<PageView> {
  const content = await read(context.content, readContent(place.content));
  const tree = await context.pageTrees.get(content);
  const found = findGeneratedNode(tree, await expandComputedPages(context, place.spaceId, tree), name.fits);
  if (found !== undefined) {
    const markdown = markdownOf(found, options.format) ?? '';
    // The text of a generated page is not written by anyone, so that there is nothing to evaluate.
    const body = await bodyOf(
      context,
      place,
      { content, page: found.page, markdown, isGenerated: true },
      { ...AS_STORED, ...(options.format && { format: options.format }) },
    );
    return { place, node: found, body, metadata };
  }
  if (stored !== undefined) return stored;
  throw new NotFound('page');
}

function* readStoredPage(
  { content: hash }: ContentLocation,
  find: PageKey['find'],
): ObjectQuery<{ node: PageNode; bytes: Uint8Array | undefined; content: Content }> {
  const content = yield* readContent(hash);
  const page = yield* find(content);
  if (page === undefined) throw new NotFound('page');
  const [node, bytes] = yield* both(pageSubtree(content, page), readDocument(page));
  return { node, bytes, content };
}

/**
 * Reads the document of a page as blocks.
 * @throws NotFound for pages without a document, such as groups at the root; groups below other pages are empty
 */
export async function pageDocumentAt(
  context: ContentContext,
  place: ContentLocation,
  pageId: PageId,
  options: TextOptions,
): Promise<BlockDocument> {
  const { node, body } = await pageAt(context, place, byId(pageId), {
    ...options,
    format: 'document',
    metadata: false,
    computed: true,
  });
  if (node.page.type === 'group' && node.page.parent !== null)
    return context.blocks.fromMarkdown('', context.scope.organizationId);
  if (node.page.type !== 'document' || body?.document === undefined) throw new NotFound('document');
  return body.document;
}

/** Reads the meta links of a page, whatever its type. @throws NotFound */
export async function pageMetaLinksAt(
  context: ContentContext,
  place: ContentLocation,
  pageId: PageId,
): Promise<PageMetaLinks> {
  const { node } = await pageAt(context, place, byId(pageId), {
    ...AS_STORED,
    metadata: false,
    computed: true,
  });
  const written = readMetaLinks(node.page, context.pageSources);
  if (written === undefined) return {};
  const content = await read(context.content, readContent(place.content));
  const origin = await read(context.content, documentPath(content, node.page));
  const paths = new ContentPaths(context, place.spaceId, content);
  return resolveMetaLinks(written, (targets) => paths.resolveTargets(targets, { documentPath: origin }));
}

/** Returns the text of a generated page, which has one of its own for trees of blocks. */
const markdownOf = ({ markdown, blockMarkdown }: GeneratedNode, format: PageFormat | undefined): string | undefined =>
  format === 'document' ? (blockMarkdown ?? markdown) : markdown;
