import { Invalid } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { previewRoot } from '../../../domain/sites/audience/audience-paths.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { spaceRoots } from '../../../domain/sites/structure/structure-roots.ts';
import { withoutDrafts } from '../../../domain/sites/structure/structure-view.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { Claims } from '../../../domain/sites/audience/visitor.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../../kernel/sealed-links.ts';
import type { Reads } from '../../kernel/services.ts';
import { query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { loadStructure } from '../structure/load-structure.ts';
import { requireAudience } from './audience-rights.ts';
import { isPermittedOnSite } from '../../permissions/is-permitted.ts';
import { requireSiteSpace, loadVisibleStructure } from '../structure/structure-views.ts';

const PURPOSE = 'site-preview';

/** Maximum length of the claims of a preview, as JSON in UTF-16 units, because its URL contains them. */
export const MAX_PREVIEW_CLAIMS_LENGTH = 1000;

/**
 * Gets a URL at which anyone who has it can preview the site, published or not, for about an hour and while the caller
 * may publish it. The preview shows all content, or with `claims` what a visitor with these claims would see, and
 * drafts of the site unless `draft` is false. `target` is a URL of the site at which the preview begins. Requires the
 * permission `space:grant` on each space of the site; read-only tokens are refused. The audit log records the request.
 */
export const getSitePublishingPreviewById = query<
  InSite & { siteSpace?: Id; claims?: Claims; draft?: boolean; target?: string }
>()({
  name: 'getSitePublishingPreviewById',
  returnsSecret: true,
  requires: 'site:manage',
  scope: inSite,
  needs: ['sealer', 'publicUrl', 'content'],
  auditEvent: ({ siteId }) => ({ type: 'site.preview-given', aggregateId: siteId }),
  async run(
    context,
    { organizationId, siteId, siteSpace, claims, draft = true, target },
  ): Promise<{ readonly url: string }> {
    const { read, sealer, publicUrl, now, scope } = context;
    const site = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(read, site);
    if (siteSpace !== undefined) requireSiteSpace(await loadVisibleStructure(context, site, structure), siteSpace);
    await requireAudience(context, structure);
    const carried = claims === undefined ? null : JSON.stringify(claims);
    if (carried !== null && carried.length > MAX_PREVIEW_CLAIMS_LENGTH)
      throw Invalid.field('claims', `must have at most ${MAX_PREVIEW_CLAIMS_LENGTH} characters as JSON`);
    const { userId, via } = scope.caller;
    const pass = sealLink(sealer, PURPOSE, hourlyExpiry(now), [siteId, userId, via, carried, draft]);
    const urls = new SiteUrls(publicUrl);
    const roots = spaceRoots(draft ? structure.view() : withoutDrafts(structure.view()));
    const root = siteSpace === undefined ? '' : roots.get(siteSpace);
    if (root === undefined) throw Invalid.field('siteSpace', 'is a draft, which the preview does not show');
    const path = target === undefined ? root : pathInSite(urls, site, target);
    if (path === undefined) throw Invalid.field('target', 'must be a URL of the site');
    return { url: urls.byBasename(site) + previewRoot(pass) + path };
  },
});

/** Returns the path of a URL below the site, without query and fragment; undefined for a URL elsewhere. */
function pathInSite(urls: SiteUrls, site: SiteState, target: string): string | undefined {
  const { origin, pathname } = new URL(target);
  const homes = [urls.byBasename(site), urls.byHostname(site), urls.byProxy(site)];
  const home = homes.find((one) => one !== undefined && `${origin}${pathname}/`.startsWith(one));
  return home && (origin + pathname).slice(home.length);
}

/** A preview of a site: the user whose permission it relies on, and the claims of the visitor that it shows. */
export interface SitePreview {
  readonly viewer: Viewer;
  readonly claims?: Claims;
  /** True if the preview shows drafts. */
  readonly draft: boolean;
}

interface Dependencies {
  readonly sealer: TextSigner;
  readonly read: Pick<Reads, 'sitesOf'>;
}

/**
 * Opens a preview pass of a site; undefined when the pass was altered or has
 * expired, or the user lost the permission.
 */
export async function findPreview(
  { sealer, read }: Dependencies,
  pass: string,
  { id, organizationId }: Pick<SiteState, 'id' | 'organizationId'>,
  now: string,
): Promise<SitePreview | undefined> {
  const payload = openLink<[Id, Id, string | null, string | null, boolean]>(sealer, PURPOSE, pass, now);
  if (payload === undefined) return undefined;
  const [siteId, userId, via, claims, draft] = payload;
  if (siteId !== id) return undefined;
  const viewer = { organizationId, userId, via };
  if (!(await isPermittedOnSite(read, 'site:manage', viewer, siteId))) return undefined;
  return { viewer, draft, ...(typeof claims === 'string' && { claims: JSON.parse(claims) as Claims }) };
}
