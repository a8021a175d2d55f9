import { canonicalJson } from '../content/objects/json.ts';
import { digestOf } from '../content/objects/hash.ts';
import type { TermSubstitution } from './glossary-terms.ts';
import type { TranslationLanguage } from './languages.ts';

/** Parameters of a translation apart from its text. */
export interface TranslationProfile {
  readonly from: TranslationLanguage;
  readonly to: TranslationLanguage;
  /** Name of the engine. */
  readonly engine: string;
  readonly instructions: string;
}

/** Version of the request format; part of the key. */
const VERSION = 1;

/** Returns the cache key of a translation; only the glossary terms that occur in the text are part of it. */
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
