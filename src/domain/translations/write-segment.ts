import { escapeLineStart, escapeText } from '../documents/markdown-of-inlines.ts';
import { attribute, html, tagValue } from '../documents/written-attributes.ts';
import { isMark, withFlanks, type Bit } from './flanked-marks.ts';
import { anchored } from './heading-anchors.ts';
import { sameTokens, tokensOf, type Part, type Piece, type Segment, type SegmentKind, type Token } from './segment.ts';

/** What a segment says in the other language; undefined: what it says in the source. */
export type Translated = (segment: Segment) => readonly Token[] | undefined;

/** The document with its segments translated. Where none is, it is the source, byte for byte. */
export const writePieces = (pieces: readonly Piece[], translated: Translated): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : writeSegment(piece, translated))).join('');

/** A segment as it stands in the source. */
export const rawOf = (segment: Segment): string => writePieces([segment], () => undefined);

function writeSegment(segment: Segment, translated: Translated): string {
  const tokens = translated(segment);
  const rawOfPart = ({ raw }: Part): string => writePieces(raw, translated);
  if (tokens === undefined || sameTokens(tokens, tokensOf(segment))) return segment.parts.map(rawOfPart).join('');
  const tags = new Map(
    segment.parts.flatMap((part) =>
      part.token.kind === 'text' ? [] : [[`${part.token.kind} ${part.token.tag}`, part] as const],
    ),
  );
  const written = withFlanks(
    tokens.map((token, i): Bit => {
      if (token.kind !== 'text') {
        const raw = rawOfPart(tags.get(`${token.kind} ${token.tag}`)!);
        return { text: raw, mark: token.kind !== 'void' && isMark(raw) ? token.kind : undefined };
      }
      const text = writeText(segment.kind, token.text);
      const before = tokens[i - 1];
      const isFirst =
        before === undefined || (before.kind === 'void' && rawOfPart(tags.get(`void ${before.tag}`)!).endsWith('\n'));
      return { text: isMarkdown(segment.kind) ? atEdges(text, { isFirst, isLast: i === tokens.length - 1 }) : text };
    }),
  );
  return segment.anchor === undefined ? written : written + anchored(written, segment.anchor);
}

/** White space at the edges of a line is none, and what is written there must begin no block. */
function atEdges(text: string, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): string {
  const started = isFirst ? escapeLineStart(text).replace(/^[ \t]/, '&#x20;') : text;
  return isLast ? started.replace(/[ \t]$/, '&#x20;') : started;
}

const isMarkdown = (kind: SegmentKind): boolean => kind === 'markdown' || kind === 'cell';

function writeText(kind: SegmentKind, text: string): string {
  switch (kind) {
    case 'markdown':
      return escapeText(text);
    case 'cell':
      return escapeText(text).replaceAll('|', '\\|');
    case 'html':
      return html(text);
    case 'html-attribute':
      return attribute(text);
    case 'attribute':
      return tagValue(text);
    case 'plain':
      return text;
  }
}
