/** Marks around emphasized text until the characters around it are known. */
const MARKS = { em: ['\u0004', '\u0005'], strong: ['\u0006', '\u0007'] } as const;
type Emphasis = keyof typeof MARKS;

/** Marks text as emphasized; `writeEmphasis` replaces the marks. Blocks and white space stay as they are. */
export const emphasize = (content: string, kind: Emphasis): string =>
  content.trim() === '' || content.includes('\n\n') ? content : `${MARKS[kind][0]}${content}${MARKS[kind][1]}`;

const ADJACENT = /\u0005\u0004|\u0007\u0006/g;
const MARK = /[\u0004-\u0007]/g;
const IS_MARK = /^[\u0004-\u0007]/;
const MARKS_AND_TEXT = /[\u0004-\u0007]|[^\u0004-\u0007]+/g;
const SPACE = /\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Emphasis that is open, with the characters before it and the place of its mark. */
interface OpenEmphasis {
  readonly kind: Emphasis;
  readonly at: number;
}

/**
 * Replaces the marks of `emphasize` by delimiters of Markdown where these would be read as such, else by HTML; adjacent
 * emphasis becomes one.
 */
export function writeEmphasis(marked: string): string {
  const parts = marked.replace(ADJACENT, '').match(MARKS_AND_TEXT) ?? [];
  const open: OpenEmphasis[] = [];
  for (const [at, part] of parts.entries()) {
    const kind: Emphasis = part === MARKS.em[0] || part === MARKS.em[1] ? 'em' : 'strong';
    if (part === MARKS[kind][0]) open.push({ kind, at });
    else if (part === MARKS[kind][1]) {
      const start = open.pop();
      if (start?.kind !== kind) continue;
      const isNested = open.some((outer) => outer.kind === kind);
      [parts[start.at], parts[at]] = isNested ? ['', ''] : delimiters(kind, parts, start.at, at);
    }
  }
  return parts.join('').replace(MARK, '');
}

function delimiters(kind: Emphasis, parts: readonly string[], start: number, end: number): [string, string] {
  const before = lastCharacter(parts, start);
  const after = firstCharacter(parts, end);
  const isRead = mayDelimit(firstCharacter(parts, start), before) && mayDelimit(lastCharacter(parts, end), after);
  if (!isRead) return [`<${kind}>`, `</${kind}>`];
  const mark = kind === 'strong' ? '**' : isWord(before) || isWord(after) ? '*' : '_';
  return [mark, mark];
}

/** Reports whether a delimiter between two characters opens or closes emphasis by the rules of CommonMark. */
const mayDelimit = (inner: string, outer: string): boolean =>
  !SPACE.test(inner) && (!PUNCTUATION.test(inner) || SPACE.test(outer) || PUNCTUATION.test(outer));

const isWord = (character: string): boolean => !SPACE.test(character) && !PUNCTUATION.test(character);

/** Returns the character before a part: white space at the beginning, a delimiter for a mark. */
function lastCharacter(parts: readonly string[], end: number): string {
  let at = end - 1;
  while (parts[at] === '') at--;
  const before = parts[at] ?? ' ';
  return IS_MARK.test(before) ? '*' : [...before.slice(-2)].at(-1)!;
}

/** Returns the character after a part: white space at the end, a delimiter for a mark. */
function firstCharacter(parts: readonly string[], start: number): string {
  let at = start + 1;
  while (parts[at] === '') at++;
  const after = parts[at] ?? ' ';
  return IS_MARK.test(after) ? '*' : [...after.slice(0, 2)][0]!;
}
