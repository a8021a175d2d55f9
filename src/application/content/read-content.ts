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
import type { Page, VariableValue } from '../../domain/content/page.ts';
import { pageSubtree } from '../../domain/content/page-subtree.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { evaluateMarkdown } from '../../domain/content/documents/evaluate-markdown.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, FileId, PageId, ReusableContentId } from '../../domain/kernel/id.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { Page as PageOfList, PageRequest } from '../../ports/kernel/repository.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import { changeRequestView } from '../change-requests/change-request-view.ts';
import { inTurns } from '../kernel/time-slices.ts';
import { query, type Query, type QueryContext } from '../kernel/use-case.ts';
import { type InSpace } from '../kernel/scope.ts';
import { findGeneratedNode, hasComputedPages, expandComputedPages } from './computed-content.ts';
import type {
  FileView,
  PageBody,
  PagesView,
  PageView,
  ReadOptions,
  ReusableContentView,
  RevisionView,
} from './content-views.ts';
import { documentIdOf, holderOf } from './document-id.ts';
import { fileViews } from './file-views.ts';
import { readIncludes } from './content-includes.ts';
import { expressionEvaluator } from './inline-expressions.ts';
import type { LocateContent } from './locate-content.ts';
import type { ContentLocation } from './content-location.ts';
import { countNodes } from './page-trees.ts';
import { read } from './reading.ts';

