import type { Translation } from '../api/operations.ts';

export type Language = Translation['language'];

const CODES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'ru',
  'ja',
  'zh',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const satisfies readonly Language[];
const names = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the name of a language in English. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** Languages of translations, for choices. */
export const LANGUAGES = CODES.map((value) => ({ value, label: languageName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label),
);
