import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { BlobContent } from '../uploads.ts';

/** Size of preview pictures in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/** Content of the picture that is shown where a link to a page is shared. */
export interface PreviewPicture {
  readonly site: string;
  readonly title: string;
  readonly description?: string;
  /** Language of the texts, as a BCP 47 tag. */
  readonly language?: string;
  readonly scheme: 'light' | 'dark';
  /** Colors as `#rgb` or `#rrggbb`. */
  readonly accent: string;
  readonly tint?: string;
  /** URL of a picture that is shown in place of the title of the site. */
  readonly logo?: string;
}

/** Pictures of pages, drawn at the first request and kept. */
export interface PreviewPictures {
  /** Content type of all pictures. */
  readonly contentType: string;
  /**
   * Gets the picture; undefined if it cannot be drawn.
   * @param organizationId organization whose share of the drawing is used
   * @throws PoolBusy, ShareExhausted
   */
  get(picture: PreviewPicture, organizationId: OrganizationId): Promise<BlobContent | undefined>;
}
