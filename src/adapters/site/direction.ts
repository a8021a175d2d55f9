export type Direction = 'ltr' | 'rtl';

const RTL_LANGUAGES = new Set([
  'ar',
  'arc',
  'azb',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);
const RTL_SCRIPTS = new Set(['arab', 'hebr', 'nkoo', 'syrc', 'thaa', 'adlm']);
const RTL_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTER = /\p{L}/gu;
/** Number of characters from which the direction is determined. */
const SAMPLE_LENGTH = 4000;

/** Returns the writing direction of a language; a script subtag takes precedence over the language. */
export function directionOfLanguage(language: string): Direction {
  const [primary = '', ...rest] = language.toLowerCase().split(/[-_]/);
  const script = rest.find((part) => /^[a-z]{4}$/.test(part));
  return (script === undefined ? RTL_LANGUAGES.has(primary) : RTL_SCRIPTS.has(script)) ? 'rtl' : 'ltr';
}

/** Returns the direction of most letters of a text: a page in Persian with English terms is right to left. */
export function directionOfText(text: string): Direction {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const rtl = sample.match(RTL_LETTER)?.length ?? 0;
  const all = sample.match(LETTER)?.length ?? 0;
  return rtl * 2 > all ? 'rtl' : 'ltr';
}
