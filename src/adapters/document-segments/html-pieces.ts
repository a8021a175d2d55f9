import { hasWords, type Part, type Piece } from '../../domain/translations/segment.ts';

/** What is not words: tags, comments, and elements whose text is none either. */
const MARKUP = /<(pre|code|script|style|textarea|svg|math)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^<>]*>/gi;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|\w{1,31});/gi;
const KNOWN: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&nbsp;': '\u00a0' };

/**
 * A block of HTML: what stands between its tags is translated, each run by itself; no tag goes anywhere.
 * @param masked the same with expressions as signs that are no words
 */
export function htmlPieces(source: string, masked: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of masked.matchAll(MARKUP)) {
    pieces.push(...runPieces(source.slice(done, match.index)), source.slice(match.index, match.index + match[0].length));
    done = match.index + match[0].length;
  }
  return [...pieces, ...runPieces(source.slice(done))];
}

function runPieces(run: string): Piece[] {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(run) ?? [];
  // An expression among the words, or a reference that is not known, is left alone with them.
  const text = words.replace(ENTITY, (entity) => KNOWN[entity.toLowerCase()] ?? '\ue000');
  if (/[<>\ue000\r\n]|\{[{%]/.test(text)) return [run];
  const parts: Part[] = [{ token: { kind: 'text', text }, raw: [words] }];
  return hasWords(parts) ? [before, { kind: 'html', parts }, after] : [run];
}
