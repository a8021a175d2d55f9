import { franc } from 'franc-min';
import type { Direction } from '../../domain/content/text/text-direction.ts';

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
const LETTER = /\p{L}/gu;
/** Number of characters from which a language is told. */
const SAMPLE_LENGTH = 4_000;

/** Returns the writing direction of a language; a script subtag takes precedence over the language. */
export function directionOfLanguage(language: string): Direction {
  const [primary = '', ...rest] = language.toLowerCase().split(/[-_]/);
  const script = rest.find((part) => /^[a-z]{4}$/.test(part));
  return (script === undefined ? RTL_LANGUAGES.has(primary) : RTL_SCRIPTS.has(script)) ? 'rtl' : 'ltr';
}

/** Scripts that tell a language by themselves, and letters that tell those of the same script apart. */
const LANGUAGES_BY_LETTERS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['fa', /[پچژگک]/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
];
/** Part of the letters from which a script decides; characteristic letters are rarer. */
const MIN_SHARE: Readonly<Record<string, number>> = { ja: 0.1, fa: 0.03, uk: 0.03 };

/** Languages of the Latin script that are told apart, by their ISO 639-3 codes. */
const LATIN_LANGUAGES: Readonly<Record<string, string>> = {
  eng: 'en',
  spa: 'es',
  por: 'pt',
  fra: 'fr',
  deu: 'de',
  ita: 'it',
  nld: 'nl',
  pol: 'pl',
  ron: 'ro',
  tur: 'tr',
  ind: 'id',
  vie: 'vi',
  swe: 'sv',
  ces: 'cs',
  hun: 'hu',
  hrv: 'hr',
};
const LATIN_LETTER = /\p{Script=Latin}/gu;
/** Number of Latin letters from which a language is told, and of characters by which it is. */
const MIN_LATIN_LETTERS = 100;
const LATIN_SAMPLE_LENGTH = 800;

/** Detects the language of a text in the Latin script; undefined for a short one. */
function languageOfLatinText(text: string): string | undefined {
  if ((text.match(LATIN_LETTER)?.length ?? 0) < MIN_LATIN_LETTERS) return undefined;
  return LATIN_LANGUAGES[franc(text.slice(0, LATIN_SAMPLE_LENGTH), { only: Object.keys(LATIN_LANGUAGES) })];
}

/** Detects the language of a text by its letters, and by its words in the Latin script; undefined for a short text. */
export function languageOfText(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const all = sample.match(LETTER)?.length ?? 0;
  if (all < 20) return undefined;
  const byLetters = LANGUAGES_BY_LETTERS.find(
    ([language, letters]) => (sample.match(letters)?.length ?? 0) > all * (MIN_SHARE[language] ?? 0.3),
  );
  return byLetters?.[0] ?? languageOfLatinText(sample);
}
