import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { OrganizationId, SiteId, SiteSectionGroupId } from '../../kernel/id.ts';

export interface SiteSectionGroupState extends State {
  readonly id: SiteSectionGroupId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Title of 1 to 100 characters. */
  readonly title: string;
  /** Name of an icon; at most 50 characters. */
  readonly icon: string | null;
  /** True for a group that previews alone show, with its sections. */
  readonly draft: boolean;
  /** Sort key among sections and groups at the root of the site. */
  readonly rank: number;
}

/** Sections of a site under one title in its navigation. Its rules span the site: change it through `SiteStructure`. */
export class SiteSectionGroup extends Aggregate<SiteSectionGroupState> {
  static readonly kind = 'site section group';
  static restore = (state: SiteSectionGroupState) => new SiteSectionGroup(state);

  static add(state: SiteSectionGroupState): SiteSectionGroup {
    const group = new SiteSectionGroup(state);
    group.record('site-section-group.added', { siteId: state.siteId, title: state.title });
    return group;
  }

  change(to: Partial<Pick<SiteSectionGroupState, 'title' | 'icon' | 'draft'>>): void {
    this.apply(to, 'site-section-group.changed', { siteId: this.state.siteId, ...to });
  }
  /** Records a move by a user. */
  move(): void {
    this.record('site-section-group.moved', { siteId: this.state.siteId });
  }
  /** Changes the rank without an event. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-section-group.removed', { siteId: this.state.siteId, title: this.state.title });
  }
}
