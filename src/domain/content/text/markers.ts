/** Labels of conflict markers. */
export const MARKER_LABELS = { ours: 'main', base: 'base', theirs: 'change request' } as const;
/** Default length of a marker; longer if a side's text contains similar lines. */
const MARKER_LENGTH = 7;

const LOOKS_LIKE_MARKER = /^([<>|=])\1{6,}(?: |\r?$)/gm;

/** Returns a marker length that no line of the texts uses. */
export function freeMarkerLength(texts: readonly string[]): number {
  let length = MARKER_LENGTH;
  for (const text of texts) {
    for (const [marker] of text.matchAll(LOOKS_LIKE_MARKER)) length = Math.max(length, marker.trimEnd().length + 1);
  }
  return length;
}

/** Tells whether a text contains an opening or closing marker of one of these lengths, as a merge writes it. */
export function hasMarkers(text: string, lengths: readonly number[]): boolean {
  return lengths.some(
    (n) =>
      hasLine(text, `${'<'.repeat(n)} ${MARKER_LABELS.ours}`) ||
      hasLine(text, `${'>'.repeat(n)} ${MARKER_LABELS.theirs}`),
  );
}

function hasLine(text: string, line: string): boolean {
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    const isBegin = at === 0 || text[at - 1] === '\n';
    if (isBegin && /^\r?(?:\n|$)/.test(text.slice(at + line.length, at + line.length + 2))) return true;
  }
  return false;
}
