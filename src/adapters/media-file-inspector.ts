import { isUtf8 } from 'node:buffer';
import { imageSize } from 'image-size';
import type { FileInspector, FileProperties } from '../ports/uploads.ts';

const BINARY = 'application/octet-stream';
const TEXT = 'text/plain';
const SVG = 'image/svg+xml';
/**
 * Content types of text by file extension. Types that a browser would execute are absent: such text is served as plain
 * text.
 */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    csv: 'text/csv',
    tsv: 'text/tab-separated-values',
    json: 'application/json',
    yaml: 'application/yaml',
    yml: 'application/yaml',
    xml: 'application/xml',
    vtt: 'text/vtt',
    md: 'text/markdown',
    rtf: 'application/rtf',
  }),
);
/** Bytes of a text that are inspected. */
const TEXT_SAMPLE_BYTES = 4096;
/** Bytes that contain the header of any image. */
const IMAGE_SAMPLE_BYTES = 1024 * 1024;
const MAX_PIXELS = 2 ** 31 - 1;

/** Detects content types by magic numbers and reads image headers. */
export const mediaFileInspector: FileInspector = {
  async inspect(name, bytes, isBeginning = false) {
    const contentType =
      (await detectBinaryType(bytes)) ?? detectTextType(name, isBeginning ? trimPartialCharacter(bytes) : bytes);
    const dimensions = contentType.startsWith('image/') ? readDimensions(bytes) : undefined;
    return { contentType, ...(dimensions && { dimensions }) };
  },
};

async function detectBinaryType(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // XML has a magic number too, but only its root element tells the kind of XML.
  return found === undefined || found.mime === 'application/xml'
    ? undefined
    : found.mime.split(';', 1)[0]!.toLowerCase();
}

function detectTextType(name: string, bytes: Uint8Array): string {
  if (bytes.includes(0) || !isUtf8(bytes)) return BINARY;
  if (isSvg(new TextDecoder().decode(bytes.subarray(0, TEXT_SAMPLE_BYTES)))) return SVG;
  return TEXT_TYPES.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? TEXT;
}

/** Removes an incomplete UTF-8 character from the end of a truncated text. */
function trimPartialCharacter(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > bytes.length - 4 && (bytes[end - 1]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, (bytes[end - 1]! & 0x80) === 0 ? end : end - 1);
}

/** Reports whether the first element is `svg`, after an optional declaration, document type and comments. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const end = rest.startsWith('<?')
      ? '?>'
      : rest.startsWith('<!--')
        ? '-->'
        : /^<!doctype\s/i.test(rest)
          ? '>'
          : undefined;
    if (end === undefined) return /^<svg[\s>/]/i.test(rest);
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
}

function readDimensions(bytes: Uint8Array): FileProperties['dimensions'] {
  try {
    const { width, height, orientation } = imageSize(bytes.subarray(0, IMAGE_SAMPLE_BYTES));
    const usable = [width, height].every((pixels) => Number.isFinite(pixels) && pixels >= 1 && pixels <= MAX_PIXELS);
    if (!usable) return undefined;
    // Orientations from 5 on rotate the image by 90°.
    const turned = orientation !== undefined && orientation >= 5;
    return { width: Math.round(turned ? height : width), height: Math.round(turned ? width : height) };
  } catch {
    return undefined;
  }
}
