import type { Locale } from '../../domain/sites/customization.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import ja from './messages/ja.json' with { type: 'json' };
import nl from './messages/nl.json' with { type: 'json' };
import no from './messages/no.json' with { type: 'json' };
import ptBr from './messages/pt-br.json' with { type: 'json' };
import ru from './messages/ru.json' with { type: 'json' };
import zh from './messages/zh.json' with { type: 'json' };

/** Interface texts of sites. */
export type SiteLabels = Readonly<Record<keyof typeof en, string>>;

/** Interface texts by language; each is a file that translators edit. */
export const LABELS: Readonly<Record<Locale, SiteLabels>> = { de, en, es, fr, ja, nl, no, 'pt-br': ptBr, ru, zh };

/** English interface texts, used where there are none in the language of a page. */
export const ENGLISH: SiteLabels = en;

/** Names of the texts that scripts show; the server puts them on every page. */
export const BROWSER_LABELS: readonly (keyof SiteLabels)[] = ['copy', 'copied', 'copyLink', 'enlarge', 'diagram'];

/** Returns the interface texts of a language, else those of the same language elsewhere, else the English ones. */
export function labelsOf(language: string | undefined): SiteLabels {
  if (language === undefined) return ENGLISH;
  const tag = language.toLowerCase();
  const known: Readonly<Record<string, SiteLabels>> = LABELS;
  return known[tag] ?? known[tag.split('-')[0]!] ?? ENGLISH;
}
