import type { ChangeRequestId, PageId, SpaceId, UploadId } from '../kernel/id.ts';

/** Uploaded file of an import. */
export interface ImportFile {
  readonly key: UploadId;
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Hash of the bytes, which the upload protects until the run has ended. */
  readonly blob: string;
}

/** Origin of the imported content. */
export type ImportRunSource =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly ImportFile[] }
  | {
      readonly type: 'git';
      /** URL of the repository without credentials. */
      readonly url: string;
      readonly ref: string;
      /** Directory of the project in the repository; empty for the root. */
      readonly directory: string;
    };

/** Content that the imported pages are added to. */
export interface ImportRunTarget {
  readonly spaceId: SpaceId;
  /** Null for the primary content of the space. */
  readonly changeRequestId: ChangeRequestId | null;
  /** Parent of the imported pages; null for the top level. */
  readonly pageId: PageId | null;
}

/** Maximum number of files of one run. */
export const MAX_IMPORT_FILES = 50;
