import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof SITE_TYPES)[number];
export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

export interface SiteState extends State {
  readonly organizationId: Id;
  readonly type: SiteType;
  readonly title: string;
  readonly visibility: SiteVisibility;
  /** Its address on this instance; unique. */
  readonly basename: string;
  readonly published: boolean;
  readonly createdAt: string;
}

/** Publishes spaces to readers. */
export class Site extends Aggregate<SiteState> {
  static readonly kind = 'site';
  static restore = (state: SiteState) => new Site(state);

  static create(of: Omit<SiteState, 'published'>): Site {
    const site = new Site({ ...of, published: false });
    site.record('site.created');
    return site;
  }

  publish(): void {
    if (!this.state.published) this.become({ published: true }, 'site.published');
  }
  unpublish(): void {
    if (this.state.published) this.become({ published: false }, 'site.unpublished');
  }
}
