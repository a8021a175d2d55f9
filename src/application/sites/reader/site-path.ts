/** Requested path of a site. */
export interface SitePath {
  /** Decoded segments below the site, without the empty one of a trailing slash; none for the site itself. */
  readonly segments: readonly string[];
  readonly endsWithSlash: boolean;
}

/** Splits the empty segment of a trailing slash from the others. */
export function sitePathOf(segments: readonly string[]): SitePath {
  const endsWithSlash = segments.at(-1) === '';
  return { segments: endsWithSlash ? segments.slice(0, -1) : segments, endsWithSlash };
}
