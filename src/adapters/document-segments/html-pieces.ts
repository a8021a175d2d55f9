import { hasWords, parsePlainParts, type Piece } from '../../domain/translations/segment.ts';
import { elementPieces, NAME } from './attribute-pieces.ts';
import { decoded } from './html-text.ts';

/** What is not words: tags, comments, and elements whose text is none either. */
const MARKUP = /<(pre|code|script|style|textarea|svg|math)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^<>]*>/gi;

/**
 * A block of HTML: what stands between its tags is translated, each run by itself; no tag goes anywhere.
 * @param masked the same with expressions as signs that are no words
 */
export function htmlPieces(source: string, masked: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of masked.matchAll(MARKUP)) {
    const end = match.index + match[0].length;
    pieces.push(...runPieces(source.slice(done, match.index)), ...elementPieces(source.slice(match.index, end)));
    done = end;
  }
  return [...pieces, ...runPieces(source.slice(done))];
}

function runPieces(run: string): Piece[] {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(run) ?? [];
  // An expression among the words, or a reference that is not known, is left alone with them.
  const said = (written: string): string | undefined => decoded(written)?.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ');
  const text = said(words);
  if (text === undefined || NAME.test(text) || /[<>\ue000]|\{[{%]/.test(text)) return [run];
  const parts = parsePlainParts(words, said);
  return parts !== undefined && hasWords(parts) ? [before, { kind: 'html', parts }, after] : [run];
}
