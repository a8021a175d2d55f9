import type { Aggregates } from '../../ports/kernel/unit-of-work.ts';

interface BlobHolder {
  readonly aggregate: keyof Aggregates;
  readonly field: string;
  /** Member with the hash, of each object in a field that is a list. */
  readonly member?: string;
}

/**
 * Aggregates that name a blob, and the field of their state with its hash, or null. Together with the contents of
 * revisions they protect a blob from garbage collection: an aggregate that comes to name a blob needs a line here.
 */
export const BLOB_HOLDERS: readonly BlobHolder[] = [
  { aggregate: 'uploads', field: 'blob' },
  { aggregate: 'customFonts', field: 'fontFaces', member: 'blob' },
  { aggregate: 'organizationImages', field: 'blob' },
  { aggregate: 'openapiSpecs', field: 'sourceText' },
  { aggregate: 'openapiSpecVersions', field: 'source' },
  { aggregate: 'openapiSpecVersions', field: 'document' },
  { aggregate: 'openapiSpecVersions', field: 'reference' },
];
