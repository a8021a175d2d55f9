import { decodeEntities } from '../../domain/content/markdown/decode-entities.ts';
import { hasWords, parsePlainParts, type Piece } from '../../domain/translations/segment.ts';
import { elementPieces, ADDRESS_OR_FILE_NAME } from './attribute-pieces.ts';

/** Tags, comments, and elements whose content is not text. */
const NON_TEXT = /<(pre|code|script|style|textarea|svg|math)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^<>]*>/gi;

/**
 * Splits an HTML block: each text between two tags becomes a segment, and tags keep their places.
 *
 * @param masked the same text with masked expressions
 */
export function htmlPieces(source: string, masked: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of masked.matchAll(NON_TEXT)) {
    const end = match.index + match[0].length;
    pieces.push(...runPieces(source.slice(done, match.index)), ...elementPieces(source.slice(match.index, end)));
    done = end;
  }
  return [...pieces, ...runPieces(source.slice(done))];
}

function runPieces(run: string): Piece[] {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(run) ?? [];
  // A text with an expression or an unknown character reference is not translated.
  const decode = (written: string): string | undefined =>
    decodeEntities(written)?.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ');
  const text = decode(words);
  if (text === undefined || ADDRESS_OR_FILE_NAME.test(text) || /[<>\ue000]|\{[{%]/.test(text)) return [run];
  const parts = parsePlainParts(words, decode);
  return parts !== undefined && hasWords(parts) ? [before, { kind: 'html', parts }, after] : [run];
}
