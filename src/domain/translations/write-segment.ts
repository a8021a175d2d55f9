import { escapeLineStart, escapeText } from '../documents/markdown-of-inlines.ts';
import { html, tagValue } from '../documents/written-attributes.ts';
import { sameTokens, tokensOf, type Part, type Piece, type Segment, type SegmentKind, type Token } from './segment.ts';

/** What a segment says in the other language; undefined: what it says in the source. */
export type Translated = (segment: Segment) => readonly Token[] | undefined;

/** The document with its segments translated. Where none is, it is the source, byte for byte. */
export const writePieces = (pieces: readonly Piece[], translated: Translated): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : writeSegment(piece, translated))).join('');

function writeSegment(segment: Segment, translated: Translated): string {
  const tokens = translated(segment);
  const rawOf = ({ raw }: Part): string => writePieces(raw, translated);
  if (tokens === undefined || sameTokens(tokens, tokensOf(segment))) return segment.parts.map(rawOf).join('');
  const tags = new Map(segment.parts.flatMap((part) => (part.token.kind === 'text' ? [] : [[`${part.token.kind} ${part.token.tag}`, part] as const])));
  return tokens
    .map((token, i) => {
      if (token.kind !== 'text') return rawOf(tags.get(`${token.kind} ${token.tag}`)!);
      const text = writeText(segment.kind, token.text);
      return isMarkdown(segment.kind) ? atEdges(text, { isFirst: i === 0, isLast: i === tokens.length - 1 }) : text;
    })
    .join('');
}

/** White space at the edges of a line is none, and what is written there must begin no block. */
function atEdges(text: string, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): string {
  const started = isFirst ? escapeLineStart(text).replace(/^[ \t]/, '&#x20;') : text;
  return isLast ? started.replace(/[ \t]$/, '&#x20;') : started;
}

const isMarkdown = (kind: SegmentKind): boolean => kind === 'markdown' || kind === 'cell';

function writeText(kind: SegmentKind, text: string): string {
  switch (kind) {
    case 'markdown': return escapeText(text);
    case 'cell': return escapeText(text).replaceAll('|', '\\|');
    case 'html': return html(text);
    case 'attribute': return tagValue(text);
    case 'plain': return text;
  }
}
