import { readContent, type Content } from '../../domain/content/content.ts';
import { getPage, getReusableContent, readDocument } from '../../domain/content/content-reads.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { matchBlocks, type BlockRun } from '../../domain/content/text/match-blocks.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { mapInSteps } from '../../domain/kernel/pausable.ts';
import type { LinkOrigin } from '../../domain/links/link-target.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import type { BlockPosition } from '../../ports/content/block-documents.ts';
import type { Head } from '../../ports/content/branches.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { ContentPaths } from './block-references.ts';
import type { BlockDocumentInput, ChangeInput } from './content-inputs.ts';
import { read } from './reading.ts';

type Context = QueryContext<{ readonly space: Id }, 'content' | 'blocks'>;

/** Document of a page or reusable content before it is changed. */
interface StoredDocument {
  readonly content: Content;
  readonly markdown: string;
  readonly origin: LinkOrigin;
  /** Title of a page. */
  readonly title?: string;
}

/**
 * Converts the documents that are trees of blocks to Markdown. Blocks that the changed document has too keep their
 * source.
 *
 * @param loadHead returns the head of the branch, or fails when the edit cannot succeed
 * @throws Invalid
 */
export async function convertDocuments(
  context: Context,
  spaceId: SpaceId,
  changes: readonly ChangeInput[],
  loadHead: () => Promise<Head>,
): Promise<ReadonlyMap<BlockDocumentInput, string>> {
  const { blocks, scope } = context;
  const converted = new Map<BlockDocumentInput, string>();
  let head: Head | undefined;
  for (const [n, change] of changes.entries()) {
    const { document } = ('document' in change && change.document) || {};
    if (document === undefined) continue;
    const path = `changes.${n}.document.document.nodes`;
    const convert = (nodes: readonly BlockInput[]): Promise<string> =>
      blocks.toMarkdown(nodes, path, scope.organizationId);
    const all = await convert(document.nodes);
    converted.set(document, all);
    if (change.operation !== 'update_page' && change.operation !== 'update_reusable_content') continue;
    head ??= await loadHead();
    const stored = await read(context.content, readStored(head.content, change));
    const kept = stored && (await keepSources(context, spaceId, stored, document, convert, all));
    if (kept !== undefined) converted.set(document, kept);
  }
  return converted;
}

function* readStored(
  hash: Hash,
  change: Extract<ChangeInput, { readonly operation: 'update_page' | 'update_reusable_content' }>,
): ObjectQuery<StoredDocument | undefined> {
  const content = yield* readContent(hash);
  const isPage = change.operation === 'update_page';
  const item = isPage
    ? yield* getPage(content, change.page as Id)
    : yield* getReusableContent(content, change.reusableContent as Id);
  const bytes = item && (yield* readDocument(item));
  if (item === undefined || bytes === undefined) return undefined;
  const markdown = decodeDocument(bytes);
  if (!('parent' in item)) return { content, markdown, origin: { documentPath: item.git?.path ?? '' } };
  const path = yield* documentPath(content, item);
  return { content, markdown, origin: { documentPath: path, page: item.id }, title: item.title };
}

/**
 * Writes a document in which the blocks of the stored one keep their source; undefined if it has none of them, or if
 * their source means something else beside the other blocks.
 *
 * @param all Markdown of all blocks
 */
async function keepSources(
  context: Context,
  spaceId: SpaceId,
  { content, markdown, origin, title }: StoredDocument,
  { nodes }: BlockDocumentInput,
  convert: (nodes: readonly BlockInput[]) => Promise<string>,
  all: string,
): Promise<string | undefined> {
  const { blocks, scope } = context;
  const paths = new ContentPaths(context, spaceId, content);
  const namesIn = async (text: string): Promise<readonly string[]> => {
    const document = await blocks.fromMarkdown(text, scope.organizationId, title === undefined ? {} : { title });
    return inTimeSlices(mapInSteps((await paths.resolveReferences(document, origin)).nodes, blockName));
  };
  const former = await namesIn(markdown);
  const names = await inTimeSlices(mapInSteps(nodes, blockName));
  const runs = await inTimeSlices(matchBlocks(former, names));
  if (!runs.some((run) => run.former !== undefined)) return undefined;
  const outermost = (await blocks.blocksOf(markdown, scope.organizationId)).filter(
    ({ parent }) => parent === undefined,
  );
  const texts = [];
  for (const run of runs) texts.push(run.former === undefined ? await convert(nodes.slice(run.from, run.to)) : '');
  const written = joinRuns(markdown, outermost, outermost.length - former.length, runs, texts);
  const found = await namesIn(written);
  const isSame = (others: readonly string[]): boolean =>
    others.length === found.length && others.every((name, i) => name === found[i]);
  return isSame(names) || isSame(await namesIn(all)) ? written : undefined;
}

/**
 * Joins the sources of kept blocks and the Markdown of others.
 *
 * @param first index of the first block in the former document after the heading that repeats the title
 * @param texts Markdown of the runs that are not kept
 */
function joinRuns(
  markdown: string,
  places: readonly BlockPosition[],
  first: number,
  runs: readonly BlockRun[],
  texts: readonly string[],
): string {
  const lineBreak = /\r?\n/.exec(markdown)?.[0] ?? '\n';
  const pieces = runs.map(({ from, to, former }, i) => {
    if (former === undefined) return texts[i]!.trimEnd().replaceAll('\n', lineBreak);
    const [start, end] = [places[first + former]!, places[first + former + to - from - 1]!];
    return markdown.slice(startOfLine(markdown, start.start), end.end);
  });
  const [head, tail] = [runs[0], runs.at(-1)];
  const before = first === 0 && head?.former === 0 ? markdown.slice(0, startOfLine(markdown, places[0]!.start)) : '';
  const keepsEnd = tail?.former !== undefined && first + tail.former + tail.to - tail.from === places.length;
  const after = keepsEnd ? markdown.slice(places.at(-1)!.end) : lineBreak;
  return before + pieces.filter((piece) => piece !== '').join(lineBreak + lineBreak) + after;
}

/** Returns the start of the line if only white space is before an offset in it. */
function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return start === 0 || text[start - 1] === '\n' ? start : offset;
}

/** Returns a text that is equal for blocks with the same content, whatever their keys. */
const blockName = (block: object): string => JSON.stringify(normalized(block));

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object' || value === null) return value;
  const isNode = 'object' in value && typeof value.object === 'string';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== undefined && !(isNode && (name === 'key' || name === 'meta')))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, normalized(member)]),
  );
}
