import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { PageView } from '../../../ports/sites/site-renderer.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { CrossSpaceLinks } from './cross-space-links.ts';
import type { PageOperationsFinder } from './page-operations.ts';
import type { EmbedPreviews } from './embed-previews.ts';
import { findAlternates, languageVariants } from './page-alternates.ts';
import { buildPageView, type PageForm } from './page-view.ts';
import type { SiteAppearances } from './site-appearances.ts';
import type { Variant } from './site-map.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteSpaces } from './site-spaces.ts';

/** A page of a published space, built on demand. */
export interface SitePage {
  /** Key that changes with everything that the page shows to readers without claims. */
  readonly key: string;
  /** Builds the view; undefined when the content does not contain the page. */
  readonly view: (form: PageForm) => Promise<PageView | undefined>;
}

/** Prepares pages of published spaces for rendering. */
export class SitePages {
  constructor(
    private readonly contentCache: Pick<PublishedContentCache, 'store'>,
    private readonly spaces: Pick<SiteSpaces, 'of'>,
    private readonly crossSpaceLinks: Pick<CrossSpaceLinks, 'resolve'>,
    private readonly appearances: Pick<SiteAppearances, 'of'>,
    private readonly operations: Pick<PageOperationsFinder, 'of'>,
    private readonly embedPreviews: EmbedPreviews,
  ) {}

  async of(onSite: SiteSpaceContext, entry: OutlineEntry): Promise<SitePage> {
    const { map, variant } = onSite;
    const languages = languageVariants(onSite);
    const { space, key: others } = await this.crossSpaceLinks.resolve(onSite, entry);
    const [look, operations] = await Promise.all([this.appearances.of(map, variant), this.operations.of(space, entry)]);
    return {
      key: `${variant.content}/${entry.id}/${variant.siteSpace.id}/${map.version}/${look?.key ?? ''}/${space.expanded.edition}/${others}/${operations.key}/${contentsKey([...languages.values()])}`,
      view: async (form) =>
        buildPageView(this.contentCache.store, {
          space,
          entry,
          form,
          look: look?.appearance,
          operations,
          ...(form === 'html' && { embedPreviews: this.embedPreviews }),
          ...(form === 'html' &&
            languages.size > 0 && { alternates: await findAlternates(this.spaces, space, entry, languages) }),
        }),
    };
  }
}

/** Returns a key that changes with the content of variants. */
const contentsKey = (variants: readonly Variant[]): string =>
  variants.length === 0 ? '' : digestOf(variants.map(({ content }) => content).join('/'));
