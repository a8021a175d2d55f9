import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { OrganizationId, SiteId, SiteSectionId, SpaceId, SiteSpaceId } from '../../kernel/id.ts';

export interface SiteSpaceState extends State {
  readonly id: SiteSpaceId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  readonly spaceId: SpaceId;
  /** Section whose variant it is; null at the root of a site without sections. */
  readonly sectionId: SiteSectionId | null;
  /** Path, unique within the section or root; 1 to 100 characters. */
  readonly path: string;
  /** True for exactly one space of a section or root. */
  readonly isDefault: boolean;
  /** Expression that decides whether a visitor sees the space; 1 to 1024 characters, null for everybody. */
  readonly condition: string | null;
  /** True for a space that previews alone show. */
  readonly draft: boolean;
  /** True for a space that readers reach by its URL, but do not see in navigation. */
  readonly hidden: boolean;
  /** Sort key within the section or root; of equal ranks, the older one comes first. */
  readonly rank: number;
}

/** Space as part of a site. Its rules span all of the site's spaces: change it through `SiteStructure`. */
export class SiteSpace extends Aggregate<SiteSpaceState> {
  static readonly kind = 'site space';
  static restore = (state: SiteSpaceState) => new SiteSpace(state);

  static add(state: SiteSpaceState): SiteSpace {
    const siteSpace = new SiteSpace(state);
    siteSpace.record('site-space.added', { siteId: state.siteId, spaceId: state.spaceId });
    return siteSpace;
  }

  setDefault(isDefault: boolean): void {
    this.apply({ isDefault }, isDefault ? 'site-space.made-default' : 'site-space.no-longer-default', {
      siteId: this.state.siteId,
    });
  }
  change(to: Partial<Pick<SiteSpaceState, 'path' | 'condition' | 'spaceId' | 'draft' | 'hidden'>>): void {
    this.apply(to, 'site-space.changed', { siteId: this.state.siteId, ...to });
  }
  /** Moves the space on request of a user. */
  move(to: Pick<SiteSpaceState, 'sectionId'>): void {
    this.apply(to, 'site-space.moved', { siteId: this.state.siteId, ...to });
  }
  /** Changes the rank without an event. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-space.removed', { siteId: this.state.siteId, spaceId: this.state.spaceId });
  }
}
