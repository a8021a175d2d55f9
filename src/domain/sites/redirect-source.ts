import { RESERVED_SEGMENT } from './site-names.ts';

/** Contract: SiteRedirectSourcePath. */
export const MAX_SOURCE_LENGTH = 512;

const SOURCE_PATTERN = /^(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$/;
/** What no segment of an address holds, however it is encoded. */
const FORBIDDEN_IN_SEGMENT = /[/\\\u0000-\u001f\u007f]/;

/** A segment of an address in its one spelling: whatever need not be encoded is not. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A path within a site as sources of redirects are spelled. @param segments decoded */
export const formatSourcePath = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeSegment(segment)}`).join('');

/**
 * A source in its one spelling: a path within a site that begins with a slash, with a `*` at the end for whatever follows.
 * @returns undefined with the reason where it is none
 */
export function parseRedirectSource(text: string): { readonly source: string } | { readonly problem: string } {
  if (text.length > MAX_SOURCE_LENGTH) return { problem: `must have at most ${MAX_SOURCE_LENGTH} characters` };
  if (text === '' || text === '*' || !SOURCE_PATTERN.test(text))
    return { problem: 'must be a path such as /old/page, percent-encoded, that may end in *' };
  const star = text.endsWith('*');
  const path = star ? text.slice(0, -1) : text;
  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    const decoded = decode(segment);
    if (decoded === undefined || FORBIDDEN_IN_SEGMENT.test(decoded) || decoded === '.' || decoded === '..')
      return { problem: 'must be a valid path of a site' };
    segments.push(decoded);
  }
  if (segments[0] === RESERVED_SEGMENT) return { problem: 'is reserved' };
  return { source: formatSourcePath(segments) + (star ? '*' : '') };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Every source that a path can have come by, the closest first: itself, then ever shorter beginnings of it with a `*`. */
export function candidateSources(path: string): readonly string[] {
  const beginnings = Array.from(
    { length: Math.max(0, Math.min(path.length, MAX_SOURCE_LENGTH) - 1) },
    (_, i) => `${path.slice(0, i + 1)}*`,
  );
  return [...(path.length <= MAX_SOURCE_LENGTH ? [path] : []), ...beginnings.reverse()];
}

/** What of a path the `*` of a source stands for; empty for a source without one. */
export const wildcardPart = (source: string, path: string): string =>
  source.endsWith('*') ? path.slice(source.length - 1) : '';

/** Of redirects, the one whose source is closest. @param sources `candidateSources` a path */
export const findClosestRedirect = <R extends { readonly source: string }>(
  sources: readonly string[],
  redirects: readonly R[],
): R | undefined => {
  const bySource = new Map(redirects.map((one) => [one.source, one]));
  const source = sources.find((one) => bySource.has(one));
  return source === undefined ? undefined : bySource.get(source);
};
