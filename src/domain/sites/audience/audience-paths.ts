import { OWN } from '../site-names.ts';

/** Below it, everything is read with the key that follows. */
const SHARED = 's';
/** Below it, everything is as it would be, for the right that is sealed in what follows. */
const PREVIEW = 'preview';

/** Where, within a site, it is read with the key of a share link; with a slash at the end. */
export const sharedRoot = (key: string): string => `${OWN}/${SHARED}/${key}/`;
/** Where, within a site, it is looked at beforehand; with a slash at the end. */
export const previewRoot = (pass: string): string => `${OWN}/${PREVIEW}/${pass}/`;

/** By which way a reader comes in; `root` is where the site then begins, `segments` what follows. */
export interface Entrance {
  readonly root: string;
  readonly segments: readonly string[];
  readonly shareKey?: string;
  readonly previewPass?: string;
}

/** @param segments the path below the site, decoded */
export function entranceOf(segments: readonly string[]): Entrance {
  const [own, kind, secret, ...rest] = segments;
  if (own === OWN && secret !== undefined && secret !== '') {
    if (kind === SHARED) return { root: sharedRoot(encodeURIComponent(secret)), segments: rest, shareKey: secret };
    if (kind === PREVIEW) return { root: previewRoot(encodeURIComponent(secret)), segments: rest, previewPass: secret };
  }
  return { root: '', segments };
}
