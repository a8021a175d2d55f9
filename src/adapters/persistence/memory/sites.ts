import { effectiveLevel, type AccessFacts } from '../../../domain/permissions/access-facts.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { OrganizationUser, Viewer } from '../../../ports/kernel/viewer.ts';
import type { ViewerAccess } from '../../../ports/spaces.ts';
import type {
  PublishedSite,
  RedirectFilter,
  RedirectOrder,
  SiteFilter,
  SiteLocator,
  SiteReads,
  SiteRow,
} from '../../../ports/sites/site-reads.ts';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { SiteSpaceState } from '../../../domain/sites/structure/site-space.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { pageOf, sortedKey } from '../list-keys.ts';
import { containsText, paged } from './kernel/pages.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryStore } from './store.ts';

/** Reads of sites over the maps. */
export class MemorySiteReads implements SiteReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
  ) {}

  async access(viewer: Viewer, siteId: string): Promise<ViewerAccess | undefined> {
    const root = await this.reads.organizationAccess(viewer);
    const { organizationId, userId } = viewer;
    if (root === undefined || this.store.state('sites', siteId)?.organizationId !== organizationId) return root;
    return { ...root, access: this.reads.siteAccess(organizationId, siteId, userId) };
  }

  async list(organizationId: string, filter: SiteFilter, page: PageRequest): Promise<Page<SiteRow>> {
    return this.#list(organizationId, filter, page, () => true);
  }

  async listVisible(
    { organizationId, userId }: OrganizationUser,
    filter: SiteFilter,
    page: PageRequest,
  ): ReturnType<SiteReads['listVisible']> {
    const accessOf = ({ id }: SiteState): AccessFacts => this.reads.siteAccess(organizationId, id, userId);
    const { items, ...rest } = this.#list(
      organizationId,
      filter,
      page,
      (site) => effectiveLevel(accessOf(site)) !== undefined,
    );
    return { items: items.map((row) => ({ ...row, access: accessOf(row.state) })), ...rest };
  }

  #list(
    organizationId: string,
    { spaceId, title, published, types }: SiteFilter,
    { limit, after }: PageRequest,
    isVisible: (site: SiteState) => boolean,
  ): Page<SiteRow> {
    const all = this.store
      .all('sites')
      .filter((site) => site.organizationId === organizationId && isVisible(site))
      .filter((site) => published === undefined || site.published === published)
      .filter((site) => types === undefined || types.includes(site.type))
      .filter((site) => title === undefined || containsText([site.title], title))
      .filter((site) => spaceId === undefined || this.#present(site).some((one) => one.spaceId === spaceId))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const rest = all.filter(({ id }) => after === undefined || id > after);
    const { items, ...page } = pageOf(rest.slice(0, limit + 1), limit, all.length, ({ id }) => id);
    return structuredClone({
      items: items.map((state) => ({ state, siteSpaces: this.#present(state).length })),
      ...page,
    });
  }

  async findPublished(by: SiteLocator, includeUnpublished = false): Promise<PublishedSite | undefined> {
    const isMeant = (state: SiteState): boolean =>
      'id' in by
        ? state.id === by.id
        : 'basename' in by
          ? state.basename === by.basename
          : state.servedHostname === by.hostname;
    const site = this.store.all('sites').find((state) => (state.published || includeUnpublished) && isMeant(state));
    if (site === undefined) return undefined;
    const spaces = this.#present(site).map((siteSpace) => ({
      siteSpace,
      title: this.store.state('spaces', siteSpace.spaceId)!.title,
      content: this.store.tables.branches.get(siteSpace.spaceId)!.state.content,
      treeUrl: this.store.state('gitSyncs', siteSpace.spaceId)?.treeUrl ?? null,
    }));
    const ofSite = ({ siteId }: { readonly siteId: string }): boolean => siteId === site.id;
    return structuredClone({
      site,
      spaces,
      sections: this.store.all('siteSections').filter(ofSite),
      groups: this.store.all('siteSectionGroups').filter(ofSite),
      links: this.store.all('siteExternalLinks').filter(ofSite),
      customizations: this.store.all('siteCustomizations').filter(ofSite),
    });
  }

  async listRedirects(
    siteId: string,
    { targets, draft, search }: RedirectFilter,
    orderBy: RedirectOrder,
    page: PageRequest,
  ): Promise<Page<SiteRedirectState>> {
    const all = this.store
      .all('siteRedirects')
      .filter((one) => one.siteId === siteId && targets.includes(one.target))
      .filter((one) => draft === undefined || one.draft === draft)
      .filter((one) => search === undefined || containsText([one.source], search));
    const by = (one: SiteRedirectState): string => one[orderBy] ?? one.createdAt;
    const order = orderBy === 'updatedAt' ? 'desc' : 'asc';
    return paged(all, (one) => sortedKey(by(one), one.id), { ...page, order });
  }

  async redirects(siteId: string, sources: readonly string[]): Promise<readonly SiteRedirectState[]> {
    return this.store
      .all('siteRedirects')
      .filter((one) => one.siteId === siteId && sources.includes(one.source) && !one.draft);
  }

  async isProvenHostname(hostname: string): Promise<boolean> {
    return this.store.all('sites').some((site) => site.servedHostname === hostname);
  }

  #present({ id, organizationId }: SiteState): SiteSpaceState[] {
    return this.store
      .all('siteSpaces')
      .filter((one) => one.siteId === id)
      .filter(({ spaceId }) => {
        const space = this.store.state('spaces', spaceId);
        return (
          space !== undefined &&
          space.organizationId === organizationId &&
          space.deletedAt === null &&
          this.store.tables.branches.has(spaceId)
        );
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
