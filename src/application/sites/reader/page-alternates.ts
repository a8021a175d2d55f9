import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { SiteShell } from '../../../ports/sites/site-renderer.ts';
import type { Variant } from './site-map.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteSpaces } from './site-spaces.ts';
import { languageOf } from './variant-language.ts';

/** Variants of a section by language, the one of the reader included. */
export type LanguageVariants = ReadonlyMap<string, Variant>;

const NONE: LanguageVariants = new Map();
/** Name of all languages that a page has no alternate in (`hreflang` of HTML). */
const OTHER_LANGUAGES = 'x-default';

/**
 * Lists the variants of a section that are in different languages; none when fewer than two are known, or when the
 * language of the reader's own is not. The default variant without a language of its own has that of the site. Of several
 * variants in one language the reader's own counts, else the first.
 */
export function languageVariants({ map, variant }: Pick<SiteSpaceContext, 'map' | 'variant'>): LanguageVariants {
  const siblings = map.variants.filter(
    ({ siteSpace }) => siteSpace.sectionId === variant.siteSpace.sectionId && !siteSpace.hidden,
  );
  const languageIn = (one: Variant): string | undefined =>
    languageOf(map, one) ?? (one.siteSpace.isDefault ? siteLanguage(map) : undefined);
  const own = languageIn(variant);
  if (siblings.length < 2 || variant.siteSpace.hidden || own === undefined) return NONE;
  const known = new Map([[own, variant]]);
  for (const one of siblings) {
    const language = languageIn(one);
    if (language !== undefined && !known.has(language)) known.set(language, one);
  }
  return known.size < 2 ? NONE : known;
}

const siteLanguage = ({ customizations }: SiteSpaceContext['map']): string =>
  customizations?.site.internationalization.locale ?? 'en';

/** Finds the alternates of a page, as `listAlternates` does, in spaces that it loads. */
export async function findAlternates(
  spaces: Pick<SiteSpaces, 'of'>,
  onSite: SiteSpaceContext,
  entry: OutlineEntry,
  variants: LanguageVariants,
): Promise<SiteShell['alternates']> {
  const { map, variant } = onSite;
  const loaded = await Promise.all(
    [...variants].map(
      async ([language, one]) => [language, one === variant ? onSite : await spaces.of(map, one)] as const,
    ),
  );
  return listAlternates(onSite, entry, loaded);
}

/**
 * Lists the page in its own language and the pages that correspond to it in others: those with the same id, as
 * translations have it, else those at the same path. Only pages that search engines may index count. Readers of other
 * languages get the page of the default variant.
 *
 * @param spaces spaces by language, that of the page included
 * @returns undefined where the page is in one language only
 */
export function listAlternates(
  onSite: SiteSpaceContext,
  entry: OutlineEntry,
  spaces: readonly (readonly [language: string, space: SiteSpaceContext])[],
): SiteShell['alternates'] {
  const alternates = spaces.flatMap(([language, space]) => {
    const page = space === onSite ? entry : correspondingPage(onSite, entry, space);
    if (page === undefined) return [];
    const href = onSite.map.address.absolute(space.links.page(page));
    return [{ language, href, isDefault: space.variant.siteSpace.isDefault }];
  });
  if (alternates.length < 2) return undefined;
  const byLanguage = alternates.map(({ language, href }) => ({ language, href }));
  const fallback = alternates.find(({ isDefault }) => isDefault);
  return fallback === undefined ? byLanguage : [...byLanguage, { language: OTHER_LANGUAGES, href: fallback.href }];
}

/** Finds the page of another space that corresponds to one of a space and may be indexed. */
function correspondingPage(
  { linked }: SiteSpaceContext,
  entry: OutlineEntry,
  { linked: { outline } }: SiteSpaceContext,
): OutlineEntry | undefined {
  const page =
    entry === linked.outline.home
      ? outline.home
      : (outline.byId(entry.id) ?? (entry.path === undefined ? undefined : outline.byPath(entry.path)));
  return page?.type === 'document' && page.indexed ? page : undefined;
}
