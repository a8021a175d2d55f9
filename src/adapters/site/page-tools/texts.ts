import texts from './texts.json' with { type: 'json' };

/** Texts of page actions and feedback. */
export type PageToolTexts = Readonly<(typeof texts)['en']>;

/** Returns the texts in a language, else in the same language elsewhere, else in English. */
export function pageToolTexts(language: string | undefined): PageToolTexts {
  const tag = language?.toLowerCase() ?? 'en';
  const known: Readonly<Record<string, PageToolTexts>> = texts;
  return known[tag] ?? known[tag.split('-')[0]!] ?? texts.en;
}
