import type { BlobContent } from './uploads.ts';

/** Widths in pixels in which pictures are available, besides their own. */
export const IMAGE_WIDTHS = [480, 800, 1200, 1600, 2400] as const;

/** Content types of pictures that are scaled; drawings and animations stay as they are. */
export const SCALABLE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Smaller versions of pictures, made at the first request and kept. */
export interface ScaledImages {
  /** Content type of all versions. */
  readonly contentType: string;
  /**
   * Gets a picture in a smaller width; undefined if that saves nothing, if the blob is no picture that can be scaled, if
   * it exceeds a limit, or while too many pictures are being scaled.
   *
   * @param width one of `IMAGE_WIDTHS`
   */
  get(blob: string, width: number): Promise<BlobContent | undefined>;
}
