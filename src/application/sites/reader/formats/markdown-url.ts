import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';

/** Extension of the Markdown of a page. */
export const MARKDOWN_EXTENSION = '.md';

/** Returns the path of a page's Markdown. It names the home page by its own path. */
export const markdownPath = ({ links }: Pick<SiteSpaceContext, 'links'>, entry: Pick<OutlineEntry, 'path'>): string =>
  links.fullPath(entry) + MARKDOWN_EXTENSION;

/** Returns the canonical URL of a page's Markdown. */
export const markdownUrl = (
  space: Pick<SiteSpaceContext, 'address' | 'links'>,
  entry: Pick<OutlineEntry, 'path'>,
): string => space.address.absolute(markdownPath(space, entry));
