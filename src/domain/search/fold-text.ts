const ASCII = /^[\0-\x7f]*$/;
/**
 * Combining marks: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic; and the Arabic tatweel.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Letters that have no decomposition. */
const LETTER_FOLDS: Map<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ς: 'σ',
    ı: 'i',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    æ: 'ae',
    œ: 'oe',
    ħ: 'h',
    ŧ: 't',
    // Arabic, Persian and Urdu variants of one letter.
    أ: 'ا',
    إ: 'ا',
    آ: 'ا',
    ٱ: 'ا',
    ى: 'ي',
    ی: 'ي',
    ے: 'ي',
    ک: 'ك',
    ة: 'ه',
    ۀ: 'ه',
    ہ: 'ه',
    ھ: 'ه',
  }),
);
/** Zero digits of non-ASCII scripts whose texts mix them with ASCII digits. */
const ZERO_DIGITS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
];
for (const nought of ZERO_DIGITS)
  for (let digit = 0; digit < 10; digit++) LETTER_FOLDS.set(String.fromCharCode(nought + digit), String(digit));
const LETTER = new RegExp(`[${[...LETTER_FOLDS.keys()].join('')}]`, 'g');

/** Normalizes text for comparison: removes differences of case, width, ligatures, accents and digits. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTER_FOLDS.get(letter)!);
  return lower.normalize('NFD').replace(MARKS, '').normalize('NFC');
}