export const PAGE_FORMATS = ['document', 'markdown'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** Services that reading content requires. */
export const CONTENT_NEEDS = [
  'content',
  'pageTrees',
  'pageViews',
  'blocks',
  'computedPages',
  'slugify',
  'sealer',
] as const;
export type ContentNeeds = (typeof CONTENT_NEEDS)[number];
type Context = QueryContext<{ readonly space: Id }, ContentNeeds>;
type Scoped<Input, Output> = Query<Input, Output, { readonly space: Id }, ContentNeeds>;
type AsPages = ReadOptions & { readonly computed: boolean };
type AsPage = AsPages & { readonly format?: PageFormat; readonly evaluated: boolean };
type Find = (content: Content) => ObjectQuery<Page | undefined>;

/** Creates the queries that read the content which `locate` finds; each takes the name of its operation. */
export function contentQueries<Where extends InSpace>(locate: LocateContent<Where>) {
  const of = <Input extends Where, Output>(
    name: string,
    run: (context: Context, place: ContentLocation, input: Input) => Promise<Output>,
  ): Scoped<Input, Output> =>
    query<Input>()({
      name,
      requires: 'space:view',
      scope: inSpaceOrChangeRequest,
      needs: CONTENT_NEEDS,
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
      of(
        name,
        (context, place, { pageId, evaluated }: Where & { readonly pageId: PageId; readonly evaluated: boolean }) =>
          pageDocumentAt(context, place, pageId, evaluated),
      ),
    document: (name: string) =>
      of(name, (context, place, { documentId }: Where & { readonly documentId: string }) =>
        documentAt(context, place, documentId),
      ),
    reusableContent: (name: string) =>
      of(
        name,
        (
          context,
          place,
          { reusableContentId, metadata }: Where & ReadOptions & { readonly reusableContentId: ReusableContentId },
        ) => reusableContentAt(context, place, reusableContentId, { metadata }),
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
  fits: ({ page }) => page.id === id,
});
const byPath = (path: string): PageName => ({
  key: ['path', path],
  find: (content) => findPageByPath(content, path),
  fits: (node) => node.path === path,
});

/** Removes the slashes at both ends of a path, as paths are stored. */
const bare = (path: string): string => path.replace(/^\/+|\/+$/g, '');

async function revisionAt(
  context: Context,
  place: ContentLocation,
  { metadata, computed }: AsPages,
): Promise<RevisionView> {
  const { spaceId, revisionId } = place;
  const [revision, content] = await Promise.all([
    context.read.revisions.find(spaceId, revisionId),
    read(context.content, readContent(place.content)),
  ]);
  if (revision === undefined) throw new NotFound('revision');
  const { mergedFrom } = revision;
  const [pages, rest, merged] = await Promise.all([
    treeOf(context, place, content, computed),
    read(context.content, everythingElse(content)),
    mergedFrom === undefined ? undefined : context.read.changeRequestsOf.find(spaceId, mergedFrom),
  ]);
  return {
    ...rest,
    place,
    revision,
    pages,
    files: fileViews(context, place, rest.files, { metadata }),
    ...(merged && { mergedFrom: changeRequestView(merged) }),
    metadata,
  };
}

function* everythingElse(content: Content) {
  const [[files, reusableContents], variables] = yield* both(
    both(listFiles(content, undefined, Infinity), listReusableContents(content, undefined, Infinity)),
    readVariables(content),
  );
  return { files: files.items, reusableContents: reusableContents.items, variables };
}

async function pagesAt(context: Context, place: ContentLocation, { metadata, computed }: AsPages): Promise<PagesView> {
  return {
    place,
    pages: await treeOf(context, place, await read(context.content, readContent(place.content)), computed),
    metadata,
  };
}

async function treeOf(
  context: Context,
  { spaceId }: ContentLocation,
  content: Content,
  computed: boolean,
): Promise<readonly PageNode[]> {
  const tree = await context.pageTrees.get(content);
  return computed ? expandComputedPages(context, spaceId, tree) : tree;
}

/**
 * Reads a page with its record, path, subpages and document. Takes as many round trips as the deepest of these, none
 * when cached.
 */
async function pageAt(context: Context, place: ContentLocation, name: PageName, options: AsPage): Promise<PageView> {
  const { format, metadata, evaluated, computed } = options;
  const stored = await context.pageViews
    .get([place, name.key, format, metadata, evaluated], async () => {
      const { node, bytes, content } = await read(context.content, onePage(place, name.find));
      const body = await bodyOf(
        context,
        evaluated ? await evaluatedText(context, content, node.page, textOf(bytes)) : textOf(bytes),
        format,
      );
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
  { format, metadata }: AsPage,
  stored: PageView | undefined,
): Promise<PageView> {
  const tree = await context.pageTrees.get(await read(context.content, readContent(place.content)));
  const found = findGeneratedNode(tree, await expandComputedPages(context, place.spaceId, tree), name.fits);
  if (found !== undefined)
    return { place, node: found, body: await bodyOf(context, found.markdown ?? '', format), metadata };
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

const bodyOf = async (
  { blocks, scope }: Context,
  markdown: string,
  format: PageFormat | undefined,
): Promise<PageBody> =>
  format === 'document' ? { document: await blocks.fromMarkdown(markdown, scope.organizationId) } : { markdown };

/** Replaces expressions by their values and includes by the texts of reusable contents. */
async function evaluatedText(
  { content: store }: Context,
  content: Content,
  page: Pick<Page, 'variables'>,
  markdown: string,
): Promise<string> {
  const [variables, included] = await Promise.all([
    content.variables === null ? new Map<string, VariableValue>() : read(store, readVariables(content)),
    readIncludes(store, content, markdown),
  ]);
  return inTurns(
    evaluateMarkdown(markdown, {
      valueOf: expressionEvaluator(page, variables),
      includeOf: (target) => included?.(target)?.markdown,
    }),
  );
}

/**
 * Reads the document of a page as blocks.
 * @throws NotFound for pages without a document, such as groups
 */
async function pageDocumentAt(
  context: Context,
  place: ContentLocation,
  pageId: PageId,
  evaluated: boolean,
): Promise<BlockDocument> {
  const { node, body } = await pageAt(context, place, byId(pageId), {
    format: 'document',
    metadata: false,
    computed: true,
    evaluated,
  });
  if (node.page.type !== 'document' || body?.document === undefined) throw new NotFound('document');
  return body.document;
}

/** Reads a document by its id, which is valid until the page or reusable content changes. */
async function documentAt(
  { content: store, blocks, scope }: Context,
  place: ContentLocation,
  documentId: string,
): Promise<BlockDocument> {
  const bytes = await read(store, oneDocument(place, documentId));
  if (bytes === undefined) throw new NotFound('document');
  return blocks.fromMarkdown(textOf(bytes), scope.organizationId);
}

function* oneDocument({ content: hash }: ContentLocation, documentId: string): ObjectQuery<Uint8Array | undefined> {
  const content = yield* readContent(hash);
  const holder = holderOf(documentId);
  const [page, reusable] = yield* both(getPage(content, holder), getReusableContent(content, holder));
  const found = [page, reusable].find(
    (one) => one?.document !== undefined && documentIdOf(holder, one.document) === documentId,
  );
  return found && (yield* readDocument(found));
}

async function reusableContentAt(
  { content: store }: Context,
  place: ContentLocation,
  id: Id,
  { metadata }: ReadOptions,
): Promise<ReusableContentView> {
  const content = await read(store, oneReusableContent(place, id));
  if (content === undefined) throw new NotFound('reusable content');
  return { content, metadata };
}

function* oneReusableContent({ content }: ContentLocation, id: Id) {
  return yield* getReusableContent(yield* readContent(content), id);
}

async function filesAt(
  context: Context,
  place: ContentLocation,
  { limit, after }: PageRequest,
  options: ReadOptions,
): Promise<PageOfList<FileView>> {
  const { items, count } = await read(context.content, filesAfter(place, after, limit));
  const shown = items.slice(0, limit);
  const next = limit > 0 && items.length > limit ? { next: shown.at(-1)!.id } : {};
  return { items: fileViews(context, place, shown, options), ...next, count };
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
