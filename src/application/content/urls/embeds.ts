import type { SpaceId } from '../../../domain/kernel/id.ts';
import { targetKey } from '../../../domain/links/link-target.ts';
import type { LinkReads } from '../../../ports/links.ts';
import type { Embed } from '../../../ports/content/embeds.ts';
import { consumerOf, inSpace, onSelf } from '../../kernel/scope.ts';
import { query } from '../../kernel/use-case.ts';

/**
 * Gets a preview of a web page: title, site, description, icon and picture, as the page states them. Only pages of the
 * public internet are fetched, and previews are cached for an hour. A page that cannot be fetched gets a preview made
 * from its URL. Fails with 429 while too many previews of the caller are in progress.
 */
export const getEmbedByUrl = query<{ url: string }>()({
  name: 'getEmbedByUrl',
  requires: 'self:within',
  scope: onSelf,
  needs: ['embeds'],
  run: ({ embeds, scope: { caller } }, { url }): Promise<Embed> => embeds.of(url, { user: caller.userId }),
});

/**
 * Gets a preview of a web page for a space: title, site, description, icon and picture, as the page states them. Only
 * pages of the public internet are fetched, and previews are cached for an hour. A page that cannot be fetched gets a
 * preview made from its URL. Fails with 429 while too many previews of the organization or the caller are in progress.
 *
 * With a content token, only pages that the space links to are fetched; others get a preview made from the URL.
 */
export const getEmbedByUrlInSpace = query<{ spaceId: SpaceId; url: string }>()({
  name: 'getEmbedByUrlInSpace',
  requires: 'space:view',
  scope: inSpace,
  needs: ['embeds'],
  openToVisitors: true,
  async run({ embeds, read, scope }, { spaceId, url }): Promise<Embed> {
    const isAllowed = scope.visitor === undefined || (await isLinked(read.links, spaceId, url));
    return isAllowed ? embeds.of(url, consumerOf(scope)) : embeds.fromUrl(url);
  },
});

/** Reports whether a page of the space links to the URL, so that visitors cannot have pages of their choice fetched. */
async function isLinked(links: Pick<LinkReads, 'findTargets'>, spaceId: SpaceId, url: string): Promise<boolean> {
  const key = targetKey(url, { documentPath: '' });
  return key !== undefined && (await links.findTargets(spaceId, [key], [], 1)).length > 0;
}
