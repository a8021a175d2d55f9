import { inTimeSlices } from '../../application/kernel/time-slices.ts';
import { blocksToMarkdown, blocksToMarkdownInSteps } from '../../domain/content/documents/markdown-of-blocks.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import { Invalid, type Issue } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type {
  BlockDocument,
  BlockDocuments,
  BlockPosition,
  DocumentOptions,
} from '../../ports/content/block-documents.ts';
import { TaskAbandoned } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { MarkdownBlocks } from './markdown-blocks.ts';

/** Names under which the worker entry exports the tasks. */
export const BLOCKS_FROM_MARKDOWN = 'blocksFromMarkdown';
const PLACES_OF_BLOCKS = 'placesOfBlocks';
export const MARKDOWN_OF_BLOCKS = 'markdownOfBlocks';

/** Maximum length of the texts of a block that is converted on the calling thread; each 1,000 characters take up to 0.6 ms. */
const MAX_QUICK_TEXT = 20_000;

/** Input of the task that converts a document into blocks. */
export interface BlocksTaskInput {
  readonly markdown: string;
  readonly options: DocumentOptions;
}

/** Input of the task that converts blocks into Markdown. */
export interface MarkdownTaskInput {
  readonly nodes: readonly BlockInput[];
  readonly path: string;
}
export type MarkdownTaskResult = { readonly markdown: string } | { readonly issues: readonly Issue[] };

/** Converts blocks to Markdown; returns the issues of invalid blocks, since errors lose their class between threads. */
export function convertBlocks({ nodes, path }: MarkdownTaskInput): MarkdownTaskResult {
  try {
    return { markdown: blocksToMarkdown(nodes, path) };
  } catch (error) {
    if (error instanceof Invalid) return { issues: error.issues };
    throw error;
  }
}

/** Parses long documents on a thread; documents that exceed its limits become one raw paragraph. */
export class WorkerBlockDocuments implements BlockDocuments {
  readonly #quick = new MarkdownBlocks(() => false);
  readonly #plain = new MarkdownBlocks(() => true);

  constructor(
    private readonly workers: Pick<WorkerPool, 'run'>,
    /** Reports whether Markdown is cheap enough to be parsed on this thread. */
    private readonly isQuick: (markdown: string) => boolean,
  ) {}

  async fromMarkdown(
    markdown: string,
    organizationId: OrganizationId,
    options: DocumentOptions = {},
  ): Promise<BlockDocument> {
    if (this.isQuick(markdown)) return this.#quick.fromMarkdown(markdown, options);
    return this.#run<BlockDocument>(
      BLOCKS_FROM_MARKDOWN,
      { markdown, organizationId },
      (plain) => plain.fromMarkdown(markdown, options),
      { markdown, options } satisfies BlocksTaskInput,
    );
  }

  async blocksOf(markdown: string, organizationId: OrganizationId): Promise<readonly BlockPosition[]> {
    if (this.isQuick(markdown)) return this.#quick.blocksOf(markdown);
    return this.#run<readonly BlockPosition[]>(PLACES_OF_BLOCKS, { markdown, organizationId }, (plain) =>
      plain.blocksOf(markdown),
    );
  }

  async toMarkdown(nodes: readonly BlockInput[], path: string, organizationId: OrganizationId): Promise<string> {
    if (!nodes.some(hasLongText)) return inTimeSlices(blocksToMarkdownInSteps(nodes, path));
    const input: MarkdownTaskInput = { nodes, path };
    const result = await this.workers
      .run<MarkdownTaskResult>(MARKDOWN_OF_BLOCKS, { organizationId, input })
      .catch((error: unknown) => {
        throw error instanceof TaskAbandoned ? Invalid.field(path, 'take too long to convert') : error;
      });
    if ('issues' in result) throw new Invalid(result.issues);
    return result.markdown;
  }

  #run<Result>(
    task: string,
    { markdown, organizationId }: { readonly markdown: string; readonly organizationId: OrganizationId },
    whenAbandoned: (plain: MarkdownBlocks) => Result,
    input: unknown = markdown,
  ): Promise<Result> {
    return this.workers.run<Result>(task, { text: markdown, organizationId, input }).catch((error: unknown) => {
      if (error instanceof TaskAbandoned) return whenAbandoned(this.#plain);
      throw error;
    });
  }
}

/** Tells whether the texts of a block are too long to be converted on the calling thread. */
function hasLongText(block: unknown): boolean {
  let rest = MAX_QUICK_TEXT;
  const open: unknown[] = [block];
  while (open.length > 0 && rest >= 0) {
    const value = open.pop();
    if (typeof value === 'string') rest -= value.length;
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) open.push(member);
  }
  return rest < 0;
}
