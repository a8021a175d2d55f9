import { RESERVED_SEGMENT } from '../site-names.ts';

/** Below it, everything is read with the key that follows. */
const SHARE_LINK_SEGMENT = 's';
/** Below it, everything is as it would be, for the right that is sealed in what follows. */
const PREVIEW_SEGMENT = 'preview';

/** Where, within a site, it is read with the key of a share link; with a slash at the end. */
export const shareLinkRoot = (key: string): string => `${RESERVED_SEGMENT}/${SHARE_LINK_SEGMENT}/${key}/`;
/** Where, within a site, it is looked at beforehand; with a slash at the end. */
export const previewRoot = (pass: string): string => `${RESERVED_SEGMENT}/${PREVIEW_SEGMENT}/${pass}/`;

/** By which way a reader comes in; `root` is where the site then begins, `segments` what follows. */
export interface SiteEntryPoint {
  readonly root: string;
  readonly segments: readonly string[];
  readonly shareKey?: string;
  readonly previewPass?: string;
}

/** @param segments the path below the site, decoded */
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
