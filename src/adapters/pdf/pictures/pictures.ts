import { PdfLimitExceeded, type ImageLoader } from '../../../ports/pdf.ts';
import { eachBlock, inlinesOf, type Block, type ImageRef } from '../content/blocks.ts';
import { isPrintable } from '../content/printable-image.ts';
import { keyOf, type Picture } from '../pages/layout-images.ts';
import type { Painter } from '../painter.ts';
import type { PictureDrawer } from './picture-drawer.ts';
import { pictureKind } from './picture.ts';

/** Bytes of all images in one file. */
const MAX_IMAGES = 300_000_000;

/** The images of a book, each taken into the file once. */
export class Pictures {
  readonly #opened = new Map<string, Picture | undefined>();
  #left = MAX_IMAGES;

  constructor(
    private readonly painter: Painter,
    private readonly images: ImageLoader,
    private readonly drawer: PictureDrawer,
  ) {}

  /** Those of these blocks that can be printed, by what names them. @throws PdfLimitExceeded when they are too many bytes */
  async of(blocks: readonly Block[]): Promise<ReadonlyMap<string, Picture>> {
    const found = new Map<string, Picture>();
    for (const image of imagesIn(blocks)) {
      const key = keyOf(image);
      if (key === undefined || found.has(key)) continue;
      if (!this.#opened.has(key)) this.#opened.set(key, await this.#open(image));
      const opened = this.#opened.get(key);
      if (opened !== undefined) found.set(key, opened);
    }
    return found;
  }

  async #open({ source }: ImageRef): Promise<Picture | undefined> {
    const bytes =
      source === undefined ? undefined : 'blob' in source ? await this.images(source.blob) : dataOf(source.data);
    if (bytes === undefined) return undefined;
    this.#spend(bytes.byteLength);
    const kind = pictureKind(bytes);
    if (kind === undefined) return this.#taken(bytes);
    const drawn = await this.drawer.draw({ kind, bytes });
    if (drawn === undefined) return undefined;
    this.#spend(drawn.png.byteLength);
    return this.#taken(drawn.png, drawn);
  }

  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0)
      throw new PdfLimitExceeded(`the images exceed ${MAX_IMAGES} bytes together; select a part with \`page\``);
  }

  #taken(bytes: Uint8Array, size?: { readonly width: number; readonly height: number }): Picture | undefined {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!isPrintable(buffer)) return undefined;
    try {
      const opened = this.painter.open(buffer);
      const { width, height } = size ?? opened;
      return { opened, width, height };
    } catch {
      return undefined;
    }
  }
}

function* imagesIn(blocks: readonly Block[]): Generator<ImageRef> {
  for (const block of eachBlock(blocks)) {
    if (block.kind === 'image' || block.kind === 'cover') yield block.image;
    for (const inline of inlinesOf(block)) if (inline.kind === 'image') yield inline.image;
  }
}

function dataOf(url: string): Uint8Array | undefined {
  const match = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,([\w+/=\s]*)$/i.exec(url);
  return match === null ? undefined : Buffer.from(match[1]!, 'base64');
}
