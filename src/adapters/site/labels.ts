import type { Locale } from '../../domain/sites/customization.ts';
import * as messages from './messages.ts';

/** Interface texts of sites. */
export type SiteLabels = Readonly<Record<keyof typeof messages.en, string>>;

/** English interface texts, used where there are none in the language of a page. */
export const ENGLISH: SiteLabels = messages.en;

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
