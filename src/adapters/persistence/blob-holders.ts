import type { Aggregates } from '../../ports/kernel/unit-of-work.ts';

/**
 * Which aggregates name a blob, and in which field of their state: the hash, or null. With the contents of revisions they
 * are all that keeps a blob from being collected: an aggregate that comes to name one needs a line here.
 */
export const BLOB_HOLDERS: readonly { readonly aggregate: keyof Aggregates; readonly field: string }[] = [
  { aggregate: 'uploads', field: 'blob' },
  { aggregate: 'openapiSpecs', field: 'sourceText' },
  { aggregate: 'openapiSpecVersions', field: 'source' },
  { aggregate: 'openapiSpecVersions', field: 'document' },
  { aggregate: 'openapiSpecVersions', field: 'reference' },
];
