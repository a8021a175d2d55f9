export interface SplitFile {
  /** Bytes up to and including the line break after the closing fence; null if there is no front matter. */
  readonly frontMatter: Uint8Array | null;
  readonly body: Uint8Array;
}

const BOM = [0xef, 0xbb, 0xbf];
const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * Splits a Markdown file without changing a byte: front matter + body is the file. Front matter starts with a first
 * line `---`, optionally after a byte order mark, and ends with the next line `---`; spaces and tabs may follow a
 * fence, and lines end in LF or CRLF. Without a closing fence there is no front matter. Both parts are views, not
 * copies.
 */
export function splitFrontMatter(bytes: Uint8Array): SplitFile {
  const none = { frontMatter: null, body: bytes };
  const start = BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
  let lineStart = afterFence(bytes, start);
  if (lineStart === null) return none;
  while (lineStart < bytes.length) {
    const end = afterFence(bytes, lineStart);
    if (end !== null) return { frontMatter: bytes.subarray(0, end), body: bytes.subarray(end) };
    const lineBreak = bytes.indexOf(LF, lineStart);
    if (lineBreak < 0) return none;
    lineStart = lineBreak + 1;
  }
  return none;
}

/** Returns the offset after the fence at `at`; null if the line is not a fence. */
function afterFence(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== DASH || bytes[at + 1] !== DASH || bytes[at + 2] !== DASH) return null;
  let index = at + 3;
  while (bytes[index] === SPACE || bytes[index] === TAB) index++;
  if (bytes[index] === CR && bytes[index + 1] === LF) index++;
  if (index === bytes.length) return index;
  return bytes[index] === LF ? index + 1 : null;
}

/** Returns the YAML between the fences as text. */
export function frontMatterYaml(frontMatter: Uint8Array): string {
  const lines = new TextDecoder().decode(frontMatter).split('\n');
  const closing = lines.at(-1) === '' ? -2 : -1;
  return lines.slice(1, closing).join('\n');
}
