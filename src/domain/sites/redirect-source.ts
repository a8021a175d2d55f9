import { RESERVED_SEGMENT } from './site-names.ts';

/** Contract: SiteRedirectSourcePath. */
export const MAX_SOURCE_LENGTH = 512;

const SOURCE_PATTERN = /^(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$/;
/** Characters that no decoded path segment may contain. */
const FORBIDDEN_IN_SEGMENT = /[/\\\u0000-\u001f\u007f]/;

/** Encodes a segment canonically: only characters that need it are encoded. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Formats a path as the source of a redirect.
 * @param segments decoded
 */
export const formatSourcePath = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeSegment(segment)}`).join('');

/**
 * Normalizes the source of a redirect: a path within a site with a leading slash, optionally with a `*` at the end that
 * matches any rest. Letters are composed (NFC), as browsers send what readers type.
 * @returns the source, or the problem
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
    segments.push(decoded.normalize('NFC'));
  }
  if (segments[0] === RESERVED_SEGMENT) return { problem: 'is reserved' };
  const source = formatSourcePath(segments) + (star ? '*' : '');
  return source.length > MAX_SOURCE_LENGTH
    ? { problem: `must have at most ${MAX_SOURCE_LENGTH} characters, where + counts as %2B` }
    : { source };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Lists the sources that match a path, closest first: the path itself, then ever shorter beginnings, first the whole path, with
 * a `*`.
 * @param endsWithSlash tells that a slash follows the path
 */
export function candidateSources(path: string, { endsWithSlash = false } = {}): readonly string[] {
  const beginnings = Array.from(
    { length: Math.min(path.length, MAX_SOURCE_LENGTH - 1) },
    (_, i) => `${path.slice(0, i + 1)}*`,
  );
  return [
    ...(path.length <= MAX_SOURCE_LENGTH ? [path] : []),
    ...(endsWithSlash && path.length + 2 <= MAX_SOURCE_LENGTH ? [`${path}/*`] : []),
    ...beginnings.reverse(),
  ];
}

/**
 * Returns the part of a path that the `*` of a source matches, without a leading slash; empty for a source without a `*`.
 */
export const wildcardPart = (source: string, path: string): string =>
  source.endsWith('*') ? path.slice(source.length - 1).replace(/^\//, '') : '';

/**
 * Finds the redirect with the closest source.
 * @param sources result of `candidateSources` for a path
 */
export const findClosestRedirect = <R extends { readonly source: string }>(
  sources: readonly string[],
  redirects: readonly R[],
): R | undefined => {
  const bySource = new Map(redirects.map((one) => [one.source, one]));
  const source = sources.find((one) => bySource.has(one));
  return source === undefined ? undefined : bySource.get(source);
};
