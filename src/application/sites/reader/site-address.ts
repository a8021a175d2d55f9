import type { FileId, PageId, SiteSpaceId } from '../../../domain/kernel/id.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';

/** Characters that a path segment must not contain, even encoded. */
const NO_SEGMENT = /[/\\\u0000-\u001f\u007f]/g;
/** Number of trailing characters of a file name, extension included, that are kept. */
const MAX_NAME = 150;

const encoded = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Returns the part of a file's hash that stands in its URL, so that the URL changes with the content. */
export const fileVersion = (blob: string): string => blob.slice(0, 12);

/** Builds the URLs of a site from its configuration. */
export class SiteAddress {
  /** Path of the site with a trailing slash. */
  readonly basePath: string;

  /**
   * @param here absolute URL under which the reader accesses the site, with a trailing slash
   * @param home canonical URL of the site if different
   */
  constructor(
    readonly here: string,
    readonly home = here,
  ) {
    this.basePath = new URL(here).pathname;
  }

  /**
   * Builds the path of a page.
   * @param root path of its space within the site, empty for the default
   * @param page path within the space, empty for the home page
   */
  page(root: string, page: string): string {
    return this.basePath + encoded([root, page].filter((part) => part !== '').join('/'));
  }
  /** Builds the path of a file of a site space; the name is informative, the id identifies the file. */
  file(siteSpaceId: SiteSpaceId, fileId: FileId, name?: string): string {
    const last =
      name === undefined || /^\.*$/.test(name)
        ? ''
        : `/${encodeURIComponent(
            name
              .toWellFormed()
              .replace(NO_SEGMENT, '_')
              .slice(-MAX_NAME)
              .replace(/^[\uDC00-\uDFFF]/, ''),
          )}`;
    return `${this.basePath}${RESERVED_SEGMENT}/files/${siteSpaceId}/${fileId}${last}`;
  }
  /** Builds a path that redirects to the current path of a page. */
  permalink(siteSpaceId: SiteSpaceId, pageId: PageId): string {
    return `${this.basePath}${RESERVED_SEGMENT}/pages/${siteSpaceId}/${pageId}`;
  }
  /** Builds a path that redirects to the page at a path of another variant, or to its home page. */
  variant(siteSpaceId: SiteSpaceId, path: string): string {
    return `${this.basePath}${RESERVED_SEGMENT}/variants/${siteSpaceId}${path === '' ? '' : `/${encoded(path)}`}`;
  }
  /** Builds the canonical URL of a path of the site. */
  absolute(path: string): string {
    return this.home + path.slice(this.basePath.length);
  }
}
