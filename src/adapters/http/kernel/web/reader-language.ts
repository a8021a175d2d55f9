import type Koa from 'koa';
import texts from './error-texts.json' with { type: 'json' };

/** Language with texts for readers. */
export type ReaderLanguage = keyof typeof texts;

const LANGUAGES = Object.keys(texts) as readonly ReaderLanguage[];
const RIGHT_TO_LEFT: ReadonlySet<ReaderLanguage> = new Set(['ar', 'fa', 'he']);
/** Tags that name a language differently than its texts do. */
const ALIASES: readonly (readonly [tag: RegExp, language: ReaderLanguage])[] = [
  [/^zh-(?:tw|hk|mo|hant)\b/, 'zh-tw'],
  [/^n[bn]\b/, 'no'],
];

/** Returns the first language of a request's `Accept-Language` header that has texts, else English. */
export function readerLanguage(ctx: Koa.Context): ReaderLanguage {
  for (const accepted of ctx.acceptsLanguages()) {
    const tag = accepted.toLowerCase();
    const language =
      ALIASES.find(([pattern]) => pattern.test(tag))?.[1] ??
      LANGUAGES.find((one) => one === tag) ??
      LANGUAGES.find((one) => one === tag.split('-')[0]);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Returns the writing direction of a language. */
export const directionOf = (language: ReaderLanguage): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');
