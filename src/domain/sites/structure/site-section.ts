import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { Id } from '../../kernel/id.ts';

export interface SiteSectionState extends State {
  readonly organizationId: Id;
  readonly siteId: Id;
  /** The group it lies in; null at the root of the site. */
  readonly groupId: Id | null;
  /** 2..128 characters. */
  readonly title: string;
  /** At most 256 characters. */
  readonly description: string | null;
  /** Name of an icon; at most 50 characters. */
  readonly icon: string | null;
  /** Unique among the site's sections, whatever their groups; 1..100 characters. */
  readonly path: string;
  /** Exactly one of a site's sections is. */
  readonly isDefault: boolean;
  /** The expression that decides whether a visitor sees the section; 1..1024 characters, null: everybody. */
  readonly condition: string | null;
  /** Orders what lies in the same group, or sections and groups at the root. */
  readonly rank: number;
}

/** A part of a site that has its spaces as variants. Its rules span the site: change it through `SiteStructure`. */
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
  change(to: Partial<Pick<SiteSectionState, 'title' | 'description' | 'icon' | 'path' | 'condition'>>): void {
    this.apply(to, 'site-section.changed', { siteId: this.state.siteId, ...to });
  }
  /** Somebody put it elsewhere. */
  move(to: Pick<SiteSectionState, 'groupId'>): void {
    this.apply(to, 'site-section.moved', { siteId: this.state.siteId, ...to });
  }
  /** It gives way to others. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-section.removed', { siteId: this.state.siteId, title: this.state.title });
  }
}
