import { readContent, type Content } from '../../domain/content/content.ts';
import { documentOf, getFile, getPage, listFiles, listReusableContents, pageByPath, variablesOf, type PageNode } from '../../domain/content/content-reads.ts';
import type { Page } from '../../domain/content/page.ts';
import { pageSubtree } from '../../domain/content/page-subtree.ts';
import { both, type Reading } from '../../domain/content/reading.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Page as PageOfList, PageRequest } from '../../ports/repository.ts';
import { viewOf } from '../change-requests/change-request-view.ts';
import { query, type Query, type QueryContext } from '../kernel/use-case.ts';
import { filesShown, type FileView, type PageBody, type PagesView, type PageView, type ReadOptions, type RevisionView } from './content-views.ts';
import type { ContentPlace, InSpace, Locate } from './locate-content.ts';
import { read } from './reading.ts';

export const PAGE_FORMATS = ['document', 'markdown'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

type Context = QueryContext<{ readonly space: Id }>;
type Scoped<Input, Output> = Query<Input, Output, { readonly space: Id }>;
type AsPage = ReadOptions & { readonly format?: PageFormat };

const withinSpace = ({ spaceId }: InSpace): { readonly space: Id } => ({ space: spaceId });

/** What can be read of a content, wherever it is found; each is an operation with the name given. */
export function contentQueries<Where extends InSpace>(locate: Locate<Where>) {
  const of = <Input extends Where, Output>(name: string, run: (context: Context, place: ContentPlace, input: Input) => Promise<Output>): Scoped<Input, Output> =>
    query({ name, requires: 'space:view', within: withinSpace as (input: Input) => { readonly space: Id }, run: async (context, input) => run(context, await locate(context, input), input) });

  return {
    revision: (name: string) => of(name, (context, place, options: Where & ReadOptions) => revisionAt(context, place, options)),
    pages: (name: string) => of(name, (context, place, options: Where & ReadOptions) => pagesAt(context, place, options)),
    page: (name: string) => of(name, (context, place, { pageId, ...options }: Where & AsPage & { readonly pageId: Id }) => pageAt(context, place, ['id', pageId], (content) => getPage(content, pageId), options)),
    pageByPath: (name: string) => of(name, (context, place, { pagePath, ...options }: Where & AsPage & { readonly pagePath: string }) => pageAt(context, place, ['path', bare(pagePath)], (content) => pageByPath(content, bare(pagePath)), options)),
    files: (name: string) => of(name, (context, place, { page, ...options }: Where & ReadOptions & { readonly page: PageRequest }) => filesAt(context, place, page, options)),
    file: (name: string) => of(name, (context, place, { fileId, ...options }: Where & ReadOptions & { readonly fileId: Id }) => fileAt(context, place, fileId, options)),
  };
}

/** A path as it is stored: no slashes at the ends. */
const bare = (path: string): string => path.replace(/^\/+|\/+$/g, '');

async function revisionAt(context: Context, place: ContentPlace, { metadata }: ReadOptions): Promise<RevisionView> {
  const { spaceId, revisionId } = place;
  const [revision, content] = await Promise.all([context.read.revisions.find(spaceId, revisionId), read(context.content, readContent(place.content))]);
  if (revision === undefined) throw new NotFound('revision');
  const { mergedFrom } = revision;
  const [pages, rest, merged] = await Promise.all([
    context.pageTrees.of(content),
    read(context.content, everythingElse(content)),
    mergedFrom === undefined ? undefined : context.read.changeRequestsOf.find(spaceId, mergedFrom),
  ]);
  return { ...rest, place, revision, pages, files: filesShown(context, place, rest.files, { metadata }), ...(merged && { mergedFrom: viewOf(merged) }), metadata };
}

function* everythingElse(content: Content) {
  const [[files, reusableContents], variables] = yield* both(
    both(listFiles(content, undefined, Infinity), listReusableContents(content, undefined, Infinity)),
    variablesOf(content),
  );
  return { files: files.items, reusableContents: reusableContents.items, variables };
}

async function pagesAt({ content: store, pageTrees }: Context, place: ContentPlace, { metadata }: ReadOptions): Promise<PagesView> {
  return { place, pages: await pageTrees.of(await read(store, readContent(place.content))), metadata };
}

/** One page: its record, its path, what is below it, its document; as many round trips as the deepest of these, none when cached. */
function pageAt(context: Context, place: ContentPlace, name: readonly ['id' | 'path', string], find: (content: Content) => Reading<Page | undefined>, { format, metadata }: AsPage): Promise<PageView> {
  return context.pageViews.of([place, name, format, metadata], async () => {
    const { node, bytes } = await read(context.content, onePage(place, find));
    return { view: { place, node, body: bodyOf(context, bytes, format), metadata }, bytes: (bytes?.length ?? 0) + FRAME * node.pages.length };
  });
}

/** What a page below another adds to its view, in bytes, about. */
const FRAME = 500;

function* onePage({ content: hash }: ContentPlace, find: (content: Content) => Reading<Page | undefined>): Reading<{ node: PageNode; bytes: Uint8Array | undefined }> {
  const content = yield* readContent(hash);
  const page = yield* find(content);
  if (page === undefined) throw new NotFound('page');
  const [node, bytes] = yield* both(pageSubtree(content, page), documentOf(page));
  return { node, bytes };
}

/** Stored bytes that are not UTF-8 show as U+FFFD; every other document is given byte for byte. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function bodyOf({ blocks }: Context, bytes: Uint8Array | undefined, format: PageFormat | undefined): PageBody {
  const markdown = bytes === undefined ? '' : decoder.decode(bytes);
  return format === 'document' ? { document: blocks.fromMarkdown(markdown) } : { markdown };
}

async function filesAt(context: Context, place: ContentPlace, { limit, after }: PageRequest, options: ReadOptions): Promise<PageOfList<FileView>> {
  const { items, count } = await read(context.content, filesAfter(place, after, limit));
  const shown = items.slice(0, limit);
  const next = limit > 0 && items.length > limit ? { next: shown.at(-1)!.id } : {};
  return { items: filesShown(context, place, shown, options), ...next, count };
}

function* filesAfter({ content }: ContentPlace, after: Id | undefined, limit: number) {
  return yield* listFiles(yield* readContent(content), after, limit + 1);
}

function* oneFile({ content }: ContentPlace, fileId: Id) {
  return yield* getFile(yield* readContent(content), fileId);
}

async function fileAt(context: Context, place: ContentPlace, fileId: Id, options: ReadOptions): Promise<FileView> {
  const file = await read(context.content, oneFile(place, fileId));
  if (file === undefined) throw new NotFound('file');
  return filesShown(context, place, [file], options)[0]!;
}
