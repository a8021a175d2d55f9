import type { Content } from '../../../domain/content/content.ts';
import type { LinkableContent } from '../../../domain/sites/content/content-target.ts';
import type { ExpandedOutline } from './computed-outlines.ts';
import type { Navigation } from './navigation.ts';
import type { SiteAddress } from './site-address.ts';
import type { SiteMap, Variant } from './site-map.ts';
import type { SpaceLinks } from './space-links.ts';

/** What is shared by the pages of one space on one site. */
export interface SiteSpaceContext {
  readonly map: SiteMap;
  readonly variant: Variant;
  readonly address: SiteAddress;
  readonly content: Content;
  readonly linked: LinkableContent;
  readonly links: SpaceLinks;
  readonly navigation: Navigation;
  /** Pages of it that no content holds. */
  readonly expanded: ExpandedOutline;
}
