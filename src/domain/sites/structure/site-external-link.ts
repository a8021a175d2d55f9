import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { OrganizationId, SiteExternalLinkId, SiteId, SiteSectionGroupId } from '../../kernel/id.ts';
import type { LocalizedText } from '../customization.ts';

export interface SiteExternalLinkState extends State {
  readonly id: SiteExternalLinkId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Group that contains the link; null at the root of the site. */
  readonly groupId: SiteSectionGroupId | null;
  /** Title of 2 to 128 characters. */
  readonly title: string;
  readonly localizedTitle: LocalizedText | null;
  /** Description of at most 256 characters. */
  readonly description: string | null;
  readonly localizedDescription: LocalizedText | null;
  /** Name of an icon; at most 50 characters. */
  readonly icon: string | null;
  /** Absolute URL with http or https. */
  readonly url: string;
  /** Expression that decides whether a visitor sees the link; 1 to 1024 characters, null for everybody. */
  readonly condition: string | null;
  /** True for a link that previews alone show. */
  readonly draft: boolean;
  /** Sort key among sections and links of the group, or among all items at the root. */
  readonly rank: number;
}

/** Fields of a link that callers set. */
export type ExternalLinkFields = Pick<
  SiteExternalLinkState,
  'title' | 'localizedTitle' | 'description' | 'localizedDescription' | 'icon' | 'url' | 'condition' | 'draft'
>;

/** Link to another website in the navigation of a site. Change it through `SiteStructure`. */
export class SiteExternalLink extends Aggregate<SiteExternalLinkState> {
  static readonly kind = 'external link';
  static restore = (state: SiteExternalLinkState) => new SiteExternalLink(state);

  static add(state: SiteExternalLinkState): SiteExternalLink {
    const link = new SiteExternalLink(state);
    link.record('site-external-link.added', { siteId: state.siteId, title: state.title, url: state.url });
    return link;
  }

  change(to: Partial<ExternalLinkFields>): void {
    this.apply(to, 'site-external-link.changed', { siteId: this.state.siteId, ...to });
  }
  /** Moves the link on request of a user. */
  move(to: Pick<SiteExternalLinkState, 'groupId'>): void {
    this.apply(to, 'site-external-link.moved', { siteId: this.state.siteId, ...to });
  }
  /** Changes the rank without an event. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-external-link.removed', { siteId: this.state.siteId, title: this.state.title });
  }
}
