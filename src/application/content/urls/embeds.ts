import type { SpaceId } from '../../../domain/kernel/id.ts';
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
 */
export const getEmbedByUrlInSpace = query<{ spaceId: SpaceId; url: string }>()({
  name: 'getEmbedByUrlInSpace',
  requires: 'space:view',
  scope: inSpace,
  needs: ['embeds'],
  run: ({ embeds, scope }, { url }): Promise<Embed> => embeds.of(url, consumerOf(scope)),
});
