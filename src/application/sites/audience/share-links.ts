import { Conflict } from '../../../domain/kernel/errors.ts';
import type { Id, ShareLinkId } from '../../../domain/kernel/id.ts';
import { MAX_SHARE_LINKS, ShareLink, type ShareLinkState } from '../../../domain/sites/audience/share-link.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { Services } from '../../kernel/services.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { loadStructure, lockSite } from '../structure/load-structure.ts';
import { mayWidenAudience, requireAudience } from './audience-rights.ts';

type OfShareLink = InSite & { readonly shareLinkId: ShareLinkId };

/** A share link, as managers of the site see it. */
export interface ShareLinkView {
  readonly site: SiteState;
  readonly link: ShareLinkState;
  /** Key of the link; undefined when it was sealed with a former secret key of the instance. */
  readonly key: string | undefined;
}

/** Purpose for which the key of a share link is sealed. */
export const shareLinkPurpose = (id: Id): string => `share link ${id}`;
const shareLinkView = (
  site: SiteState,
  link: ShareLinkState,
  { secretBox }: Pick<Services, 'secretBox'>,
): ShareLinkView => ({
  site,
  link,
  key: secretBox.open(link.sealedKey, shareLinkPurpose(link.id)),
});

/**
 * Lists the share links of a site with their keys. Requires the permission `space:grant` on each space of the site;
 * read-only tokens are refused.
 */
export const listSiteShareLinks = query<InSite & { page: PageRequest }>()({
  name: 'listSiteShareLinks',
  returnsSecret: true,
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'content'],
  async run(context, { organizationId, siteId, page }): Promise<Page<ShareLinkView>> {
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    await requireAudience(context, await loadStructure(context.read, site));
    const { items, ...rest } = await context.read.siteShareLinks.list({ siteId }, page);
    return { items: items.map((link) => shareLinkView(site, link.snapshot(), context)), ...rest };
  },
});

/**
 * Creates a share link, with which people who have it can read the site while it is active. Requires the permission
 * `space:grant` on each space of the site. Fails with `Conflict` when the site has as many share links as it may have.
 */
export const createSiteShareLink = command<InSite & { body: { name: string; active?: boolean } }>()({
  name: 'createSiteShareLink',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'tokens', 'secretBox', 'content'],
  async run(context, { organizationId, siteId, body }): Promise<ShareLinkView> {
    const { work, ids, now, tokens, secretBox } = context;
    const site = (await lockSite(work, organizationId, siteId)).snapshot();
    await requireAudience(context, await loadStructure(work, site));
    if ((await work.siteShareLinks.count({ siteId })) >= MAX_SHARE_LINKS)
      throw new Conflict(`a site can have at most ${MAX_SHARE_LINKS} share links`);
    const [id, { secret, hash }] = [ids.next(), tokens.issueLink()];
    const link = ShareLink.create({
      id,
      organizationId,
      siteId,
      name: body.name,
      active: body.active ?? true,
      keyHash: hash,
      sealedKey: secretBox.seal(secret, shareLinkPurpose(id)),
      createdAt: now,
    });
    await work.siteShareLinks.save(link);
    return shareLinkView(site, link.snapshot(), context);
  },
});

/**
 * Renames, activates or deactivates a share link. Activating it requires the permission `space:grant` on each space of
 * the site; without it, the response does not contain the key.
 */
export const updateSiteShareLinkById = command<OfShareLink & { body: { name?: string; active?: boolean } }>()({
  name: 'updateSiteShareLinkById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'content'],
  async run(context, { organizationId, siteId, shareLinkId, body }): Promise<ShareLinkView> {
    const { work } = context;
    // A space that is added concurrently waits, or counts for the right to activate the link.
    const site = (await lockSite(work, organizationId, siteId)).snapshot();
    const link = await work.siteShareLinks.get({ id: shareLinkId, siteId });
    const structure = await loadStructure(work, site);
    const mayWiden = await mayWidenAudience(context, structure);
    if (body.active === true && !link.snapshot().active && !mayWiden) await requireAudience(context, structure);
    link.change(body);
    await work.siteShareLinks.save(link);
    return mayWiden ? shareLinkView(site, link.snapshot(), context) : { site, link: link.snapshot(), key: undefined };
  },
});

/** Deletes a share link. Its key no longer opens the site. */
export const deleteSiteShareLinkById = command<OfShareLink>()({
  name: 'deleteSiteShareLinkById',
  requires: 'site:manage',
  scope: inSite,
  async run({ work }, { organizationId, siteId, shareLinkId }): Promise<boolean> {
    await work.sites.get({ id: siteId, organizationId });
    const link = await work.siteShareLinks.find({ id: shareLinkId, siteId });
    if (link === undefined) return false;
    link.delete();
    await work.siteShareLinks.delete(link);
    return true;
  },
});
