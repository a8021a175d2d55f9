import { conditionEvaluator } from '../../../domain/sites/audience/visitor.ts';
import { operationIn, type ComputedOutlines } from './computed-outlines.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { Navigation } from './navigation.ts';
import type { SiteMap, Variant } from './site-map.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import { SpaceLinks } from './space-links.ts';

/** Loads the spaces of sites with the pages that the visitor of a map may see. */
export class SiteSpaces {
  constructor(
    private readonly contentCache: PublishedContentCache,
    private readonly computed: ComputedOutlines,
  ) {}

  async of(map: SiteMap, variant: Variant): Promise<SiteSpaceContext> {
    const content = await this.contentCache.loadContent(variant.content);
    const [stored, files] = await Promise.all([
      this.contentCache.loadOutline(variant.siteSpace.spaceId, content),
      this.contentCache.loadFiles(content),
    ]);
    const expanded = await this.computed.expand(map.site.organizationId, variant.siteSpace.spaceId, stored);
    const everybodys = expanded.outline;
    const { visitor } = map;
    const outline =
      visitor.claims === undefined && !visitor.isPreviewing
        ? everybodys
        : everybodys.withConditions(conditionEvaluator(visitor));
    const linked = { outline, files };
    const links = new SpaceLinks(map, variant, linked);
    const navigation = new Navigation(outline, links.entry, operationIn(expanded));
    return { map, variant, content, linked, links, navigation, expanded };
  }
}
