import { MAX_SPEC_BYTES } from '../../domain/openapi-specs/openapi-spec.ts';
import type { WorkerPoolLimits } from '../workers/worker-pool.ts';

const MEGABYTE = 1024 * 1024;

/** Limits for one OpenAPI document, documented in docs/guide/managing/openapi.md. */
export const LIMITS = {
  /** Bytes of the text and all referenced documents together. */
  bytes: MAX_SPEC_BYTES,
  /** Nesting depth of objects and lists. */
  depth: 100,
  /** Number of values; an alias counts as often as it is used. */
  values: 3_000_000,
  /** Characters of all texts; an alias counts as often as it is used. */
  characters: 64 * MEGABYTE,
  /** Number of external documents, and depth of references between them. */
  externalDocuments: 50,
  referenceDepth: 10,
  /** Characters of the description of a whole document. */
  descriptionCharacters: 8_000_000,
  /** Characters of the models of a whole document, as JSON. */
  modelCharacters: 12_000_000,
} as const;

const THREAD = { work: 'OpenAPI documents', threads: 1, memory: 1_024, idleMs: 5_000 };

/** Limits of the threads that read documents; the jobs that ask for it bound the queue. */
export const SPEC_READING: WorkerPoolLimits = { ...THREAD, taskMs: 60_000, queue: Infinity };
/** Limits of the threads that check texts during requests. */
export const SPEC_CHECKING: WorkerPoolLimits = { ...THREAD, taskMs: 5_000, queue: 8 };
/** Limits of the threads that process documents which have been read. */
export const SPEC_PROCESSING: WorkerPoolLimits = { ...THREAD, taskMs: 30_000, queue: 100 };
