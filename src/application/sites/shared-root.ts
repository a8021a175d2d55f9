import type { Id } from '../../domain/kernel/id.ts';
import { shareLinkRoot } from '../../domain/sites/audience/audience-paths.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import type { Reads, Services } from '../kernel/services.ts';

type Dependencies = Pick<Services, 'tokens'> & { readonly read: Pick<Reads, 'siteShareLinks'> };

/** Whether the key is that of an active share link of this very site. */
export const isShareKey = async ({ read, tokens }: Dependencies, siteId: Id, key: string): Promise<boolean> =>
  (await read.siteShareLinks.find({ keyHash: tokens.hash(key), siteId, active: true })) !== undefined;

/** Where, within the site, it is read with this key; undefined for a key that opens nothing, and for a site that asks for none. */
export async function findSharedRoot(
  means: Dependencies,
  { id, published, visibility }: SiteState,
  shareKey: string | undefined,
): Promise<string | undefined> {
  const opens =
    shareKey !== undefined && published && visibility === 'share-link' && (await isShareKey(means, id, shareKey));
  return opens ? shareLinkRoot(shareKey) : undefined;
}
