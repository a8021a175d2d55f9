import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Piece } from '../../domain/translations/segment.ts';
import type { DocumentSegmenter } from '../../ports/translations/document-segments.ts';
import { TaskAbandoned } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { MarkdownSegments } from './markdown-segments.ts';

/** Names under which the worker entry exports the methods of `MarkdownSegments`. */
const SEGMENTS_OF_DOCUMENT = 'segmentsOfDocument';
const STRUCTURE_OF_DOCUMENT = 'structureOfDocument';

/** Splits long documents on a thread; documents that exceed its limits are not split. */
export class WorkerDocumentSegments implements DocumentSegmenter {
  readonly #quick = new MarkdownSegments(() => false);

  constructor(
    private readonly workers: Pick<WorkerPool, 'run'>,
    /** Reports whether Markdown is cheap enough to be parsed on this thread. */
    private readonly isQuick: (markdown: string) => boolean,
  ) {}

  async segment(markdown: string, organizationId: OrganizationId): Promise<readonly Piece[] | undefined> {
    if (this.isQuick(markdown)) return this.#quick.segment(markdown);
    return this.#run(SEGMENTS_OF_DOCUMENT, markdown, organizationId);
  }

  async structureOf(markdown: string, organizationId: OrganizationId): Promise<string | undefined> {
    if (this.isQuick(markdown)) return this.#quick.structureOf(markdown);
    return this.#run(STRUCTURE_OF_DOCUMENT, markdown, organizationId);
  }

  #run<Result>(task: string, markdown: string, organizationId: OrganizationId): Promise<Result | undefined> {
    return this.workers
      .run<Result>(task, { text: markdown, organizationId, input: markdown })
      .catch((error: unknown) => {
        if (error instanceof TaskAbandoned) return undefined;
        throw error;
      });
  }
}
