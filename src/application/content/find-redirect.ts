import { REDIRECTS, type Content } from '../../domain/content/content.ts';
import { lookup } from '../../domain/content/objects/map-read.ts';
import type { Redirect } from '../../domain/content/page.ts';
import { formatSourcePath } from '../../domain/sites/redirect-source.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from './reading.ts';

/**
 * Finds the redirect that a content has for a path of slugs; without one for the path as it is written, that for the path
 * in lower case.
 */
export async function findContentRedirect(
  store: Pick<ContentStore, 'get'>,
  { redirects }: Pick<Content, 'redirects'>,
  path: string,
): Promise<Redirect | undefined> {
  if (redirects === null || path === '') return undefined;
  for (const written of new Set([path, path.toLowerCase()])) {
    const redirect = await read(store, lookup(REDIRECTS, redirects, formatSourcePath(written.split('/'))));
    if (redirect !== undefined) return redirect;
  }
  return undefined;
}
