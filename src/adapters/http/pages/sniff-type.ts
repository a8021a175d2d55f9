import { fileTypeFromBuffer } from 'file-type';

/** How many bytes of a file's beginning are enough to know its type. */
export const SNIFFED_BYTES = 4_100;

export interface SniffedType {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Whether browsers may show it in place; everything else is only ever downloaded. */
  readonly inline: boolean;
}

const DOWNLOAD: SniffedType = { type: 'application/octet-stream', inline: false };
const TEXT: SniffedType = { type: 'text/plain; charset=utf-8', inline: true };
const SVG: SniffedType = { type: 'image/svg+xml', inline: true };

const SHOWN = /^(?:image\/(?:png|apng|gif|jpeg|webp|avif|bmp|x-icon)|video\/(?:mp4|webm|ogg|quicktime)|audio\/(?:mpeg|mp4|ogg|wav|x-wav|vnd\.wave|flac|x-flac|aac|webm|opus|x-m4a))$/;
/** After a byte order mark, an XML declaration, comments and a document type. */
const SVG_START = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/;
const CONTROL = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/**
 * The type of a file from its first bytes, whatever its name or its uploader says. Markup other than SVG is plain text:
 * nothing that a browser would take for a page.
 */
export async function sniffType(beginning: Uint8Array): Promise<SniffedType> {
  const text = textIn(beginning);
  if (text !== undefined && SVG_START.test(text)) return SVG;
  const known = await fileTypeFromBuffer(beginning).catch(() => undefined);
  if (known !== undefined && !known.mime.endsWith('xml')) {
    const type = known.mime.split(';')[0]!;
    return { type, inline: SHOWN.test(type) };
  }
  return text === undefined ? DOWNLOAD : TEXT;
}

/** The bytes as text, when that is what they are; a character cut at the end does not count. */
function textIn(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytes.length - cut));
      return CONTROL.test(text) ? undefined : text;
    } catch {
      if (bytes.length < SNIFFED_BYTES) return undefined;
    }
  }
  return undefined;
}
