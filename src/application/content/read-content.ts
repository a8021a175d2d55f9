import { readContent, type Content } from '../../domain/content/content.ts';
import {
  readDocument,
  getFile,
  getPage,
  getReusableContent,
  listFiles,
  listReusableContents,
  findPageByPath,
  readVariables,
  type PageNode,
} from '../../domain/content/content-reads.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import { pageSubtree } from '../../domain/content/page-subtree.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, FileId, PageId, ReusableContentId } from '../../domain/kernel/id.ts';
import type { LinkOrigin } from '../../domain/links/link-target.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { Page as PageOfList, PageRequest } from '../../ports/kernel/repository.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import { changeRequestView } from '../change-requests/change-request-view.ts';
import type { DeferredOutput } from '../kernel/deferred-output.ts';
import { query, type Query, type QueryContext } from '../kernel/use-case.ts';
import { type InSpace, type SiteVisitor } from '../kernel/scope.ts';
import { ContentPaths } from './block-references.ts';
import { findGeneratedNode, hasGeneratedId, expandComputedPages, type GeneratedNode } from './computed-content.ts';
import type {
  DeferredContent,
  FileView,
  PageBody,
  PagesView,
  PageView,
  ReadOptions,
  ReusableContentView,
  RevisionView,
} from './content-views.ts';
import { documentIdOf, holderOf, type ContentLocation } from './content-location.ts';
import { describeFileLinks, fileViews } from './file-links.ts';
import { findContentRedirect } from './find-redirect.ts';
import type { LocateContent } from './locate-content.ts';
import { readMetaLinks, resolveMetaLinks, type PageMetaLinks } from './page-meta-links.ts';
import { countNodes, hasComputedPages } from './page-trees.ts';
import { variableScope } from './inline-expressions.ts';
import { evaluateText, isStoredText, variablesOf, type TextOptions } from './page-text.ts';
import { read } from './reading.ts';
import { findNode, listedPages, pagesWithSource, visiblePages, visibleText } from './visitor-content.ts';

