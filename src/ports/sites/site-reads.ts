import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SiteCustomizationState } from '../../domain/sites/site-customization.ts';
import type { SiteRedirectState } from '../../domain/sites/site-redirect.ts';
import type { SiteSectionGroupState } from '../../domain/sites/structure/site-section-group.ts';
import type { SiteSectionState } from '../../domain/sites/structure/site-section.ts';
import type { SiteSpaceState } from '../../domain/sites/structure/site-space.ts';
import type { SiteState, SiteType } from '../../domain/sites/site.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A site with the number of its spaces. */
export interface SiteRow {
  readonly state: SiteState;
  /** Those that are there: neither deleted nor gone to another organization. */
  readonly siteSpaces: number;
}

export interface SiteFilter {
  /** Only sites of which this space is a part. */
  readonly spaceId?: Id;
  /** Only sites whose title holds this text, whatever the case. */
  readonly title?: string;
  readonly published?: boolean;
  /** Only sites of one of these types. */
  readonly types?: readonly SiteType[];
}

/** A space of a site, as its readers get it: its primary content. */
export interface PublishedSpace {
  readonly siteSpace: SiteSpaceState;
  readonly title: string;
  readonly content: Hash;
  /** What the address of a file in its repository starts with; null where it has none. */
  readonly treeUrl: string | null;
}

/** A site that is published, with those of its spaces that are there. */
export interface PublishedSite {
  readonly site: SiteState;
  readonly spaces: readonly PublishedSpace[];
  readonly sections: readonly SiteSectionState[];
  readonly groups: readonly SiteSectionGroupState[];
  /** How it and its spaces are made to look. */
  readonly customizations: readonly Pick<SiteCustomizationState, 'siteSpaceId' | 'settings'>[];
}

/** By what a site is come to: its basename, its hostname once that is proven, or its id. */
export type SiteLocator = { readonly basename: string } | { readonly hostname: string } | { readonly id: Id };

/** Reads of committed sites. */
export interface SiteReads {
  list(organizationId: Id, filter: SiteFilter, page: PageRequest): Promise<Page<SiteRow>>;
  /** The site that is come to by this, if it is published, whoever may read it; in one statement. @param includeUnpublished as it would be */
  findPublished(by: SiteLocator, includeUnpublished?: boolean): Promise<PublishedSite | undefined>;
  /** Those redirects of a site that come from one of these sources; no drafts. */
  redirects(siteId: Id, sources: readonly string[]): Promise<readonly SiteRedirectState[]>;
  /** Whether a hostname is proven to be a site's, published or not. */
  isProvenHostname(hostname: string): Promise<boolean>;
}
