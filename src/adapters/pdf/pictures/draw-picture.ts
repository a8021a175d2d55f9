import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { imageSize } from 'image-size';
import { fontFiles } from '../fonts/font-files.ts';
import { firstFrameOf } from './first-frame.ts';
import { withMemoryLimit } from './limited-memory.ts';
import type { DrawnPicture, PictureRequest } from './picture.ts';
import { isOpaque, pngOf } from './png-of.ts';

/** Pixels of a picture that has pixels, and of a drawing when it is drawn. */
const MAX_PIXELS = 16_000_000;
const MAX_DRAWN = 4_000_000;
/** Bytes of a drawing's text. */
const MAX_SVG = 5_000_000;
/** A drawing has as many pixels on its longer side, unless that makes it larger or smaller than these factors. */
const SHARP = 1_400;
const [LEAST_FACTOR, MOST_FACTOR] = [2, 8];
/** Of 64 KiB. */
const MAX_PAGES = 8_192;

/** Draws a picture as PNG, undefined when it cannot be drawn. Scripts do not run, and nothing outside the bytes is looked at. @throws whatever the decoders say */
export async function drawPicture({ kind, bytes }: PictureRequest): Promise<DrawnPicture | undefined> {
  if (kind === 'svg') return bytes.byteLength > MAX_SVG ? undefined : drawSvg(new TextDecoder().decode(bytes));
  const { width, height } = imageSize(bytes);
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) return undefined;
  if (kind === 'gif')
    return drawSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/gif;base64,${Buffer.from(bytes).toString('base64')}"/></svg>`,
      1,
    );
  return drawWebp(bytes, width, height);
}

/** The first picture of one that moves, on a transparent ground where it is smaller. */
async function drawWebp(bytes: Uint8Array, width: number, height: number): Promise<DrawnPicture> {
  const { decode } = await import('@cwasm/webp');
  const frame = firstFrameOf(bytes);
  const image = decode(frame?.file ?? bytes);
  const pixels = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  if (frame === undefined || (frame.width === width && frame.height === height))
    return { png: pngOf(pixels, image.width, image.height), width: image.width, height: image.height };
  const ground = new Uint8Array(width * height * 4);
  for (let row = 0; row < frame.height; row++)
    ground.set(
      pixels.subarray(row * frame.width * 4, (row + 1) * frame.width * 4),
      ((frame.y + row) * width + frame.x) * 4,
    );
  return { png: pngOf(ground, width, height), width, height };
}

let loaded: Promise<typeof import('@resvg/resvg-wasm')> | undefined;
async function load(): Promise<typeof import('@resvg/resvg-wasm')> {
  const drawer = await import('@resvg/resvg-wasm');
  await drawer.initWasm(
    withMemoryLimit(
      await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
      MAX_PAGES,
    ),
  );
  return drawer;
}

async function drawSvg(svg: string, factor?: number): Promise<DrawnPicture | undefined> {
  const { Resvg } = await (loaded ??= load());
  const fontBuffers = /<(?:\w+:)?text[\s>]/.test(svg) ? await fontFiles(svg) : [];
  const options = (scale: number) => ({
    font: {
      fontBuffers: [...fontBuffers],
      loadSystemFonts: false,
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
      serifFamily: 'DejaVu Sans',
      monospaceFamily: 'DejaVu Sans Mono',
    },
    fitTo: { mode: 'zoom' as const, value: scale },
  });
  const measured = new Resvg(svg, options(1));
  const { width, height } = measured;
  if (!(width > 0 && height > 0)) return undefined;
  const wanted = factor ?? Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, SHARP / Math.max(width, height)));
  const scale = factor ?? Math.min(wanted, Math.sqrt(MAX_DRAWN / (width * height)));
  if (Math.min(width, height) * scale < 1) return undefined;
  measured.free();
  const drawing = new Resvg(svg, options(scale));
  const image = drawing.render();
  const { pixels } = image;
  // Pixels that cannot be read are left out of a drawing: nothing is left of a picture that is broken.
  if (factor !== undefined && !pixels.some((each) => each !== 0)) return undefined;
  const png = isOpaque(pixels) ? pngOf(pixels, image.width, image.height) : image.asPng();
  image.free();
  drawing.free();
  return { png, width, height };
}