export const PAGE_FORMATS = ['document', 'markdown'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
/** Links in Markdown: to pages relative to the document, or by the ids of what they name. */
export const MARKDOWN_REFERENCES = ['relative', 'stable'] as const;

/** Services that reading content requires. */
export const CONTENT_NEEDS = [
  'content',
  'pageTrees',
  'pageViews',
  'blocks',
  'computedPages',
  'pageSources',
  'slugify',
  'sealer',
] as const;
export type ContentNeeds = (typeof CONTENT_NEEDS)[number];
/** Context of queries that read the content of a space. */
export type ContentContext = QueryContext<{ readonly space: Id }, ContentNeeds>;
type Context = ContentContext;
type Scoped<Input, Output> = Query<Input, Output, { readonly space: Id }, ContentNeeds>;
type AsPages = ReadOptions & { readonly computed: boolean };
interface BodyOptions extends TextOptions {
  readonly format?: PageFormat | undefined;
  readonly 'format.markdown.refs'?: (typeof MARKDOWN_REFERENCES)[number] | undefined;
}
type AsPage = AsPages & BodyOptions;
type AsReusableContent = ReadOptions & Pick<BodyOptions, 'format'>;
interface OfReusableContent {
  readonly reusableContentId: ReusableContentId;
}
type Find = (content: Content) => ObjectQuery<Page | undefined>;

/**
 * Creates the queries that read the content which `locate` finds; each takes the name of its operation.
 * @param openToVisitors lets visitors of sites call the queries, who read what the site shows them
 */
export function contentQueries<Where extends InSpace>(
  locate: LocateContent<Where>,
  { openToVisitors }: { readonly openToVisitors?: true } = {},
) {
  const of = <Input extends Where, Output>(
    name: string,
    run: (context: Context, place: ContentLocation, input: Input) => Promise<Output>,
  ): Scoped<Input, Output> =>
    query<Input>()({
      name,
      requires: 'space:view',
      scope: inSpaceOrChangeRequest,
      needs: CONTENT_NEEDS,
      ...(openToVisitors && { openToVisitors }),
      run: async (context, input) => run(context, await locate(context, input), input),
    });

  return {
    revision: (name: string) =>
      of(name, (context, place, options: Where & AsPages) => revisionAt(context, place, options)),
    pages: (name: string) => of(name, (context, place, options: Where & AsPages) => pagesAt(context, place, options)),
    page: (name: string) =>
      of(name, (context, place, { pageId, ...options }: Where & AsPage & { readonly pageId: PageId }) =>
        pageAt(context, place, byId(pageId), options),
      ),
    pageByPath: (name: string) =>
      of(name, (context, place, { pagePath, ...options }: Where & AsPage & { readonly pagePath: string }) =>
        pageAt(context, place, byPath(bare(pagePath)), options),
      ),
    pageDocument: (name: string) =>
      of(name, (context, place, { pageId, ...options }: Where & TextOptions & { readonly pageId: PageId }) =>
        pageDocumentAt(context, place, pageId, options),
      ),
    pageMetaLinks: (name: string) =>
      of(name, (context, place, { pageId }: Where & { readonly pageId: PageId }) =>
        pageMetaLinksAt(context, place, pageId),
      ),
    document: (name: string) =>
      of(name, (context, place, { documentId }: Where & { readonly documentId: string }) =>
        documentAt(context, place, documentId),
      ),
    reusableContents: (name: string) =>
      of(name, (context, place, { page, ...options }: Where & ReadOptions & { readonly page: PageRequest }) =>
        reusableContentsAt(context, place, page, options),
      ),
    reusableContent: (name: string) =>
      of(name, (context, place, { reusableContentId, ...options }: Where & AsReusableContent & OfReusableContent) =>
        reusableContentAt(context, place, reusableContentId, options),
      ),
    reusableContentDocument: (name: string) =>
      of(name, (context, place, { reusableContentId, ...options }: Where & TextOptions & OfReusableContent) =>
        reusableContentDocumentAt(context, place, reusableContentId, options),
      ),
    files: (name: string) =>
      of(name, (context, place, { page, ...options }: Where & ReadOptions & { readonly page: PageRequest }) =>
        filesAt(context, place, page, options),
      ),
    file: (name: string) =>
      of(name, (context, place, { fileId, ...options }: Where & ReadOptions & { readonly fileId: FileId }) =>
        fileAt(context, place, fileId, options),
      ),
  };
}

/** Key of a page, for stored and for generated pages. */
interface PageName {
  readonly key: readonly ['id' | 'path', string];
  readonly find: Find;
  readonly fits: (node: PageNode) => boolean;
}
const byId = (id: Id): PageName => ({
  key: ['id', id],
  find: (content) => getPage(content, id),
  fits: hasGeneratedId(id),
});
const byPath = (path: string): PageName => ({
  key: ['path', path],
  find: (content) => findPageByPath(content, path),
  fits: (node) => node.path === path,
});

/** Removes the slashes at both ends of a path, as paths are stored. */
const bare = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

async function revisionAt(
  context: Context,
  place: ContentLocation,
  { metadata, computed }: AsPages,
): Promise<DeferredContent<RevisionView>> {
  const { spaceId, revisionId } = place;
  const [revision, content] = await Promise.all([
    context.read.revisions.find(spaceId, revisionId),
    read(context.content, readContent(place.content)),
  ]);
  if (revision === undefined) throw new NotFound('revision');
  const merged =
    revision.mergedFrom === undefined || context.scope.visitor !== undefined
      ? undefined
      : await context.read.changeRequestsOf.find(spaceId, revision.mergedFrom);
  const mergedFrom = merged && { mergedFrom: changeRequestView(merged) };
  const tree = await deferTree(context, place, content, computed);
  const links = content.files === null ? null : describeFileLinks(context);
  return {
    place,
    identity: tree.identity && JSON.stringify(['revision', tree.identity, place, metadata, links, mergedFrom ?? null]),
    async load() {
      const [pages, rest] = await Promise.all([tree.load(), read(context.content, everythingElse(content))]);
      return {
        ...rest,
        place,
        revision,
        pages,
        viewOfFile: (file) => fileViews(context, place, [file], { metadata })[0]!,
        ...mergedFrom,
        metadata,
      };
    },
  };
}

function* everythingElse(content: Content) {
  const [[files, reusableContents], variables] = yield* both(
    both(listFiles(content, undefined, Infinity), listReusableContents(content, undefined, Infinity)),
    readVariables(content),
  );
  return { files: files.items, reusableContents: reusableContents.items, variables };
}

async function pagesAt(
  context: Context,
  place: ContentLocation,
  { metadata, computed }: AsPages,
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
  context: Context,
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

async function treeOf(
  context: Context,
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

/**
 * Reads a page for a visitor of a site, with the subpages and the text that conditions do not hide from them. A path
 * without a page leads to the page that the repository of the space redirects it to, as on the site.
 * @throws NotFound
 */
async function visiblePageAt(
  context: Context,
  visitor: SiteVisitor,
  place: ContentLocation,
  { key, fits }: PageName,
  { metadata, computed, ...options }: AsPage,
): Promise<PageView> {
  const content = await read(context.content, readContent(place.content));
  const tree = await treeOf(context, place, content, computed);
  const node: GeneratedNode | undefined =
    findNode(tree, fits) ?? (key[0] === 'path' ? await redirectedNode(context, content, tree, key[1]) : undefined);
  if (node === undefined) throw new NotFound('page');
  const stored = await read(context.content, readDocument(node.page));
  const markdown = markdownOf(node, options.format) ?? textOf(stored);
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
  { content: store }: Context,
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
async function pageAt(context: Context, place: ContentLocation, name: PageName, options: AsPage): Promise<PageView> {
  const { format, 'format.markdown.refs': references, metadata, evaluated, dereferenced, computed } = options;
  const { visitor } = context.scope;
  if (visitor !== undefined) return visiblePageAt(context, visitor, place, name, options);
  const stored = await context.pageViews
    .get([place, name.key, format, references, metadata, evaluated, dereferenced], async () => {
      const { node, bytes, content } = await read(context.content, onePage(place, name.find));
      const body = await bodyOf(context, place, { content, page: node.page, markdown: textOf(bytes) }, options);
      return {
        view: { place, node, body, metadata, hasComputed: hasComputedPages([node]) },
        bytes: (bytes?.length ?? 0) + FRAME * countNodes(node.pages),
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
  context: Context,
  place: ContentLocation,
  name: PageName,
  { metadata, ...options }: AsPage,
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

/** Estimated memory of a subpage in a view, in bytes. */
const FRAME = 500;

function* onePage(
  { content: hash }: ContentLocation,
  find: Find,
): ObjectQuery<{ node: PageNode; bytes: Uint8Array | undefined; content: Content }> {
  const content = yield* readContent(hash);
  const page = yield* find(content);
  if (page === undefined) throw new NotFound('page');
  const [node, bytes] = yield* both(pageSubtree(content, page), readDocument(page));
  return { node, bytes, content };
}

/** Decoder that replaces bytes that are not UTF-8 by U+FFFD and keeps everything else byte for byte. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const textOf = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : decoder.decode(bytes));

/** Returns the text of a generated page, which has one of its own for trees of blocks. */
const markdownOf = ({ markdown, blockMarkdown }: GeneratedNode, format: PageFormat | undefined): string | undefined =>
  format === 'document' ? (blockMarkdown ?? markdown) : markdown;

/** Text of a page or of a reusable content, which has no variables. */
interface StoredText {
  readonly content: Content;
  readonly page: Page | ReusableContent;
  readonly markdown: string;
  readonly visitor?: SiteVisitor | undefined;
  /** The page is generated, so that all its links are absolute. */
  readonly isGenerated?: boolean;
}

const AS_STORED: TextOptions = { evaluated: false, dereferenced: false };

/** Evaluates a text and converts it into the requested format. */
async function bodyOf(
  context: Context,
  { spaceId }: ContentLocation,
  { content, page, markdown, visitor, isGenerated = false }: StoredText,
  { format, 'format.markdown.refs': references, ...options }: BodyOptions,
): Promise<PageBody> {
  const { content: store, blocks, scope } = context;
  const paths = new ContentPaths(context, spaceId, content);
  const isPage = 'parent' in page;
  const variables = isPage ? page : {};
  const evaluated = isStoredText(options)
    ? markdown
    : await evaluateText(markdown, { store, content, page: variables, paths, visitor }, options);
  // Included texts have conditions, too, so that these are evaluated last.
  const text =
    visitor === undefined
      ? evaluated
      : visibleText(evaluated, visitor, variableScope(variables, await variablesOf(store, content)));
  const origin = async (): Promise<LinkOrigin> => ({
    documentPath: isPage && !isGenerated ? await read(store, documentPath(content, page)) : (page.git?.path ?? ''),
    ...(isPage && { page: page.id }),
  });
  if (format !== 'document') {
    if (references === 'stable')
      return { markdown: await paths.resolveMarkdown(text, await origin(), { includes: true }) };
    return { markdown: references === 'relative' ? await paths.relateMarkdown(text, await origin()) : text };
  }
  const [document, place] = await Promise.all([
    blocks.fromMarkdown(text, scope.organizationId, {
      ...(isPage && { title: page.title }),
      forReaders: visitor !== undefined || options.evaluated !== false,
    }),
    origin(),
  ]);
  return { document: await paths.resolveReferences(document, place) };
}

/** Converts the stored or generated text of a page or reusable content into blocks. */
export async function blocksOfText(context: Context, place: ContentLocation, text: StoredText): Promise<BlockDocument> {
  const { document } = await bodyOf(context, place, text, { ...AS_STORED, format: 'document' });
  return document!;
}

/**
 * Reads the document of a page as blocks.
 * @throws NotFound for pages without a document, such as groups at the root; groups below other pages are empty
 */
async function pageDocumentAt(
  context: Context,
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
async function pageMetaLinksAt(context: Context, place: ContentLocation, pageId: PageId): Promise<PageMetaLinks> {
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

/** Reads a document by its id, which is valid until the page or reusable content changes. */
async function documentAt(context: Context, place: ContentLocation, documentId: string): Promise<BlockDocument> {
  const { content: store, scope } = context;
  const { visitor } = scope;
  const found = await read(store, oneDocument(place, documentId));
  if (found === undefined) throw new NotFound('document');
  const { content, holder, bytes } = found;
  if (visitor !== undefined && 'parent' in holder) {
    const tree = await treeOf(context, place, content, false);
    if (findNode(tree, ({ page: { id } }) => id === holder.id) === undefined) throw new NotFound('document');
  }
  return blocksOfText(context, place, { content, page: holder, markdown: textOf(bytes), visitor });
}

interface FoundDocument {
  readonly content: Content;
  /** Page or reusable content that has the document. */
  readonly holder: Page | ReusableContent;
  readonly bytes: Uint8Array | undefined;
}

function* oneDocument({ content: hash }: ContentLocation, documentId: string): ObjectQuery<FoundDocument | undefined> {
  const content = yield* readContent(hash);
  const id = holderOf(documentId);
  const [page, reusable] = yield* both(getPage(content, id), getReusableContent(content, id));
  const holder = [page, reusable].find(
    (one) => one?.document !== undefined && documentIdOf(id, one.document) === documentId,
  );
  return holder && { content, holder, bytes: yield* readDocument(holder) };
}

async function reusableContentsAt(
  context: Context,
  { content: hash }: ContentLocation,
  { limit, after }: PageRequest,
  { metadata }: ReadOptions,
): Promise<PageOfList<ReusableContentView>> {
  const content = await read(context.content, readContent(hash));
  const slice = await read(context.content, listReusableContents(content, after, limit + 1));
  return sliceOf(slice, limit, (one) => ({ content: one, metadata }));
}

/** Cuts a slice that has one item more than the page if there is a next page. */
function sliceOf<Item extends { readonly id: Id }, View>(
  { items, count }: { readonly items: readonly Item[]; readonly count: number },
  limit: number,
  viewOf: (item: Item) => View,
): PageOfList<View> {
  const shown = items.slice(0, limit);
  const next = limit > 0 && items.length > limit ? { next: shown.at(-1)!.id } : {};
  return { items: shown.map(viewOf), ...next, count };
}

/** Reads a reusable content, with `format` also its text without what conditions hide from the visitor. @throws NotFound */
async function reusableContentAt(
  context: Context,
  place: ContentLocation,
  id: Id,
  { metadata, format }: AsReusableContent,
): Promise<ReusableContentView> {
  const stored = await storedReusableContent(context, place, id);
  if (format === undefined) return { content: stored.page, metadata };
  return { content: stored.page, metadata, ...(await bodyOf(context, place, await stored.text(), AS_STORED)) };
}

/** Finds a reusable content, and reads its text when it is needed. @throws NotFound */
async function storedReusableContent({ content: store, scope }: Context, { content: hash }: ContentLocation, id: Id) {
  const content = await read(store, readContent(hash));
  const page = await read(store, getReusableContent(content, id));
  if (page === undefined) throw new NotFound('reusable content');
  return {
    page,
    text: async (): Promise<StoredText> => ({
      content,
      page,
      markdown: textOf(await read(store, readDocument(page))),
      visitor: scope.visitor,
    }),
  };
}

/** Reads the document of a reusable content as blocks. @throws NotFound */
async function reusableContentDocumentAt(
  context: Context,
  place: ContentLocation,
  id: ReusableContentId,
  options: TextOptions,
): Promise<BlockDocument> {
  const stored = await storedReusableContent(context, place, id);
  const { document } = await bodyOf(context, place, await stored.text(), { ...options, format: 'document' });
  return document!;
}

async function filesAt(
  context: Context,
  place: ContentLocation,
  { limit, after }: PageRequest,
  options: ReadOptions,
): Promise<PageOfList<FileView>> {
  const slice = await read(context.content, filesAfter(place, after, limit));
  return sliceOf(slice, limit, (file) => fileViews(context, place, [file], options)[0]!);
}

function* filesAfter({ content }: ContentLocation, after: Id | undefined, limit: number) {
  return yield* listFiles(yield* readContent(content), after, limit + 1);
}

function* oneFile({ content }: ContentLocation, fileId: FileId) {
  return yield* getFile(yield* readContent(content), fileId);
}

async function fileAt(
  context: Context,
  place: ContentLocation,
  fileId: FileId,
  options: ReadOptions,
): Promise<FileView> {
  const file = await read(context.content, oneFile(place, fileId));
  if (file === undefined) throw new NotFound('file');
  return fileViews(context, place, [file], options)[0]!;
}
