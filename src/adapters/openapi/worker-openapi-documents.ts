import { DocumentRefused, type DescribedSpec, type OpenAPIDocuments, type ReadDocument, type ReadOptions } from '../../ports/openapi-documents.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import { EndableThread, Unreadable } from '../endable-thread.ts';
import { LIMITS } from './limits.ts';
import type { SpecQuestion, SpecTask } from './spec-tasks.ts';

/** Reads documents on one thread and makes things of those that were read on another: whoever looks at one does not wait for those that come. */
export class WorkerOpenAPIDocuments implements OpenAPIDocuments {
  readonly #reading: EndableThread;
  readonly #using: EndableThread;

  /** @param file what the threads run @param readMs how long one document may take */
  constructor(file: URL, readMs: number = LIMITS.readMs) {
    this.#reading = new EndableThread(file, { taskMs: readMs, memory: LIMITS.memory });
    this.#using = new EndableThread(file, { taskMs: LIMITS.useMs, memory: LIMITS.memory, waiting: LIMITS.waiting });
  }

  async read(text: Uint8Array, { url, fetch }: ReadOptions): Promise<ReadDocument> {
    if (text.byteLength > LIMITS.bytes) throw new DocumentRefused(`it has more than ${LIMITS.bytes} bytes`);
    return refusing(this.#reading.run({ kind: 'read', text, url } satisfies SpecTask, (question) => fetch((question as SpecQuestion).url)));
  }

  diff(from: Uint8Array, to: Uint8Array): Promise<SpecDiff> {
    return refusing(this.#using.run({ kind: 'diff', from, to } satisfies SpecTask));
  }

  describe(reference: Uint8Array): Promise<DescribedSpec> {
    return refusing(this.#using.run({ kind: 'describe', reference } satisfies SpecTask));
  }
}

async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Unreadable ? new DocumentRefused(error.message, { cause: error }) : error;
  }
}
