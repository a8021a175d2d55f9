import type { Locale } from '../../domain/sites/customization.ts';
import * as messages from './messages.ts';

/** Interface texts of sites. */
export type SiteLabels = Readonly<Record<keyof typeof messages.en, string>>;

/** English interface texts, used where there are none in the language of a page. */
export const ENGLISH: SiteLabels = messages.en;

/** Names of the texts that scripts show; the server puts them on every page. */
export const BROWSER_LABELS: readonly (keyof SiteLabels)[] = [
  'allResults',
  'close',
  'expand',
  'nothingFound',
  'recentSearches',
  'resultCount',
  'scope',
  'scopeAll',
  'scopeSection',
  'scopeSpace',
  'search',
  'searchFailed',
  'searchIn',
  'copy',
  'copied',
  'copyLink',
  'enlarge',
  'diagram',
];

/** Names of the texts that scripts show on sites that answer questions. */
export const ANSWER_LABELS: readonly (keyof SiteLabels)[] = [
  'ask',
  'askQuestion',
  'answer',
  'answering',
  'answerSources',
  'noAnswer',
  'answerFailed',
  'answerNotice',
];

/** Returns the texts of a language: of its tag, or of the language without a region, or the English ones. */
export function textsIn<Texts>(language: string | undefined, texts: Readonly<Record<Locale, Texts>>): Texts {
  const tag = (language ?? 'en').toLowerCase();
  const known: Readonly<Record<string, Texts>> = texts;
  return known[tag] ?? known[tag.split('-')[0]!] ?? texts.en;
}

/** Returns the interface texts of a language. */
export const labelsOf = (language: string | undefined): SiteLabels => textsIn<SiteLabels>(language, messages);

/** Fills the placeholders of a text. */
export const formatLabel = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
