import { canonicalJson } from '../content/objects/json.ts';
import { digestOf } from '../content/objects/hash.ts';
import type { TermSubstitution } from './glossary-terms.ts';
import type { TranslationLanguage } from './languages.ts';

/** Everything that decides what an engine answers, but the text. */
export interface TranslationProfile {
  readonly from: TranslationLanguage;
  readonly to: TranslationLanguage;
  /** The engine's name. */
  readonly engine: string;
  readonly instructions: string;
}

/** Changes with what engines are sent. */
const VERSION = 1;

/** Under what a translation is remembered: other terms of the glossary do not matter, those that occur do. */
export const memoryKey = (
  { from, to, engine, instructions }: TranslationProfile,
  markup: string,
  terms: TermSubstitution['terms'],
): string =>
  digestOf(
    canonicalJson([
      VERSION,
      from,
      to,
      engine,
      instructions,
      markup,
      terms.map(({ source, target }) => [source, target]),
    ]),
  );
