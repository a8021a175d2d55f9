import type { Id, SpaceId } from '../../kernel/id.ts';
import type { ExternalLinkFields, SiteExternalLinkState } from './site-external-link.ts';
import type { SiteSectionGroupState } from './site-section-group.ts';
import type { SiteSectionState } from './site-section.ts';

export interface SiteSpaceInput {
  readonly id: Id;
  readonly spaceId: SpaceId;
  /** Slug of the space's title, from which the path is derived; may be empty. */
  readonly slug: string;
  /** Adds the space as a draft. */
  readonly draft?: boolean;
}
export interface SiteSectionInput {
  readonly id: Id;
  readonly title: string;
  readonly icon: string | null;
  /** Slug from which the path is derived; may be empty. */
  readonly slug: string;
  /** Adds the section as a draft. */
  readonly draft?: boolean;
}
export type SectionGroupInput = Pick<SiteSectionGroupState, 'id' | 'title' | 'icon'> &
  Partial<Pick<SiteSectionGroupState, 'draft'>>;

/** Changes to a space of a site; absent fields stay unchanged, a null condition removes it. */
export interface SiteSpaceChange {
  readonly path?: string;
  readonly condition?: string | null;
  readonly spaceId?: SpaceId;
  readonly draft?: boolean;
  readonly hidden?: boolean;
}
/** Changes to a section; absent fields stay unchanged, null removes a field. */
export type SiteSectionChange = Partial<
  Pick<SiteSectionState, 'title' | 'description' | 'icon' | 'path' | 'condition' | 'draft'>
>;
export type SectionGroupChange = Partial<Pick<SiteSectionGroupState, 'title' | 'icon' | 'draft'>>;
export type ExternalLinkInput = Pick<SiteExternalLinkState, 'id' | 'title' | 'url'> & Partial<ExternalLinkFields>;
/** Changes to an external link; absent fields stay unchanged, null removes a field. */
export type ExternalLinkChange = Partial<ExternalLinkFields>;
