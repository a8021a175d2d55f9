import type { FileInspector } from '../../../../ports/uploads.ts';

/** How many bytes of a file's beginning are enough to know its type. */
export const SAMPLE_BYTES = 4_100;

export interface ShownType {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Whether browsers may show it in place; everything else is only ever downloaded. */
  readonly inline: boolean;
}

const SHOWN =
  /^(?:image\/(?:svg\+xml|png|apng|gif|jpeg|webp|avif|bmp|x-icon)|video\/(?:mp4|webm|ogg|quicktime)|audio\/(?:mpeg|mp4|ogg|wav|x-wav|vnd\.wave|flac|x-flac|aac|webm|opus|x-m4a))$/;
/** Types that a browser might run, were they sent as what they are; a name such as `openxmlformats` says nothing. */
const ACTIVE = /^application\/(?:x?html|xml|xml-dtd|(?:x-)?(?:java|ecma|j|live)script|wasm)$|\+(?:xml|html)$/;

/**
 * The type that a file is sent with: from its first bytes, whatever its name or its uploader says. Markup other than SVG
 * goes out as plain text.
 */
export async function shownType(inspector: FileInspector, sample: Uint8Array): Promise<ShownType> {
  const { contentType } = await inspector.inspect('', sample, sample.length === SAMPLE_BYTES);
  if (SHOWN.test(contentType)) return { type: contentType, inline: true };
  if (contentType.startsWith('text/') || ACTIVE.test(contentType))
    return { type: 'text/plain; charset=utf-8', inline: true };
  return { type: contentType, inline: false };
}
