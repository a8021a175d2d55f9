import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export interface SiteSpaceState extends State {
  readonly organizationId: Id;
  readonly siteId: Id;
  readonly spaceId: Id;
  /** Unique among the site's spaces; 1..100 characters. */
  readonly path: string;
  /** Exactly one of a site's spaces is. */
  readonly isDefault: boolean;
}

/** A space as a part of a site. */
export class SiteSpace extends Aggregate<SiteSpaceState> {
  static readonly kind = 'site space';
  static restore = (state: SiteSpaceState) => new SiteSpace(state);

  static add(state: SiteSpaceState): SiteSpace {
    const siteSpace = new SiteSpace(state);
    siteSpace.record('site-space.added', { siteId: state.siteId, spaceId: state.spaceId });
    return siteSpace;
  }
}
