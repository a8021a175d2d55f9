import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { Id } from '../../kernel/id.ts';

/** Longest name of a share link. */
export const MAX_SHARE_LINK_NAME_LENGTH = 50;
/** So many share links a site may have, active or not. */
export const MAX_SHARE_LINKS = 100;

export interface ShareLinkState extends State {
  readonly organizationId: Id;
  readonly siteId: Id;
  readonly name: string;
  readonly active: boolean;
  /** SHA-256 of its key; unique. */
  readonly keyHash: string;
  /** The key, sealed under the instance's secret key: whoever manages the site is shown the link again. */
  readonly sealedKey: string;
  readonly createdAt: string;
}

/** Lets whoever has its key read a site whose visibility asks for one, as long as it is active. */
export class ShareLink extends Aggregate<ShareLinkState> {
  static readonly kind = 'share link';
  static restore = (state: ShareLinkState) => new ShareLink(state);

  static create(of: Omit<ShareLinkState, 'active'>): ShareLink {
    const link = new ShareLink({ ...of, active: true });
    link.record('share-link.created', { siteId: of.siteId, name: of.name });
    return link;
  }

  /** What is absent stays. */
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
