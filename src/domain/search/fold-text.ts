const ASCII = /^[\0-\x7f]*$/;
/** Marks above and below letters: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic; and the stroke that only lengthens. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Letters that no decomposition takes apart. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', ς: 'σ', ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ŧ: 't', أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي' }),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Text in the one form in which it is compared: no difference of case, width, ligature or accent is left. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text.normalize('NFKC').toLowerCase().replace(LETTER, (letter) => LETTERS.get(letter)!);
  return lower.normalize('NFD').replace(MARKS, '').normalize('NFC');
}
