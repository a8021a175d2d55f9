import { imageSize } from 'image-size';
import { PdfLimitExceeded } from '../../../ports/pdf.ts';
import type { Image } from './nodes.ts';

/** Source of an image: a file of the content by its hash, or a URL with the image itself. */
export type ImageSource = { readonly blob: string } | { readonly data: string };

/** Pixels of one image, which are in memory at once, and of all images of a file. */
const MAX_PIXELS = 40_000_000;
const MAX_ALL_PIXELS = 300_000_000;
/** Bytes of a drawing, and of all images of a file. */
const MAX_SVG = 5_000_000;
const MAX_BYTES = 300_000_000;
/** Images are as large as on a screen of 96 dots per inch. */
const POINTS_PER_PIXEL = 0.75;
/** Media types of the formats, by the names of `image-size`. */
const FORMATS: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export interface ImageTools {
  load(blob: string): Promise<Uint8Array | undefined>;
  /** Adds a virtual file and tries to draw it; false if that fails. */
  draw(file: string, bytes: Uint8Array, source: string): Promise<boolean>;
  /** Replaces a virtual file by one with another name. */
  replace(file: string, by: string, content: string): void;
}

/** Images of a book, each added once. */
export class Images {
  readonly #pictures = new Map<string, Promise<Image['picture']>>();
  #pixels = 0;
  #bytes = 0;

  constructor(private readonly tools: ImageTools) {}

  /** Undefined for an image that cannot be printed. @throws PdfLimitExceeded when all are too large together */
  picture(source: ImageSource): Promise<Image['picture']> {
    const key = 'blob' in source ? source.blob : source.data;
    const picture = this.#pictures.get(key) ?? this.#add(source, key, this.#pictures.size);
    this.#pictures.set(key, picture);
    return picture;
  }

  async #add(source: ImageSource, key: string, number: number): Promise<Image['picture']> {
    const bytes = 'blob' in source ? await this.tools.load(source.blob) : bytesOf(source.data);
    const size = bytes === undefined ? undefined : sizeOf(bytes);
    if (bytes === undefined || size === undefined) return undefined;
    this.#bytes += bytes.byteLength;
    this.#pixels += size.pixels;
    if (this.#bytes > MAX_BYTES)
      throw new PdfLimitExceeded(`the images exceed ${MAX_BYTES} bytes together; select a part with \`page\``);
    if (this.#pixels > MAX_ALL_PIXELS)
      throw new PdfLimitExceeded(`the images exceed ${MAX_ALL_PIXELS} pixels together; select a part with \`page\``);
    const file = `/image-${number}.${size.type}`;
    if (!(await this.tools.draw(file, bytes, key))) return undefined;
    const printed = { width: size.width * POINTS_PER_PIXEL, height: size.height * POINTS_PER_PIXEL };
    if (size.type === 'svg' || size.isRotated) return { file, ...printed };
    // During layout, the compiler holds the pixels of images; images within drawings stay compressed.
    const drawing = `/image-${number}.svg`;
    this.tools.replace(file, drawing, drawingOf(bytes, size));
    return { file: drawing, ...printed };
  }
}

interface Size {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** Zero for drawings. */
  readonly pixels: number;
  /** Must be rotated or mirrored to be seen upright (EXIF). */
  readonly isRotated: boolean;
}

function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { type = '', width, height, orientation = 1 } = imageSize(bytes);
    const isDrawing = type === 'svg';
    const pixels = isDrawing ? 0 : width * height;
    if (FORMATS[type] === undefined || !(width > 0 && height > 0) || pixels > MAX_PIXELS) return undefined;
    if (isDrawing && bytes.byteLength > MAX_SVG) return undefined;
    const isRotated = orientation > 1;
    return orientation >= 5
      ? { type, width: height, height: width, pixels, isRotated }
      : { type, width, height, pixels, isRotated };
  } catch {
    return undefined;
  }
}

/** A drawing that shows an image. */
function drawingOf(bytes: Uint8Array, { type, width, height }: Size): string {
  const url = `data:${FORMATS[type]};base64,${Buffer.from(bytes).toString('base64')}`;
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${url}"/></svg>`;
}

function bytesOf(url: string): Uint8Array | undefined {
  const data = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,([\w+/=\s]*)$/i.exec(url)?.[1];
  return data === undefined ? undefined : Buffer.from(data, 'base64');
}
