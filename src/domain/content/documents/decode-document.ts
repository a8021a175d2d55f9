const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes the bytes of a document; empty for a page that has none. Bytes that are not UTF-8 become U+FFFD, and a byte
 * order mark is kept, so that places in the text are places in the document.
 */
export const decodeDocument = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : decoder.decode(bytes);
