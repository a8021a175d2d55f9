import { PoolBusy, ShareExhausted } from '../../application/kernel/fair-pool.ts';
import type { SpecDiff } from '../../domain/openapi-specs/diff/spec-diff.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import {
  UnusableSpec,
  type SpecDescription,
  type OpenAPIParser,
  type ParsedSpec,
  type ReadOptions,
} from '../../ports/openapi-specs.ts';
import { TaskAbandoned, toUnreadableDocument, UnreadableDocument } from '../workers/worker-errors.ts';
import type { TaskRun, WorkerPool } from '../workers/worker-pool.ts';
import { LIMITS } from './limits.ts';

/** Pools for each kind of task, so that readers do not wait for imports. */
export interface SpecThreads {
  /** Reads documents with all documents that they reference. */
  readonly reading: Pick<WorkerPool, 'run'>;
  /** Checks texts during a request. */
  readonly checking: Pick<WorkerPool, 'run'>;
  /** Compares and describes documents that have been read. */
  readonly processing: Pick<WorkerPool, 'run'>;
}

/** Parses documents on worker threads. */
export class WorkerOpenAPIParser implements OpenAPIParser {
  constructor(private readonly threads: SpecThreads) {}

  async read(text: Uint8Array, { organizationId, url, fetch }: ReadOptions): Promise<ParsedSpec> {
    if (text.byteLength > LIMITS.bytes) throw new UnusableSpec(`the document has more than ${LIMITS.bytes} bytes`);
    return runTask(this.threads.reading, 'readSpec', { organizationId, input: { text, url }, answer: fetch });
  }

  async check(text: Uint8Array, organizationId: OrganizationId): Promise<readonly string[] | undefined> {
    try {
      return await runTask<readonly string[]>(this.threads.checking, 'checkSpec', { organizationId, input: text });
    } catch (error) {
      if (error instanceof PoolBusy || error instanceof ShareExhausted || isTimeout(error)) return undefined;
      throw error;
    }
  }

  diff(from: Uint8Array, to: Uint8Array, organizationId: OrganizationId): Promise<SpecDiff> {
    return runTask(this.threads.processing, 'compareSpecs', { organizationId, input: [from, to] });
  }

  describe(reference: Uint8Array, organizationId: OrganizationId, url?: string): Promise<SpecDescription> {
    return runTask(this.threads.processing, 'describeSpec', { organizationId, input: { reference, url } });
  }

  addHtmlDescriptions(document: Uint8Array, organizationId: OrganizationId): Promise<Uint8Array> {
    return runTask(this.threads.processing, 'annotateSpec', { organizationId, input: document });
  }
}

/** Runs a task of `spec-worker.ts`. @throws UnusableSpec for a document that cannot be parsed */
async function runTask<Result>(threads: Pick<WorkerPool, 'run'>, name: string, run: TaskRun): Promise<Result> {
  try {
    return await threads.run<Result>(name, run);
  } catch (thrown) {
    const error = toUnreadableDocument(thrown);
    throw error instanceof UnreadableDocument ? new UnusableSpec(error.message, { cause: thrown }) : error;
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof UnusableSpec && error.cause instanceof TaskAbandoned && error.cause.exceeded === 'time';
