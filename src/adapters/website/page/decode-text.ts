const META = /<meta[^>]{0,500}?charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w.:-]{1,40})/i;
/** Bytes in which a page may declare its encoding. */
const META_SAMPLE_BYTES = 4096;

/**
 * Decodes a page by its byte order mark, else by the header, else by its own declaration, else as UTF-8 if valid.
 * Unknown encodings are skipped; invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked =
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
      ? 'utf-8'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : undefined;
  const header = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(contentType.slice(0, 500))?.[1];
  for (const name of [marked, header]) {
    const text = name && decodeWith(name, bytes);
    if (text !== undefined) return text;
  }
  const declared = META.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, META_SAMPLE_BYTES)).toString('latin1'),
  )?.[1];
  // A page that was readable so far is not in UTF-16, whatever it declares.
  const text = declared && decodeWith(/^utf-?16/i.test(declared) ? 'utf-8' : declared, bytes);
  if (text !== undefined && text !== '') return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** Characters of windows-1252 where ISO-8859-1 has control characters; decoders of the platform may confuse the two. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);

function decodeWith(name: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(name);
    return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
