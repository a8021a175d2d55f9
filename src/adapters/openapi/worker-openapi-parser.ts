import {
  UnusableSpec,
  type SpecDescription,
  type OpenAPIParser,
  type ParsedSpec,
  type ReadOptions,
  type FetchedDocument,
} from '../../ports/openapi-specs.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import { TerminableWorker, WorkerTimeout, WorkerBusy, UnreadableDocument } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';

/**
 * Parses documents on worker threads: one for reading, one for checking texts and one for processing documents that
 * have been read, so that readers do not wait for imports.
 */
export class WorkerOpenAPIParser implements OpenAPIParser {
  readonly #reader: TerminableWorker;
  readonly #checker: TerminableWorker;
  readonly #processor: TerminableWorker;

  /**
   * @param file module of the threads
   * @param readMs,checkMs time limits of one document for reading and for checking
   */
  constructor(file: URL, { readMs, checkMs }: { readonly readMs?: number; readonly checkMs?: number } = {}) {
    this.#reader = new TerminableWorker(file, {
      taskMs: readMs ?? LIMITS.readMs,
      memoryMegabytes: LIMITS.memoryMegabytes,
    });
    this.#checker = new TerminableWorker(file, {
      taskMs: checkMs ?? LIMITS.checkMs,
      memoryMegabytes: LIMITS.memoryMegabytes,
      maxWaiting: LIMITS.maxWaitingChecks,
    });
    this.#processor = new TerminableWorker(file, {
      taskMs: LIMITS.processMs,
      memoryMegabytes: LIMITS.memoryMegabytes,
      maxWaiting: LIMITS.maxWaiting,
    });
  }

  async read(text: Uint8Array, { url, fetch }: ReadOptions): Promise<ParsedSpec> {
    if (text.byteLength > LIMITS.bytes) throw new UnusableSpec(`the document has more than ${LIMITS.bytes} bytes`);
    return withSpecErrors(
      this.#reader.run({ kind: 'read', text, url } satisfies SpecTask, (question) =>
        fetch((question as SpecQuestion).url),
      ),
    );
  }

  async check(text: Uint8Array): Promise<readonly string[] | undefined> {
    try {
      return await withSpecErrors(this.#checker.run<readonly string[]>({ kind: 'check', text } satisfies SpecTask));
    } catch (error) {
      if (error instanceof WorkerBusy || (error instanceof UnusableSpec && error.cause instanceof WorkerTimeout))
        return undefined;
      throw error;
    }
  }

  diff(from: Uint8Array, to: Uint8Array): Promise<SpecDiff> {
    return withSpecErrors(this.#processor.run({ kind: 'diff', from, to } satisfies SpecTask));
  }

  describe(reference: Uint8Array): Promise<SpecDescription> {
    return withSpecErrors(this.#processor.run({ kind: 'describe', reference } satisfies SpecTask));
  }
}

async function withSpecErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof UnreadableDocument ? new UnusableSpec(error.message, { cause: error }) : error;
  }
}

/** Task of the worker; the result is that of the `OpenAPIParser` method of the same name. */
export type SpecTask =
  | { readonly kind: 'read'; readonly text: Uint8Array; readonly url: string | undefined }
  | { readonly kind: 'check'; readonly text: Uint8Array }
  | { readonly kind: 'diff'; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly kind: 'describe'; readonly reference: Uint8Array };

/** Request of the worker for an external document during `read`. */
export interface SpecQuestion {
  readonly url: string;
}
export type SpecReply = FetchedDocument;
