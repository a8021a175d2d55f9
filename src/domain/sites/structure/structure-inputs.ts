import type { Id } from '../../kernel/id.ts';
import type { SiteSectionGroupState } from './site-section-group.ts';
import type { SiteSectionState } from './site-section.ts';

export interface SiteSpaceInput {
  readonly id: Id;
  readonly spaceId: Id;
  /** What its path is made of: a slug of the space's title; may be empty. */
  readonly slug: string;
}
export interface SiteSectionInput {
  readonly id: Id;
  readonly title: string;
  readonly icon: string | null;
  /** What its path is made of; may be empty. */
  readonly slug: string;
}
export type SectionGroupInput = Pick<SiteSectionGroupState, 'id' | 'title' | 'icon'>;

/** What can be changed about a site's space; what is absent stays, a null condition is none. */
export interface SiteSpaceChange {
  readonly path?: string;
  readonly condition?: string | null;
  readonly spaceId?: Id;
}
/** What can be changed about a section; what is absent stays, null takes away. */
export type SiteSectionChange = Partial<
  Pick<SiteSectionState, 'title' | 'description' | 'icon' | 'path' | 'condition'>
>;
export type SectionGroupChange = Partial<Pick<SiteSectionGroupState, 'title' | 'icon'>>;
