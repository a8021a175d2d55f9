import type { PageId, SiteId } from '../../../domain/kernel/id.ts';
import type { SiteEventInput, SiteEventType } from '../../../domain/insights/site-event.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { customizationOf } from './site-appearances.ts';
import type { SiteMap, Variant } from './site-map.ts';

/** Event of a reader on a site, without the facts about the reader. */
export interface ReaderEvent {
  readonly siteId: SiteId;
  readonly type: SiteEventType;
  readonly location: SiteEventInput['location'];
  readonly details: Partial<Pick<SiteEventInput, 'query' | 'results' | 'feedback' | 'llmsVariant' | 'markdownSource'>>;
  /** True for a search for what the reader has typed so far. */
  readonly isTyping?: boolean;
}

/** Place of an event on a site. */
interface EventPlace {
  readonly map: SiteMap;
  readonly variant: Variant | undefined;
  readonly page?: PageId | undefined;
  /** Path of the site. */
  readonly path: string;
}

/** Describes what readers do on sites, for the insights. */
export class ReaderEvents {
  constructor(private readonly homes: Pick<SiteUrls, 'canonical'>) {}

  /** Describes an event; undefined when the customization turns insights off, and in previews. */
  of(type: SiteEventType, place: EventPlace, details: ReaderEvent['details'] = {}): ReaderEvent | undefined {
    const { map, variant, page, path } = place;
    if (map.visitor.isPreviewing || customizationOf(map, variant)?.insights.enabled === false) return undefined;
    return {
      siteId: map.site.id,
      type,
      location: {
        // The canonical URL never contains the key of a share link.
        url: this.homes.canonical(map.site) + path.slice(map.address.basePath.length),
        siteSection: variant?.siteSpace.sectionId ?? null,
        siteSpace: variant?.siteSpace.id ?? null,
        space: variant?.siteSpace.spaceId ?? null,
        page: page ?? null,
      },
      details,
    };
  }
}
