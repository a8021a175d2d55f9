import { NotFound } from '../../../domain/kernel/errors.ts';
import { parseEntryPoint } from '../../../domain/sites/audience/audience-paths.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { canRead, type Claims } from '../../../domain/sites/audience/visitor.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { viewerOf, onSelf } from '../../kernel/scope.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { getPublishingAuth } from '../../sites/audience/publishing-auth.ts';
import { SiteAddress } from '../../sites/reader/site-address.ts';
import { VisitorIdentifier } from '../../sites/audience/visitors.ts';
import { parseUrl } from './parse-url.ts';
import { findPublishedContent, type PublishedSiteContent } from './published-content.ts';

export interface VisitorPayload {
  readonly jwtToken?: string | undefined;
  readonly unsignedClaims?: Claims | undefined;
}

/** Content that a site shows to a visitor at a URL, or the URL of a redirect. */
export type PublishedUrlContent =
  | { readonly target: 'content' | 'external'; readonly redirect: string }
  | (PublishedSiteContent & { readonly shareKey?: string });

/**
 * Gets what a site shows to a visitor at a URL, or the URL to which the visitor is redirected.
 *
 * The visitor is identified by the token and claims in the body. Callers who may see the site are not asked for
 * anything more. Fails with `NotFound` for unknown URLs and for content that the visitor cannot read; with
 * `redirectOnError`, the response is a redirect to the login page of the site instead.
 */
export const resolvePublishedContentByUrl = query<{
  body: { url: string; redirectOnError?: boolean; visitor?: VisitorPayload };
}>()({
  name: 'resolvePublishedContentByUrl',
  requires: 'self:within',
  scope: onSelf,
  needs: [
    'publicUrl',
    'clock',
    'tokens',
    'sealer',
    'attempts',
    'secretBox',
    'visitorTokens',
    'siteContent',
    'computedOutlines',
  ],
  async run(context, { body: { url, redirectOnError = false, visitor: payload = {} } }): Promise<PublishedUrlContent> {
    const meant = parseUrl(context.publicUrl, url);
    const found =
      meant !== undefined && 'site' in meant ? await context.read.sitesOf.findPublished(meant.site.by) : undefined;
    const here =
      found === undefined || meant === undefined || !('site' in meant)
        ? undefined
        : homeFor(context, found.site, meant.site.by);
    if (meant === undefined || !('site' in meant) || found === undefined || here === undefined)
      throw new NotFound('content');
    const { site } = found;
    const { root, segments, shareKey, previewPass } = parseEntryPoint(meant.site.segments);
    const { visitor: met } = await new VisitorIdentifier(context).identify(site, {
      shareKey,
      token: payload.jwtToken ?? meant.site.token,
      storedClaims: payload.unsignedClaims,
      address: context.address,
    });
    const { caller } = context.scope;
    const isMember =
      (caller.confinedTo === null || caller.confinedTo === site.organizationId) &&
      (await isPermitted(context.read, 'sites:view', viewerOf(caller, site.organizationId)));
    const visitor = { ...met, isMember };
    if (previewPass !== undefined || (shareKey !== undefined && !visitor.hasShareKey) || !canRead(site, visitor)) {
      const { fallbackURL } = (await getPublishingAuth(context.read, site.id, site.organizationId)).snapshot();
      if (redirectOnError && site.visibility === 'visitor-auth' && fallbackURL !== null)
        return { target: 'external', redirect: fallbackURL };
      throw new NotFound('content');
    }
    const home = root === '' ? new SiteUrls(context.publicUrl).canonical(site) : here + root;
    const shown = await findPublishedContent(context, found, visitor, new SiteAddress(here + root, home), segments);
    if (shown === undefined) throw new NotFound('content');
    return 'redirect' in shown ? shown : { ...shown, ...(shareKey !== undefined && { shareKey }) };
  },
});

function homeFor(
  { publicUrl }: QueryContext<'self', 'publicUrl'>,
  site: SiteState,
  by: SiteLocator,
): string | undefined {
  const homes = new SiteUrls(publicUrl);
  return 'hostname' in by ? homes.byHostname(site) : homes.byBasename(site);
}
