import type { OutlineEntry, SpaceOutline } from '../../../../domain/sites/content/space-outline.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';

/** Extension of the Markdown of a page. */
export const MARKDOWN_EXTENSION = '.md';

/** Name of the Markdown of a space's home page, unless a page has this path. */
const INDEX = 'index';

/** Finds the entry at a path of Markdown without its extension. */
export const findMarkdownEntry = (
  outline: Pick<SpaceOutline, 'byPath' | 'home'>,
  path: string,
): OutlineEntry | undefined => outline.byPath(path) ?? (path === INDEX ? outline.home : undefined);

/** Returns the path of a page's Markdown. It names the home page by its own path. */
export const markdownPath = ({ links }: Pick<SiteSpaceContext, 'links'>, entry: Pick<OutlineEntry, 'path'>): string =>
  links.fullPath(entry) + MARKDOWN_EXTENSION;

/** Returns the canonical URL of a page's Markdown. */
export const markdownUrl = (
  space: Pick<SiteSpaceContext, 'map' | 'links'>,
  entry: Pick<OutlineEntry, 'path'>,
): string => space.map.address.absolute(markdownPath(space, entry));
