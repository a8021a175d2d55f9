import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { Id, OrganizationId, SiteId, SiteSectionId } from '../../kernel/id.ts';

export interface SiteSectionState extends State {
  readonly id: SiteSectionId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Group that contains the section; null at the root of the site. */
  readonly groupId: Id | null;
  /** Title of 2 to 128 characters. */
  readonly title: string;
  /** Description of at most 256 characters. */
  readonly description: string | null;
  /** Name of an icon; at most 50 characters. */
  readonly icon: string | null;
  /** Path, unique among the site's sections, whatever their groups; 1 to 100 characters. */
  readonly path: string;
  /** True for exactly one section of a site. */
  readonly isDefault: boolean;
  /** Expression that decides whether a visitor sees the section; 1 to 1024 characters, null for everybody. */
  readonly condition: string | null;
  /** True for a section that previews alone show. */
  readonly draft: boolean;
  /** Sort key within the group, or among sections and groups at the root. */
  readonly rank: number;
}

/** Section of a site, with its spaces as variants. Its rules span the site: change it through `SiteStructure`. */
export class SiteSection extends Aggregate<SiteSectionState> {
  static readonly kind = 'site section';
  static restore = (state: SiteSectionState) => new SiteSection(state);

  static add(state: SiteSectionState): SiteSection {
    const section = new SiteSection(state);
    section.record('site-section.added', { siteId: state.siteId, title: state.title });
    return section;
  }

  setDefault(isDefault: boolean): void {
    this.apply({ isDefault }, isDefault ? 'site-section.made-default' : 'site-section.no-longer-default', {
      siteId: this.state.siteId,
    });
  }
  change(to: Partial<Pick<SiteSectionState, 'title' | 'description' | 'icon' | 'path' | 'condition' | 'draft'>>): void {
    this.apply(to, 'site-section.changed', { siteId: this.state.siteId, ...to });
  }
  /** Moves the section on request of a user. */
  move(to: Pick<SiteSectionState, 'groupId'>): void {
    this.apply(to, 'site-section.moved', { siteId: this.state.siteId, ...to });
  }
  /** Changes the rank without an event. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-section.removed', { siteId: this.state.siteId, title: this.state.title });
  }
}
