import type { Id } from '../../../domain/kernel/id.ts';
import { previewRoot } from '../../../domain/sites/audience/audience-paths.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { spaceRoots } from '../../../domain/sites/structure/structure-roots.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../../kernel/sealed-links.ts';
import type { Reads } from '../../kernel/services.ts';
import { query } from '../../kernel/use-case.ts';
import { inOrganization } from '../../kernel/scope.ts';
import { type OfSite } from '../structure/change-structure.ts';
import { loadStructure } from '../structure/load-structure.ts';
import { requireAudience } from './audience-rights.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { requireSiteSpace, loadVisibleStructure } from '../structure/structure-views.ts';

const PURPOSE = 'site-preview';

/**
 * Gets a URL at which anyone who has it can preview the site, published or not, for about an hour and while the caller
 * may publish it. Requires the permission `space:grant` on each space of the site; read-only tokens are refused. The
 * audit log records the request.
 */
export const getSitePublishingPreviewById = query<OfSite & { siteSpace?: Id }>()({
  name: 'getSitePublishingPreviewById',
  returnsSecret: true,
  requires: 'sites:manage',
  scope: inOrganization,
  needs: ['sealer', 'publicUrl', 'content'],
  auditEvent: ({ siteId }) => ({ type: 'site.preview-given', aggregateId: siteId }),
  async run(context, { organizationId, siteId, siteSpace }): Promise<{ readonly url: string }> {
    const { read, sealer, publicUrl, now, scope } = context;
    const site = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(read, site);
    if (siteSpace !== undefined) requireSiteSpace(await loadVisibleStructure(context, site, structure), siteSpace);
    await requireAudience(context, structure);
    const pass = sealLink(sealer, PURPOSE, hourlyExpiry(now), [siteId, scope.caller.userId, scope.caller.via]);
    const root = siteSpace === undefined ? '' : spaceRoots(structure.view()).get(siteSpace)!;
    return { url: new SiteUrls(publicUrl).byBasename(site) + previewRoot(pass) + root };
  },
});

interface Dependencies {
  readonly sealer: TextSigner;
  readonly read: Pick<Reads, 'library'>;
}

/**
 * Finds the user whose permission a preview pass of a site relies on; undefined when the pass was altered or has
 * expired, or the user lost the permission.
 */
export async function findPreviewer(
  { sealer, read }: Dependencies,
  pass: string,
  { id, organizationId }: Pick<SiteState, 'id' | 'organizationId'>,
  now: string,
): Promise<Viewer | undefined> {
  const payload = openLink<[Id, Id, string | null]>(sealer, PURPOSE, pass, now);
  if (payload === undefined) return undefined;
  const [siteId, userId, via] = payload;
  if (siteId !== id) return undefined;
  const viewer = { organizationId, userId, via };
  return (await isPermitted(read, 'sites:manage', viewer)) ? viewer : undefined;
}
