import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';

/** Extension of the Markdown of a page. */
export const MARKDOWN_EXTENSION = '.md';

/** Returns the path of a page's Markdown. It names the home page by its own path. */
export const markdownPath = (
  { address, variant }: Pick<SiteSpaceContext, 'address' | 'variant'>,
  { path = '' }: Pick<OutlineEntry, 'path'>,
): string => address.page(variant.root, path) + MARKDOWN_EXTENSION;

/** Returns the canonical URL of a page's Markdown. */
export const markdownUrl = (
  space: Pick<SiteSpaceContext, 'address' | 'variant'>,
  entry: Pick<OutlineEntry, 'path'>,
): string => space.address.absolute(markdownPath(space, entry));
