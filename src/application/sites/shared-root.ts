import type { SiteId } from '../../domain/kernel/id.ts';
import { shareLinkRoot } from '../../domain/sites/audience/audience-paths.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import type { Reads, Services } from '../kernel/services.ts';

type Dependencies = Pick<Services, 'tokens'> & { readonly read: Pick<Reads, 'siteShareLinks'> };

/** Tells whether a key belongs to an active share link of the site. */
export const isShareKey = async ({ read, tokens }: Dependencies, siteId: SiteId, key: string): Promise<boolean> =>
  (await read.siteShareLinks.find({ keyHash: tokens.hash(key), siteId, active: true })) !== undefined;

/**
 * Returns the path prefix under which a share link opens the site; undefined for an invalid key and for a site without
 * share links.
 */
export async function findSharedRoot(
  dependencies: Dependencies,
  { id, published, visibility }: SiteState,
  shareKey: string | undefined,
): Promise<string | undefined> {
  const opens =
    shareKey !== undefined &&
    published &&
    visibility === 'share-link' &&
    (await isShareKey(dependencies, id, shareKey));
  return opens ? shareLinkRoot(shareKey) : undefined;
}
