/** Piece of inline Markdown; `mark` is set if it opens or closes emphasis. */
export interface InlinePiece {
  readonly text: string;
  readonly mark?: 'open' | 'close' | undefined;
}

const MARK = /^(?:\*+|_+|~+)$/;
export const isEmphasisMark = (text: string): boolean => MARK.test(text);

const first = (text: string): string => /^./su.exec(text)?.[0] ?? '';
const last = (text: string): string => /.$/su.exec(text)?.[0] ?? '';
const isBlank = (sign: string): boolean => sign === '' || /\s/.test(sign);
const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign);

/**
 * Joins pieces and adds a space where an emphasis mark would otherwise be ignored: with punctuation inside and a letter
 * outside, or for underscores within a word (CommonMark 0.31, section 6.2). Needed for scripts without spaces between
 * words.
 */
export function joinWithFlanking(pieces: readonly InlinePiece[]): string {
  let text = '';
  for (let at = 0; at < pieces.length;) {
    const { mark } = pieces[at]!;
    let end = at + 1;
    while (mark !== undefined && pieces[end]?.mark === mark) end += 1;
    const run = pieces
      .slice(at, end)
      .map((bit) => bit.text)
      .join('');
    if (mark === undefined) text += run;
    else {
      const next = first(pieces[end]?.text ?? '');
      const [inside, outside] = mark === 'open' ? [next, last(text)] : [last(text), next];
      const isLost = !isBlank(outside) && !isPunctuation(outside) && (isPunctuation(inside) || run.includes('_'));
      text += !isLost ? run : mark === 'open' ? ` ${run}` : `${run} `;
    }
    at = end;
  }
  return text;
}
