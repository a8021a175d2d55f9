import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { BlobContent } from '../uploads.ts';

/** Pictures of embedded pages, fetched once, made small, and served from here: readers send no request elsewhere. */
export interface EmbedPictures {
  /** Content type of all pictures. */
  readonly contentType: string;
  /**
   * Gets a picture; undefined if it cannot be fetched or is no picture.
   * @param organizationId organization whose share of the downloads is used
   * @throws PoolBusy, ShareExhausted
   */
  get(url: string, organizationId: OrganizationId): Promise<BlobContent | undefined>;
}
