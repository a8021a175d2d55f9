import { TEXT_LANGUAGES } from '../../../domain/sites/customization.ts';
import type { SiteMap, Variant } from './site-map.ts';

const LANGUAGES: ReadonlySet<string> = new Set([...TEXT_LANGUAGES, 'fa', 'ur', 'bn', 'ca', 'sr', 'ta']);

/**
 * Determines the language of a variant: the locale that its own customization sets, else its path where that is the tag
 * of a language, such as `de` or `pt-br`; undefined when neither tells.
 */
export function languageOf({ customizations }: Pick<SiteMap, 'customizations'>, variant: Variant): string | undefined {
  const own = customizations?.siteSpaces.get(variant.siteSpace.id)?.internationalization.locale;
  if (own !== undefined && own !== customizations?.site.internationalization.locale) return own;
  const path = variant.siteSpace.path.toLowerCase();
  return LANGUAGES.has(path) ? path : undefined;
}
