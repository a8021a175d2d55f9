import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id, OrganizationId, SiteId, SpaceId } from '../../domain/kernel/id.ts';
import type { SiteCustomizationState } from '../../domain/sites/site-customization.ts';
import type { SiteRedirectState } from '../../domain/sites/site-redirect.ts';
import type { SiteExternalLinkState } from '../../domain/sites/structure/site-external-link.ts';
import type { SiteSectionGroupState } from '../../domain/sites/structure/site-section-group.ts';
import type { SiteSectionState } from '../../domain/sites/structure/site-section.ts';
import type { SiteSpaceState } from '../../domain/sites/structure/site-space.ts';
import type { SiteState, SiteType } from '../../domain/sites/site.ts';
import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';
import type { OrganizationUser, Viewer } from '../kernel/viewer.ts';
import type { ViewerAccess } from '../spaces.ts';

/** Site with the number of its spaces. */
export interface SiteRow {
  readonly state: SiteState;
  /** Number of spaces that are neither deleted nor transferred to another organization. */
  readonly siteSpaces: number;
}

export interface SiteFilter {
  /** Sites that contain this space. */
  readonly spaceId?: SpaceId;
  /** Sites whose title contains this text, case-insensitive. */
  readonly title?: string;
  readonly published?: boolean;
  /** Sites of one of these types. */
  readonly types?: readonly SiteType[];
}

/** Space of a site as its readers see it: the primary content. */
export interface PublishedSpace {
  readonly siteSpace: SiteSpaceState;
  readonly title: string;
  readonly content: Hash;
  /** URL prefix of files in the space's repository; null if there is none. */
  readonly treeUrl: string | null;
}

/** Published site with its available spaces. */
export interface PublishedSite {
  readonly site: SiteState;
  readonly spaces: readonly PublishedSpace[];
  readonly sections: readonly SiteSectionState[];
  readonly groups: readonly SiteSectionGroupState[];
  readonly links: readonly SiteExternalLinkState[];
  /** Customizations of the site and of its spaces. */
  readonly customizations: readonly Pick<SiteCustomizationState, 'siteSpaceId' | 'settings'>[];
}

/** Locator of a site: its basename, its hostname once proven, or its id. */
export type SiteLocator = { readonly basename: string } | { readonly hostname: string } | { readonly id: Id };

export const REDIRECT_ORDERS = ['createdAt', 'updatedAt', 'source'] as const;
export type RedirectOrder = (typeof REDIRECT_ORDERS)[number];

export interface RedirectFilter {
  /** Redirects to one of these sections or site spaces; '' for external ones. */
  readonly targets: readonly (Id | '')[];
  /** Only drafts, or only those that are none. */
  readonly draft?: boolean | undefined;
  /** Redirects whose source contains this text, case-insensitive. */
  readonly search?: string | undefined;
}

/** Reads of committed sites. */
export interface SiteReads {
  /** Lists the sites of an organization, whoever may see them. */
  list(organizationId: OrganizationId, filter: SiteFilter, page: PageRequest): Promise<Page<SiteRow>>;
  /** Lists the sites that a person has a level on; ignores enforced SSO. */
  listVisible(
    person: OrganizationUser,
    filter: SiteFilter,
    page: PageRequest,
  ): Promise<Page<SiteRow & { readonly access: AccessFacts }>>;
  /**
   * Returns the viewer's access to a site, whatever their level; undefined if the organization does not exist. The access
   * to a site that the organization does not have is that to the organization.
   */
  access(viewer: Viewer, siteId: Id): Promise<ViewerAccess | undefined>;
  /**
   * Finds a published site, regardless of who may read it, in one statement.
   * @param includeUnpublished also finds an unpublished site
   */
  findPublished(by: SiteLocator, includeUnpublished?: boolean): Promise<PublishedSite | undefined>;
  /**
   * Lists the redirects of a site: by source, the oldest first, or the latest changed first. Redirects that were never
   * changed count from their creation.
   */
  listRedirects(
    siteId: SiteId,
    filter: RedirectFilter,
    orderBy: RedirectOrder,
    page: PageRequest,
  ): Promise<Page<SiteRedirectState>>;
  /** Returns the redirects of a site with one of these sources, without drafts. */
  redirects(siteId: SiteId, sources: readonly string[]): Promise<readonly SiteRedirectState[]>;
  /** Tells whether a hostname is proven for any site, published or not. */
  isProvenHostname(hostname: string): Promise<boolean>;
}
