import { MAX_SPEC_BYTES } from '../../domain/openapi-specs/openapi-spec.ts';

const MEGABYTE = 1024 * 1024;

/** What one document may be and cost; see docs/guide/managing/openapi.md. */
export const LIMITS = {
  /** Of the text and all that it refers to, together. */
  bytes: MAX_SPEC_BYTES,
  /** Objects and lists within each other. */
  depth: 100,
  /** Values, each as often as it stands for something: an alias counts like what it names. */
  values: 3_000_000,
  /** Characters of all texts in it, counted alike. */
  characters: 64 * MEGABYTE,
  /** Other documents that it refers to, and how they may refer to each other. */
  externalDocuments: 50,
  referenceDepth: 10,
  /** How long it may take to be understood, and the megabytes that may need. */
  readMs: 60_000,
  memoryMegabytes: 1_024,
  /** How long somebody who gives a text may be kept waiting while it is looked over, and how many may wait for that. */
  checkMs: 5_000,
  maxWaitingChecks: 4,
  /** The same as for reading, for what is made of a document that was understood. */
  processMs: 30_000,
  /** Of those who may wait for that. */
  maxWaiting: 50,
  /** Characters of a whole document in words. */
  descriptionCharacters: 8_000_000,
} as const;
