import { Aggregate, type State } from '../../kernel/aggregate.ts';
import type { Id } from '../../kernel/id.ts';

export interface SiteSpaceState extends State {
  readonly organizationId: Id;
  readonly siteId: Id;
  readonly spaceId: Id;
  /** The section it is a variant of; null at the root of a site without sections. */
  readonly sectionId: Id | null;
  /** Unique where it lies; 1..100 characters. */
  readonly path: string;
  /** Exactly one is where it lies. */
  readonly isDefault: boolean;
  /** The expression that decides whether a visitor sees the space; 1..1024 characters, null: everybody. */
  readonly condition: string | null;
  /** Orders those that lie in the same place; of two with the same one, the older comes first. */
  readonly rank: number;
}

/** A space as a part of a site. Its rules span all of the site's spaces: change it through `SiteStructure`. */
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
  change(to: Partial<Pick<SiteSpaceState, 'path' | 'condition' | 'spaceId'>>): void {
    this.apply(to, 'site-space.changed', { siteId: this.state.siteId, ...to });
  }
  /** Somebody put it elsewhere. */
  move(to: Pick<SiteSpaceState, 'sectionId'>): void {
    this.apply(to, 'site-space.moved', { siteId: this.state.siteId, ...to });
  }
  /** It gives way to others. */
  rerank(rank: number): void {
    this.applySilently({ rank });
  }
  remove(): void {
    this.record('site-space.removed', { siteId: this.state.siteId, spaceId: this.state.spaceId });
  }
}
