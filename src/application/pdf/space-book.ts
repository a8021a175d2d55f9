import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import { readDocument, listFiles, readVariables, type PageNode } from '../../domain/content/content-reads.ts';
import { digestOf } from '../../domain/content/objects/hash.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, both } from '../../domain/content/objects/object-query.ts';
import type { Id, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import { PdfLimitExceeded, type PdfBook, type PdfInclude } from '../../ports/pdf.ts';
import { expandComputedPages, type GeneratedNode } from '../content/computed-content.ts';
import { decodeText, collectIncludes, readIncludes } from '../content/content-includes.ts';
import { read } from '../content/reading.ts';
import type { Services } from '../kernel/services.ts';
import type { DescribedSpec } from '../openapi-specs/spec-descriptions.ts';
import { fillSpecBlocks } from '../openapi-specs/spec-blocks.ts';

/** Limits on the pages and characters of one file. */
export const MAX_BOOK_PAGES = 5_000;
export const MAX_BOOK_TEXT = 64_000_000;
/** Number of documents read in one batch. */
export const DOCUMENTS_AT_ONCE = 200;

/** Content to print. */
export interface BookInput {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** Role of the requesting user. */
  readonly role: AccessFacts['role'];
  readonly content: Hash;
  readonly title: string;
  readonly organization: string;
  readonly subtitle?: string;
  /** Date of the revision, ISO 8601. */
  readonly date: string;
  /** Page to print, with its subpages unless `alone`; all pages when omitted. */
  readonly page?: { readonly id: Id; readonly alone: boolean };
}

/** Services for assembling books. */
export type BookDependencies = Pick<Services, 'content' | 'pageTrees' | 'computedPages' | 'slugify'>;

/**
 * Loads the pages to print, including hidden and conditional ones, because books are for the people who edit the
 * content.
 */
export async function loadBookTree(
  dependencies: BookDependencies,
  { organizationId, spaceId, role, content }: Pick<BookInput, 'organizationId' | 'spaceId' | 'role' | 'content'>,
): Promise<{ readonly content: Content; readonly tree: readonly PageNode[] }> {
  const found = await read(dependencies.content, readContent(content));
  return {
    content: found,
    tree: await expandComputedPages(
      {
        computedPages: dependencies.computedPages,
        slugify: dependencies.slugify,
        scope: { organizationId, access: { role } },
      },
      spaceId,
      await dependencies.pageTrees.get(found),
    ),
  };
}

/** Computes a digest of the generated pages of a content; undefined without any. */
export async function computedDigest(dependencies: BookDependencies, of: BookInput): Promise<string | undefined> {
  const { tree } = await loadBookTree(dependencies, of);
  const texts: string[] = [];
  const open: GeneratedNode[] = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.markdown !== undefined) texts.push(node.page.id, node.page.title, node.markdown);
    for (const child of node.pages) open.push(child);
  }
  return texts.length === 0 ? undefined : digestOf(JSON.stringify(texts));
}

/** Finds a page of a tree; undefined when there is none. */
export function findNode(tree: readonly PageNode[], id: Id): PageNode | undefined {
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.page.id === id) return node;
    for (const child of node.pages) open.push(child);
  }
  return undefined;
}

/**
 * Selects the pages to print and enforces the limit.
 * @throws PdfLimitExceeded
 */
export function requirePrintableNodes(tree: readonly PageNode[], page: BookInput['page']): readonly GeneratedNode[] {
  const nodes = selectNodes(tree, page);
  if (nodes.filter(({ page: { type } }) => type === 'document').length > MAX_BOOK_PAGES)
    throw new PdfLimitExceeded(`the content has more than ${MAX_BOOK_PAGES} pages; select a part with \`page\``);
  return nodes;
}

/** Selects the pages to print without a limit. */
export function selectNodes(tree: readonly PageNode[], page: BookInput['page']): readonly GeneratedNode[] {
  const root = page === undefined ? undefined : findNode(tree, page.id);
  const from = page === undefined ? tree : root === undefined ? [] : [root];
  const nodes: GeneratedNode[] = [];
  const open = [...from];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    if (page?.alone !== true) for (const child of node.pages) open.push(child);
  }
  return nodes;
}

/**
 * Assembles a book.
 * @param specs specifications whose operations are filled into the text
 * @throws PdfLimitExceeded when the text is too long
 */
export async function buildSpaceBook(
  dependencies: BookDependencies,
  of: BookInput,
  specs: ReadonlyMap<string, DescribedSpec>,
): Promise<PdfBook> {
  const { content, tree } = await loadBookTree(dependencies, of);
  const printed = requirePrintableNodes(tree, of.page);
  const [{ items: files }, variables] = await read(
    dependencies.content,
    both(listFiles(content, undefined, Number.MAX_SAFE_INTEGER), readVariables(content)),
  );
  const documents = await readTexts(dependencies, printed, specs);
  const { title, organization, subtitle, date } = of;
  return {
    title,
    organization,
    date,
    tree,
    documents,
    files,
    variables,
    ...(subtitle !== undefined && { subtitle }),
    ...(of.page !== undefined && { printedPages: new Set(printed.map(({ page }) => page.id)) }),
    includes: await readBookIncludes(dependencies, content, documents, specs),
  };
}

async function readTexts(
  { content: store }: BookDependencies,
  nodes: readonly GeneratedNode[],
  specs: ReadonlyMap<string, DescribedSpec>,
): Promise<ReadonlyMap<Id, string>> {
  const texts = new Map<Id, string>();
  let size = 0;
  const add = (id: Id, text: string): void => {
    size += text.length;
    if (size > MAX_BOOK_TEXT)
      throw new PdfLimitExceeded(
        `the content has more than ${MAX_BOOK_TEXT} characters of text; select a part with \`page\``,
      );
    texts.set(id, text);
  };
  const stored = nodes.filter(({ page, markdown }) => markdown === undefined && page.document !== undefined);
  for (const { page, markdown } of nodes) if (markdown !== undefined) add(page.id, markdown);
  for (let at = 0; at < stored.length; at += DOCUMENTS_AT_ONCE) {
    const batch = stored.slice(at, at + DOCUMENTS_AT_ONCE);
    const found = await read(store, all(batch.map(({ page }) => readDocument(page))));
    batch.forEach(({ page }, i) => add(page.id, fillSpecBlocks(decodeText(found[i]), specs)));
  }
  return texts;
}

/** Reads the contents that all documents include, directly or indirectly. */
async function readBookIncludes(
  { content: store }: BookDependencies,
  content: Content,
  documents: ReadonlyMap<Id, string>,
  specs: ReadonlyMap<string, DescribedSpec>,
): Promise<ReadonlyMap<string, PdfInclude>> {
  const includes = new Map<string, PdfInclude>();
  for (const text of documents.values()) {
    const included = text.includes('{%') ? await readIncludes(store, content, text) : undefined;
    if (included === undefined) continue;
    for (const [target, { content: of, markdown }] of collectIncludes(included, text))
      includes.set(target, { markdown: fillSpecBlocks(markdown, specs), ...(of.git && { path: of.git.path }) });
  }
  return includes;
}
