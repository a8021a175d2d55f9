import type { OpenedImage } from 'pdfkit';
import type { ImageRef } from '../content/blocks.ts';

/** An image that can be printed; sizes in pixels of a screen. */
export interface Picture {
  readonly opened: OpenedImage;
  readonly width: number;
  readonly height: number;
}

/** An image on the page, in points. */
export interface Laid {
  readonly opened: OpenedImage;
  readonly width: number;
  readonly height: number;
}

/** Images are as large as on a screen of 96 dots per inch, where that fits. */
const POINTS_PER_PIXEL = 0.75;
/** An image is never taller than this part of a page. */
const MOST_HEIGHT = 420;
const MOST_LINE_HEIGHT = 60;

/** Images of a chapter that can be printed, by what names them; those that cannot be are missing. */
export class LaidImages {
  constructor(private readonly pictures: ReadonlyMap<string, Picture>) {}

  /** An image on lines of its own; undefined when it is not printed. */
  alone(image: ImageRef, room: number): Laid | undefined {
    return this.#fitted(image, room, MOST_HEIGHT);
  }

  /** An image as wide as the room, however tall. */
  across(image: ImageRef, room: number): Laid | undefined {
    return this.#fitted({ ...image, width: { points: room } }, room, Number.MAX_SAFE_INTEGER);
  }

  /** An image among words. */
  inLine(image: ImageRef, size: number, room: number): Laid | undefined {
    return this.#fitted(
      image,
      room,
      image.width === undefined ? MOST_LINE_HEIGHT : Math.max(size * 1.5, MOST_LINE_HEIGHT),
    );
  }

  #fitted(image: ImageRef, room: number, mostHeight: number): Laid | undefined {
    const key = keyOf(image);
    const picture = key === undefined ? undefined : this.pictures.get(key);
    if (picture === undefined) return undefined;
    const wanted =
      image.width === undefined
        ? picture.width * POINTS_PER_PIXEL
        : 'part' in image.width
          ? room * image.width.part
          : image.width.points;
    const width = Math.max(1, Math.min(wanted, room, (mostHeight * picture.width) / picture.height));
    return { opened: picture.opened, width, height: Math.max(1, (width * picture.height) / picture.width) };
  }
}

export const keyOf = ({ source }: ImageRef): string | undefined =>
  source === undefined ? undefined : 'blob' in source ? source.blob : source.data;
