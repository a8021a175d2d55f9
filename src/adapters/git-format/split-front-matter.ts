export interface SplitFile {
  /** From the first byte up to and including the line break after the closing fence; null when there is none. */
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
 * Cuts a Markdown file in two without touching a byte: front matter + body is the file. Front matter is a first line
 * `---` (a byte order mark may precede it) up to the next line `---`; spaces and tabs may follow a fence; lines end in
 * LF or CRLF. Without a closing fence there is no front matter. Both halves are views, not copies.
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

/** Where the line after a fence starts, if the line at `at` is a fence; else null. */
function afterFence(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== DASH || bytes[at + 1] !== DASH || bytes[at + 2] !== DASH) return null;
  let index = at + 3;
  while (bytes[index] === SPACE || bytes[index] === TAB) index++;
  if (bytes[index] === CR && bytes[index + 1] === LF) index++;
  if (index === bytes.length) return index;
  return bytes[index] === LF ? index + 1 : null;
}

/** The YAML between the fences of `frontMatter`, as text. */
export function frontMatterYaml(frontMatter: Uint8Array): string {
  const lines = new TextDecoder().decode(frontMatter).split('\n');
  const closing = lines.at(-1) === '' ? -2 : -1;
  return lines.slice(1, closing).join('\n');
}
