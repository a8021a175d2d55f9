import { escapeLineStart, escapeText } from '../content/documents/markdown-of-inlines.ts';
import { escapeAttribute, escapeHtml, escapeTagValue } from '../content/documents/tag-markup.ts';
import { isEmphasisMark, joinWithFlanking, type InlinePiece } from './emphasis-flanking.ts';
import { headingAnchorSuffix } from './heading-anchors.ts';
import {
  haveSameTokens,
  tokensOf,
  type Part,
  type Piece,
  type Segment,
  type SegmentKind,
  type Token,
} from './segment.ts';

/** Returns the translation of a segment; undefined keeps the source text. */
export type TranslationLookup = (segment: Segment) => readonly Token[] | undefined;

/** Writes the document with translated segments. Without translations it equals the source, byte for byte. */
export const writePieces = (pieces: readonly Piece[], translated: TranslationLookup): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : writeSegment(piece, translated))).join('');

/** Returns the source text of a segment. */
export const sourceText = (segment: Segment): string => writePieces([segment], () => undefined);

function writeSegment(segment: Segment, translated: TranslationLookup): string {
  const tokens = translated(segment);
  const rawOfPart = ({ raw }: Part): string => writePieces(raw, translated);
  if (tokens === undefined || haveSameTokens(tokens, tokensOf(segment))) return segment.parts.map(rawOfPart).join('');
  const tags = new Map(
    segment.parts.flatMap((part) =>
      part.token.kind === 'text' ? [] : [[`${part.token.kind} ${part.token.tag}`, part] as const],
    ),
  );
  const written = joinWithFlanking(
    tokens.map((token, i): InlinePiece => {
      if (token.kind !== 'text') {
        const part = tags.get(`${token.kind} ${token.tag}`)!;
        const raw = part.rawIfTranslated ?? rawOfPart(part);
        return { text: raw, mark: token.kind !== 'void' && isEmphasisMark(raw) ? token.kind : undefined };
      }
      const text = writeText(segment.kind, token.text);
      const before = tokens[i - 1];
      const isFirst =
        before === undefined || (before.kind === 'void' && rawOfPart(tags.get(`void ${before.tag}`)!).endsWith('\n'));
      return {
        text: isMarkdown(segment.kind) ? escapeEdges(text, { isFirst, isLast: i === tokens.length - 1 }) : text,
      };
    }),
  );
  return segment.anchor === undefined
    ? written
    : written + headingAnchorSuffix(written, segment.anchor, segment.aliases);
}

/** Escapes white space at the edges of a line, and text at its start that would begin a block. */
function escapeEdges(
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
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
      return escapeHtml(text);
    case 'html-attribute':
      return escapeAttribute(text);
    case 'attribute':
      return escapeTagValue(text);
    case 'plain':
      return text;
  }
}
