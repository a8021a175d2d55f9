/** A picture that the file format cannot hold as it is. */
export interface PictureRequest {
  readonly kind: 'svg' | 'gif' | 'webp';
  readonly bytes: Uint8Array;
}

/** It as a PNG; width and height as it asks to be shown, in pixels of a screen. */
export interface DrawnPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What the thread that draws says: that it is there, then what became of each request in turn. */
export type FromDrawer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly picture: DrawnPicture }
  | { readonly kind: 'refused'; /** The thread is of no more use. */ readonly broken: boolean };

/** What bytes begin like that the file format cannot hold as they are; undefined for all else. */
export function pictureKind(bytes: Uint8Array): PictureRequest['kind'] | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096)).toString('latin1');
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp';
  return /^(?:\xef\xbb\xbf)?\s*</.test(start) && /<(?:\w+:)?svg[\s>]/.test(start) ? 'svg' : undefined;
}
