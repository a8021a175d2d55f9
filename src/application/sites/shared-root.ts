import { sharedRoot } from '../../domain/sites/audience-paths.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import type { Reads, Services } from '../kernel/services.ts';
import { isShareKey } from './share-links.ts';

type Means = Pick<Services, 'tokens'> & { readonly read: Pick<Reads, 'siteShareLinks'> };

/** Where, within the site, it is read with this key; undefined for a key that opens nothing, and for a site that asks for none. */
export async function sharedRootFor(means: Means, { id, published, visibility }: SiteState, shareKey: string | undefined): Promise<string | undefined> {
  const opens = shareKey !== undefined && published && visibility === 'share-link' && (await isShareKey(means, id, shareKey));
  return opens ? sharedRoot(shareKey) : undefined;
}
