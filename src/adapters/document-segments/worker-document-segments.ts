import type { Piece } from '../../domain/translations/segment.ts';
import type { DocumentSegments } from '../../ports/translations/document-segments.ts';
import { TaskAbandoned, type WorkerPool } from '../worker-pool.ts';
import { MarkdownSegments } from './markdown-segments.ts';

/** Names under which the worker entry exports the methods of `MarkdownSegments`. */
export const SEGMENTS_OF_DOCUMENT = 'segmentsOfDocument';
export const STRUCTURE_OF_DOCUMENT = 'structureOfDocument';

/** Parses long documents on a thread; those that exceed its limits are not taken apart. */
export class WorkerDocumentSegments implements DocumentSegments {
  readonly #quick = new MarkdownSegments(() => false);

  constructor(
    private readonly workers: Pick<WorkerPool, 'run'>,
    /** Tells whether markdown may be parsed while others wait. */
    private readonly isQuick: (markdown: string) => boolean,
  ) {}

  async of(markdown: string): Promise<readonly Piece[] | undefined> {
    return this.isQuick(markdown) ? this.#quick.of(markdown) : this.#run(SEGMENTS_OF_DOCUMENT, markdown);
  }

  async structureOf(markdown: string): Promise<string | undefined> {
    return this.isQuick(markdown) ? this.#quick.structureOf(markdown) : this.#run(STRUCTURE_OF_DOCUMENT, markdown);
  }

  #run<Result>(task: string, markdown: string): Promise<Result | undefined> {
    return this.workers.run<Result>(task, markdown, markdown).catch((error: unknown) => {
      if (error instanceof TaskAbandoned) return undefined;
      throw error;
    });
  }
}
