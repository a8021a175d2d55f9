import type { Id } from '../../../domain/kernel/id.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import { sitePathOf, type SitePath } from '../../sites/reader/site-path.ts';

/** Location in the app. */
export type AppLocation =
  { readonly collection: Id } | { readonly space: Id; readonly changeRequest?: string; readonly page?: Id };

/** Location in a published site. */
export interface SiteLocation extends SitePath {
  readonly by: SiteLocator;
  /** Visitor token from the URL. */
  readonly token?: string;
}

/**
 * Parses a URL into a location in the app or in a site; undefined for a URL of another host. Reads and fetches nothing.
 */
export function parseUrl(
  publicUrl: string,
  text: string,
): { readonly app: AppLocation } | { readonly site: SiteLocation } | undefined {
  const own = new URL(publicUrl);
  const url = new URL(text);
  if (url.protocol !== own.protocol || url.port !== own.port || url.username !== '' || url.password !== '')
    return undefined;
  const isOwn = url.hostname === own.hostname;
  const base = isOwn ? own.pathname.replace(/\/$/, '') : '';
  if (!`${url.pathname}/`.startsWith(`${base}/`)) return undefined;
  const path = parseSegments(url.pathname.slice(base.length));
  if (path === undefined) return undefined;
  const [first, name, ...rest] = path;
  if (isOwn && first === 'app') return parseAppPath(path.slice(1));
  const token = url.searchParams.get('jwt_token') ?? undefined;
  const site = (by: SiteLocator, below: readonly string[]) => ({
    site: { by, ...sitePathOf(below), ...(token !== undefined && { token }) },
  });
  if (!isOwn) return site({ hostname: url.hostname }, path);
  if (name === undefined || name === '') return undefined;
  return first === 'sites' ? site({ basename: name }, rest) : undefined;
}

function parseAppPath(path: readonly string[]): { readonly app: AppLocation } | undefined {
  const [kind, id, below, one, deeper, another, ...rest] = sitePathOf(path).segments;
  if (id === undefined || rest.length > 0) return undefined;
  if (kind === 'collections') return below === undefined ? { app: { collection: id } } : undefined;
  if (kind !== 'spaces') return undefined;
  if (below === undefined) return { app: { space: id } };
  if (one === undefined) return undefined;
  if (below === 'pages' && deeper === undefined) return { app: { space: id, page: one } };
  if (below !== 'change-requests') return undefined;
  if (deeper === undefined) return { app: { space: id, changeRequest: one } };
  return deeper === 'pages' && another !== undefined
    ? { app: { space: id, changeRequest: one, page: another } }
    : undefined;
}

function parseSegments(path: string): readonly string[] | undefined {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
