import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { OrganizationId, SiteId, ShareLinkId } from '../../kernel/id.ts';

/** Maximum length of a share link's name. */
export const MAX_SHARE_LINK_NAME_LENGTH = 50;
/** Maximum number of share links of a site, including inactive ones. */
export const MAX_SHARE_LINKS = 100;

export interface ShareLinkState extends State {
  readonly id: ShareLinkId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  readonly name: string;
  readonly active: boolean;
  /** SHA-256 of the key; unique. */
  readonly keyHash: string;
  /**
   * Key, sealed under the instance's secret key, so that the link can be displayed again to those who manage the site.
   */
  readonly sealedKey: string;
  readonly createdAt: string;
}

/** Link whose key gives access to a site with the visibility `share-link`, while active. */
export class ShareLink extends Aggregate<ShareLinkState> {
  static readonly kind = 'share link';
  static restore = (state: ShareLinkState) => new ShareLink(state);

  static create(of: ShareLinkState): ShareLink {
    const link = new ShareLink(of);
    link.record('share-link.created', { siteId: of.siteId, name: of.name });
    return link;
  }

  /** Changes the link; absent fields stay unchanged. */
  change(to: { readonly name?: string; readonly active?: boolean }): void {
    const changed = Object.fromEntries(
      Object.entries(to).filter(
        ([field, value]) => value !== undefined && value !== this.state[field as keyof ShareLinkState],
      ),
    );
    if (Object.keys(changed).length > 0)
      this.apply(changed, 'share-link.changed', { siteId: this.state.siteId, ...changed });
  }

  delete(): void {
    this.record('share-link.deleted', { siteId: this.state.siteId, name: this.state.name });
  }
}
