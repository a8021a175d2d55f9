import { readContent, type Content } from '../../domain/content/content.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import {
  getFile,
  getPage,
  getReusableContent,
  listFiles,
  listReusableContents,
  readDocument,
} from '../../domain/content/content-reads.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { FileId, Id, ReusableContentId } from '../../domain/kernel/id.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { Page as PageOfList, PageRequest } from '../../ports/kernel/repository.ts';
import type { ContentContext } from './content-context.ts';
import { documentIdOf, holderOf, type ContentLocation } from './content-location.ts';
import type { FileView, ReadOptions, ReusableContentView } from './content-views.ts';
import { fileViews } from './file-links.ts';
import { AS_STORED, blocksOfText, bodyOf, type BodyOptions, type StoredText } from './page-body.ts';
import type { TextOptions } from './page-text.ts';
import { treeOf } from './read-page-tree.ts';
import { read } from './reading.ts';
import { findNode } from './visitor-content.ts';

/** Options for reading a reusable content; with `format` also its text. */
export type ReusableContentOptions = ReadOptions & Pick<BodyOptions, 'format'>;

/**
 * Reads a document by its id, which is valid until the page or reusable content changes.
 * @throws NotFound also for the page of a site that conditions hide from the visitor
 */
export async function documentAt(
  context: ContentContext,
  place: ContentLocation,
  documentId: string,
): Promise<BlockDocument> {
  const { content: store, scope } = context;
  const { visitor } = scope;
  const found = await read(store, findDocument(place, documentId));
  if (found === undefined) throw new NotFound('document');
  const { content, holder, bytes } = found;
  if (visitor !== undefined && 'parent' in holder) {
    const tree = await treeOf(context, place, content, false);
    if (findNode(tree, ({ page: { id } }) => id === holder.id) === undefined) throw new NotFound('document');
  }
  return blocksOfText(context, place, { content, page: holder, markdown: decodeDocument(bytes), visitor });
}

interface FoundDocument {
  readonly content: Content;
  /** Page or reusable content that has the document. */
  readonly holder: Page | ReusableContent;
  readonly bytes: Uint8Array | undefined;
}

function* findDocument({ content: hash }: ContentLocation, documentId: string): ObjectQuery<FoundDocument | undefined> {
  const content = yield* readContent(hash);
  const id = holderOf(documentId);
  const [page, reusable] = yield* both(getPage(content, id), getReusableContent(content, id));
  const holder = [page, reusable].find(
    (one) => one?.document !== undefined && documentIdOf(id, one.document) === documentId,
  );
  return holder && { content, holder, bytes: yield* readDocument(holder) };
}

/** Lists reusable contents without their texts. */
export async function reusableContentsAt(
  context: ContentContext,
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
export async function reusableContentAt(
  context: ContentContext,
  place: ContentLocation,
  id: Id,
  { metadata, format }: ReusableContentOptions,
): Promise<ReusableContentView> {
  const stored = await storedReusableContent(context, place, id);
  if (format === undefined) return { content: stored.page, metadata };
  return { content: stored.page, metadata, ...(await bodyOf(context, place, await stored.text(), AS_STORED)) };
}

/** Finds a reusable content, and reads its text when it is needed. @throws NotFound */
async function storedReusableContent(
  { content: store, scope }: ContentContext,
  { content: hash }: ContentLocation,
  id: Id,
) {
  const content = await read(store, readContent(hash));
  const page = await read(store, getReusableContent(content, id));
  if (page === undefined) throw new NotFound('reusable content');
  return {
    page,
    text: async (): Promise<StoredText> => ({
      content,
      page,
      markdown: decodeDocument(await read(store, readDocument(page))),
      visitor: scope.visitor,
    }),
  };
}

/** Reads the document of a reusable content as blocks. @throws NotFound */
export async function reusableContentDocumentAt(
  context: ContentContext,
  place: ContentLocation,
  id: ReusableContentId,
  options: TextOptions,
): Promise<BlockDocument> {
  const stored = await storedReusableContent(context, place, id);
  const { document } = await bodyOf(context, place, await stored.text(), { ...options, format: 'document' });
  return document!;
}

/** Lists files with links to download them. */
export async function filesAt(
  context: ContentContext,
  place: ContentLocation,
  { limit, after }: PageRequest,
  options: ReadOptions,
): Promise<PageOfList<FileView>> {
  const slice = await read(context.content, readFilesAfter(place, after, limit));
  return sliceOf(slice, limit, (file) => fileViews(context, place, [file], options)[0]!);
}

function* readFilesAfter({ content }: ContentLocation, after: Id | undefined, limit: number) {
  return yield* listFiles(yield* readContent(content), after, limit + 1);
}

function* readFile({ content }: ContentLocation, fileId: FileId) {
  return yield* getFile(yield* readContent(content), fileId);
}

/** Reads a file with a link to download it. @throws NotFound */
export async function fileAt(
  context: ContentContext,
  place: ContentLocation,
  fileId: FileId,
  options: ReadOptions,
): Promise<FileView> {
  const file = await read(context.content, readFile(place, fileId));
  if (file === undefined) throw new NotFound('file');
  return fileViews(context, place, [file], options)[0]!;
}
