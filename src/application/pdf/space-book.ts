import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import { readDocument, listFiles, readVariables, type PageNode } from '../../domain/content/content-reads.ts';
import { digestOf } from '../../domain/content/objects/hash.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, both } from '../../domain/content/objects/object-query.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { PdfLimitExceeded, type PdfBook, type PdfInclude } from '../../ports/pdf.ts';
import { expandComputedPages, type GeneratedNode } from '../content/computed-content.ts';
import { decodeText, collectIncludes, readIncludes } from '../content/content-includes.ts';
import { read } from '../content/reading.ts';
import type { Services } from '../kernel/services.ts';
import type { DescribedSpec } from '../openapi-specs/spec-descriptions.ts';
import { fillSpecBlocks } from '../openapi-specs/spec-blocks.ts';

/** Pages and bytes of text in one file. */
export const MAX_BOOK_PAGES = 5_000;
const MAX_TEXT = 64_000_000;
/** Documents that are read in one go. */
export const DOCUMENTS_AT_ONCE = 200;

/** What is printed. */
export interface BookInput {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** The role of whoever it is printed for. */
  readonly role: AccessFacts['role'];
  readonly content: Hash;
  readonly title: string;
  readonly organization: string;
  readonly subtitle?: string;
  /** Of the revision, ISO 8601. */
  readonly date: string;
  /** The page that is printed, with those below it unless `alone`. */
  readonly page?: { readonly id: Id; readonly alone: boolean };
}

/** What books are gathered with. */
export type BookDependencies = Pick<Services, 'content' | 'pageTrees' | 'computedPages' | 'slugify'>;

/** The pages that are printed, as those see them who work on the content: hidden ones and those with a condition too. */
export async function loadBookTree(
  means: BookDependencies,
  { organizationId, spaceId, role, content }: Pick<BookInput, 'organizationId' | 'spaceId' | 'role' | 'content'>,
): Promise<{ readonly content: Content; readonly tree: readonly PageNode[] }> {
  const found = await read(means.content, readContent(content));
  return {
    content: found,
    tree: await expandComputedPages(
      { computedPages: means.computedPages, slugify: means.slugify, scope: { organizationId, access: { role } } },
      spaceId,
      await means.pageTrees.get(found),
    ),
  };
}

/** What computed pages of the content say now, as one word; undefined without any. */
export async function computedDigest(means: BookDependencies, of: BookInput): Promise<string | undefined> {
  const { tree } = await loadBookTree(means, of);
  const texts: string[] = [];
  const open: GeneratedNode[] = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.markdown !== undefined) texts.push(node.page.id, node.page.title, node.markdown);
    for (const child of node.pages) open.push(child);
  }
  return texts.length === 0 ? undefined : digestOf(JSON.stringify(texts));
}

/** A page of a tree; undefined when it has none with this id. */
export function findNode(tree: readonly PageNode[], id: Id): PageNode | undefined {
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.page.id === id) return node;
    for (const child of node.pages) open.push(child);
  }
  return undefined;
}

/** The nodes that are printed. @throws PdfLimitExceeded when they are too many */
export function requirePrintableNodes(tree: readonly PageNode[], page: BookInput['page']): readonly GeneratedNode[] {
  const nodes = selectNodes(tree, page);
  if (nodes.filter(({ page: { type } }) => type === 'document').length > MAX_BOOK_PAGES)
    throw new PdfLimitExceeded(`the content has more than ${MAX_BOOK_PAGES} pages; select a part with \`page\``);
  return nodes;
}

/** The same, however many they are. */
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

/** Gathers all that is printed. @param specs fill the blocks that name an operation of one of them @throws PdfLimitExceeded when it is too much */
export async function buildSpaceBook(
  means: BookDependencies,
  of: BookInput,
  specs: ReadonlyMap<string, DescribedSpec>,
): Promise<PdfBook> {
  const { content, tree } = await loadBookTree(means, of);
  const printed = requirePrintableNodes(tree, of.page);
  const [{ items: files }, variables] = await read(
    means.content,
    both(listFiles(content, undefined, Number.MAX_SAFE_INTEGER), readVariables(content)),
  );
  const documents = await readTexts(means, printed, specs);
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
    includes: await readBookIncludes(means, content, documents, specs),
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
    if (size > MAX_TEXT)
      throw new PdfLimitExceeded(
        `the content has more than ${MAX_TEXT} characters of text; select a part with \`page\``,
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

/** What all documents include, directly or through each other. */
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
