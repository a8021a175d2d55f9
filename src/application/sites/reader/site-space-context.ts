import type { Content } from '../../../domain/content/content.ts';
import type { LinkableContent } from '../../../domain/sites/content/content-target.ts';
import type { ExpandedOutline } from './computed-outlines.ts';
import type { Navigation } from './navigation.ts';
import type { SiteMap, Variant } from './site-map.ts';
import type { SpaceLinks } from './space-links.ts';

/** Data shared by the pages of a space on a site. */
export interface SiteSpaceContext {
  readonly map: SiteMap;
  readonly variant: Variant;
  readonly content: Content;
  readonly linked: LinkableContent;
  readonly links: SpaceLinks;
  readonly navigation: Navigation;
  /** Outline with the generated pages of the space. */
  readonly expanded: ExpandedOutline;
}
