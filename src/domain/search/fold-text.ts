const ASCII = /^[\0-\x7f]*$/;
/** Marks above and below letters: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic; and the stroke that only lengthens. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Letters that no decomposition takes apart. */
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
    // What Arabic, Persian and Urdu write and type for the same letter.
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
/** The noughts of digits that are not ASCII, of scripts whose texts mix them with those. */
const ZERO_DIGITS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
];
for (const nought of ZERO_DIGITS)
  for (let digit = 0; digit < 10; digit++) LETTER_FOLDS.set(String.fromCharCode(nought + digit), String(digit));
const LETTER = new RegExp(`[${[...LETTER_FOLDS.keys()].join('')}]`, 'g');

/** Text in the one form in which it is compared: no difference of case, width, ligature or accent is left, nor of digits. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTER_FOLDS.get(letter)!);
  return lower.normalize('NFD').replace(MARKS, '').normalize('NFC');
}
