import { franc } from 'franc-min';

const LETTER = /\p{L}/gu;
const countLetters = (text: string): number => text.match(LETTER)?.length ?? 0;
/** Number of letters from which a text is long enough to tell its language. */
const MIN_LETTERS = 20;
/** Number of characters from which a language is told. */
const SAMPLE_LENGTH = 4_000;

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

/** Detects the language of a text by its letters, even of a short one; undefined for the Latin script. */
export function languageOfLetters(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const all = countLetters(sample);
  const found = LANGUAGES_BY_LETTERS.find(
    ([language, letters]) => (sample.match(letters)?.length ?? 0) > all * (MIN_SHARE[language] ?? 0.3),
  );
  return found?.[0];
}

/** Detects the language of a text by its letters, and by its words in the Latin script; undefined for a short text. */
export function languageOfText(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  return countLetters(sample) < MIN_LETTERS ? undefined : (languageOfLetters(sample) ?? languageOfLatinText(sample));
}

/** Part of an HTML text from which the language is determined, in characters. */
const SHOWN_LENGTH = 20_000;
/** Returns the beginning of the text that readers see, without code and drawings: comments may be in another language. */
export const shownText = (html: string): string =>
  html
    .slice(0, SHOWN_LENGTH)
    .replace(/<(pre|code|svg|math)\b.*?<\/\1>|<[^>]*>?/gs, ' ')
    .replace(/\s+/g, ' ');
