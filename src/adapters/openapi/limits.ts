import { MAX_SPEC_BYTES } from '../../domain/openapi-specs/openapi-spec.ts';

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
  /** Time limit in milliseconds and memory limit in megabytes for reading a document. */
  readMs: 60_000,
  memoryMegabytes: 1_024,
  /** Time limit in milliseconds for checking a text during a request, and maximum number of waiting checks. */
  checkMs: 5_000,
  maxWaitingChecks: 4,
  /** Time limit in milliseconds for processing a document that has been read. */
  processMs: 30_000,
  /** Maximum number of tasks that wait for processing. */
  maxWaiting: 50,
  /** Characters of the description of a whole document. */
  descriptionCharacters: 8_000_000,
} as const;
