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

/** Names under which the worker entry exports the methods of `MarkdownBlocks`. */
export const BLOCKS_FROM_MARKDOWN = 'blocksFromMarkdown';
export const PLACES_OF_BLOCKS = 'placesOfBlocks';

/** Input of the task that converts a document into blocks. */
export interface BlocksTaskInput {
  readonly markdown: string;
  readonly options: DocumentOptions;
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
