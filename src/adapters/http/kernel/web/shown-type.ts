import type { FileInspector } from '../../../../ports/uploads.ts';

/** Number of bytes from the beginning of a file that suffice to detect its type. */
export const SAMPLE_BYTES = 4_100;

export interface ShownType {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** True if browsers may display the file; others are downloads only. */
  readonly inline: boolean;
}

const INLINE_TYPE =
  /^(?:image\/(?:svg\+xml|png|apng|gif|jpeg|webp|avif|bmp|x-icon)|video\/(?:mp4|webm|ogg|quicktime)|audio\/(?:mpeg|mp4|ogg|wav|x-wav|vnd\.wave|flac|x-flac|aac|webm|opus|x-m4a))$/;
/** Types that a browser might execute; matched precisely because names such as `openxmlformats` are harmless. */
const EXECUTABLE_TYPE = /^application\/(?:x?html|xml|xml-dtd|(?:x-)?(?:java|ecma|j|live)script|wasm)$|\+(?:xml|html)$/;

/**
 * Detects the type that a file is sent with from its first bytes, regardless of its name and declared type. Markup
 * other than SVG is sent as plain text.
 */
export async function shownType(inspector: FileInspector, sample: Uint8Array): Promise<ShownType> {
  const { contentType } = await inspector.inspect('', sample, sample.length === SAMPLE_BYTES);
  if (INLINE_TYPE.test(contentType)) return { type: contentType, inline: true };
  if (contentType.startsWith('text/') || EXECUTABLE_TYPE.test(contentType))
    return { type: 'text/plain; charset=utf-8', inline: true };
  return { type: contentType, inline: false };
}
