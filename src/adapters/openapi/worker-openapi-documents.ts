import {
  UnusableSpec,
  type SpecDescription,
  type OpenAPIParser,
  type ParsedSpec,
  type ReadOptions,
} from '../../ports/openapi-specs.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import { EndableThread, TookTooLong, TooBusy, Unreadable } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';
import type { SpecQuestion, SpecTask } from './spec-tasks.ts';

/** Reads documents on one thread, looks texts over on another, and makes things of those that were read on a third: nobody who asks waits for those that come. */
export class WorkerOpenAPIDocuments implements OpenAPIParser {
  readonly #reading: EndableThread;
  readonly #checking: EndableThread;
  readonly #using: EndableThread;

  /** @param file what the threads run @param readMs and checkMs how long one document may take to be read, and to be looked over */
  constructor(file: URL, { readMs, checkMs }: { readonly readMs?: number; readonly checkMs?: number } = {}) {
    this.#reading = new EndableThread(file, { taskMs: readMs ?? LIMITS.readMs, memory: LIMITS.memory });
    this.#checking = new EndableThread(file, {
      taskMs: checkMs ?? LIMITS.checkMs,
      memory: LIMITS.memory,
      waiting: LIMITS.checksWaiting,
    });
    this.#using = new EndableThread(file, { taskMs: LIMITS.useMs, memory: LIMITS.memory, waiting: LIMITS.waiting });
  }

  async read(text: Uint8Array, { url, fetch }: ReadOptions): Promise<ParsedSpec> {
    if (text.byteLength > LIMITS.bytes) throw new UnusableSpec(`the document has more than ${LIMITS.bytes} bytes`);
    return refusing(
      this.#reading.run({ kind: 'read', text, url } satisfies SpecTask, (question) =>
        fetch((question as SpecQuestion).url),
      ),
    );
  }

  async check(text: Uint8Array): Promise<readonly string[] | undefined> {
    try {
      return await refusing(this.#checking.run<readonly string[]>({ kind: 'check', text } satisfies SpecTask));
    } catch (error) {
      if (error instanceof TooBusy || (error instanceof UnusableSpec && error.cause instanceof TookTooLong))
        return undefined;
      throw error;
    }
  }

  diff(from: Uint8Array, to: Uint8Array): Promise<SpecDiff> {
    return refusing(this.#using.run({ kind: 'diff', from, to } satisfies SpecTask));
  }

  describe(reference: Uint8Array): Promise<SpecDescription> {
    return refusing(this.#using.run({ kind: 'describe', reference } satisfies SpecTask));
  }
}

async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Unreadable ? new UnusableSpec(error.message, { cause: error }) : error;
  }
}
