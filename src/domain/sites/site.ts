import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { basenameProblem } from './site-names.ts';

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

/** What can be changed about a site itself; what is absent stays. */
export interface SiteChange {
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  readonly basename?: string;
}

/**
 * Whether anybody at all may read the site: it is published, and its visibility asks nothing of a reader. A share link's
 * key or a visitor's token opens the others.
 */
export const isOpen = ({ published, visibility }: Pick<SiteState, 'published' | 'visibility'>): boolean =>
  published && (visibility === 'public' || visibility === 'unlisted');

/** Publishes spaces to readers. */
export class Site extends Aggregate<SiteState> {
  static readonly kind = 'site';
  static restore = (state: SiteState) => new Site(state);

  /** @throws Invalid for a basename that is none */
  static create(of: Omit<SiteState, 'published'>): Site {
    requireBasename(of.basename);
    const site = new Site({ ...of, published: false });
    site.record('site.created');
    return site;
  }

  /** @throws Invalid for a basename that is none */
  change({ title, visibility, basename }: SiteChange): void {
    if (basename !== undefined) requireBasename(basename);
    const change = { ...(title !== undefined && { title }), ...(visibility !== undefined && { visibility }), ...(basename !== undefined && { basename }) };
    if (Object.keys(change).length > 0) this.become(change, 'site.changed', change);
  }
  publish(): void {
    if (!this.state.published) this.become({ published: true }, 'site.published');
  }
  unpublish(): void {
    if (this.state.published) this.become({ published: false }, 'site.unpublished');
  }
  delete(): void {
    this.record('site.deleted', { basename: this.state.basename });
  }
}

function requireBasename(basename: string): void {
  const problem = basenameProblem(basename);
  if (problem !== undefined) throw Invalid.field('basename', problem);
}
