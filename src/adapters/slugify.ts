import anyAscii from 'any-ascii';
import type { Slugify } from '../ports/kernel/slugify.ts';

const MAX_LENGTH = 100;
/** Characters of input that are converted; later ones cannot reach the first 100 characters of the slug in practice. */
const MAX_INPUT = 2_000;

/** Replacements where plain transliteration would lose a vowel or a word; applied after lower-casing. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '|': ' or ',
  '&': ' and ',
  '%': ' percent ',
  '€': ' euro ',
};
const REPLACED = /[äöüßåøæœı|&%€]/gu;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200D\u20E3\uFE0E\uFE0F]/gu;
const HAN = /\p{Script=Han}/gu;
const APOSTROPHES = /['’ʼ`]/gu;

/** Transliterates with any-ascii; each Han character becomes one word, as romanizations are written. */
export const slugify: Slugify = (text) => {
  const nice = text
    .slice(0, MAX_INPUT)
    .normalize('NFC')
    .replace(EMOJI, ' ')
    .toLowerCase()
    .replace(REPLACED, (character) => REPLACEMENTS[character] ?? character)
    .replace(HAN, ' $& ')
    .normalize('NFC');
  const words = anyAscii(nice)
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.join('-').slice(0, MAX_LENGTH).replace(/-+$/, '');
};
