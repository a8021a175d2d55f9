import { RESERVED_SEGMENT } from '../site-names.ts';

/** Path segment followed by the key of a share link. */
const SHARE_LINK_SEGMENT = 's';
/** Path segment followed by a signed preview pass. */
const PREVIEW_SEGMENT = 'preview';

/** Returns the path within a site for readers with a share link; ends with a slash. */
export const shareLinkRoot = (key: string): string => `${RESERVED_SEGMENT}/${SHARE_LINK_SEGMENT}/${key}/`;
/** Returns the path within a site for previews; ends with a slash. */
export const previewRoot = (pass: string): string => `${RESERVED_SEGMENT}/${PREVIEW_SEGMENT}/${pass}/`;

/** Entry point of a reader; `root` is the path at which the site begins, `segments` the path below it. */
export interface SiteEntryPoint {
  readonly root: string;
  readonly segments: readonly string[];
  readonly shareKey?: string;
  readonly previewPass?: string;
}

/**
 * Parses the entry point of a path.
 * @param segments path below the site, decoded
 */
export function parseEntryPoint(segments: readonly string[]): SiteEntryPoint {
  const [own, kind, secret, ...rest] = segments;
  if (own === RESERVED_SEGMENT && secret !== undefined && secret !== '') {
    if (kind === SHARE_LINK_SEGMENT)
      return { root: shareLinkRoot(encodeURIComponent(secret)), segments: rest, shareKey: secret };
    if (kind === PREVIEW_SEGMENT)
      return { root: previewRoot(encodeURIComponent(secret)), segments: rest, previewPass: secret };
  }
  return { root: '', segments };
}
