import type { Id } from '../../../domain/kernel/id.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';

/** What a segment of an address never holds here, however it is encoded. */
const NO_SEGMENT = /[/\\\u0000-\u001f\u007f]/g;
/** The end of a name, with its extension, is enough. */
const MAX_NAME = 150;

const encoded = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Makes the addresses within one site, always from what is configured. */
export class SiteAddress {
  /** Path of the site, with a slash at the end. */
  readonly basePath: string;

  /**
   * @param here absolute URL under which the reader has the site, with a slash at the end
   * @param home the site's one true address, where that is another one
   */
  constructor(
    here: string,
    readonly home = here,
  ) {
    this.basePath = new URL(here).pathname;
  }

  /** Path of a page. @param root path of its space within the site, empty for the default @param page its path in the space, empty for the home page */
  page(root: string, page: string): string {
    return this.basePath + encoded([root, page].filter((part) => part !== '').join('/'));
  }
  /** Path of a file of one of the site's spaces; the name is for people, the id decides. */
  file(siteSpaceId: Id, fileId: Id, name?: string): string {
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
  /** Path that leads to wherever the page is by then. */
  permalink(siteSpaceId: Id, pageId: Id): string {
    return `${this.basePath}${RESERVED_SEGMENT}/pages/${siteSpaceId}/${pageId}`;
  }
  /** The one true URL of a path of this site. */
  absolute(path: string): string {
    return this.home + path.slice(this.basePath.length);
  }
}
