import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import { onSelf, viewerOf, type InSiteScope, type SiteFacts } from '../kernel/scope.ts';
import { command, query, type CommandContext, type QueryContext } from '../kernel/use-case.ts';
import { checkSiteHostname, claimHostname, hostnameView, type HostnameView } from './hostnames.ts';
import { lockSite } from './structure/load-structure.ts';

type ByHostname = { readonly hostname: string };

/** Claimed hostname with the site that claims it. */
export interface CustomHostnameView extends HostnameView {
  readonly site: SiteState;
}

/** Maximum number of sites considered that claim the same hostname. */
const MAX_CLAIMS = 100;

/** A site that claims a hostname, and the caller's facts on it. */
interface ClaimingSite {
  readonly site: SiteState;
  readonly facts: SiteFacts;
}

/**
 * Finds the site that claims a hostname, among those that the caller can see; the one that serves it, if any.
 * @throws NotFound, PermissionRequired when the caller sees the site but lacks the permission
 */
async function findClaimingSite(
  { read, scope: { caller } }: QueryContext<'self'>,
  hostname: string,
  permission: Permission,
): Promise<ClaimingSite> {
  const { items } = await read.sites.list({ hostname: hostname.toLowerCase() }, { limit: MAX_CLAIMS });
  const seen: ClaimingSite[] = [];
  for (const each of items) {
    const site = each.snapshot();
    const { organizationId } = site;
    if (caller.confinedTo !== null && caller.confinedTo !== organizationId) continue;
    const viewer = viewerOf(caller, organizationId);
    const [root, found] = await Promise.all([
      read.spacesOf.organizationAccess(viewer),
      read.sitesOf.access(viewer, site.id),
    ]);
    const siteLevel = found && effectiveLevel(found.access);
    if (root === undefined || found === undefined || found.ssoRequired || siteLevel === undefined) continue;
    seen.push({ site, facts: { caller, organizationId, level: effectiveLevel(root.access), siteLevel } });
  }
  const found = seen.find(({ site }) => site.servedHostname !== null) ?? seen[0];
  if (found === undefined) throw new NotFound('custom hostname');
  if (!isAllowed(permission, { level: found.facts.siteLevel, member: true, operator: false }))
    throw new PermissionRequired(permission);
  return found;
}

/**
 * Gets a hostname that a site claims. `isActive` tells whether the site is available at it. Fails with `NotFound` when no
 * site that the caller can see claims the hostname.
 */
export const getCustomHostname = query<ByHostname>()({
  name: 'getCustomHostname',
  requires: 'self:within',
  scope: onSelf,
  async run(context, { hostname }): Promise<CustomHostnameView> {
    const { site } = await findClaimingSite(context, hostname, 'site:view');
    return { ...hostnameView(site), site };
  },
});

/**
 * Checks now whether the DNS record that proves a hostname exists. Requires the permission `site:manage` on the site that
 * claims it, and `space:grant` on each of its spaces. Fails as `checkSiteHostname` does.
 */
export const dnsRevalidateCustomHostname = command<ByHostname>()({
  name: 'dnsRevalidateCustomHostname',
  requires: 'self:within',
  scope: onSelf,
  needs: ['dns', 'attempts', 'content'],
  async prepare(context, { hostname }) {
    const { site, facts } = await findClaimingSite(context, hostname, 'site:manage');
    const of = { organizationId: site.organizationId, siteId: site.id };
    return { siteId: site.id, check: await checkSiteHostname.prepare!({ ...context, scope: facts }, of) };
  },
  async run(context, { hostname }, { siteId, check }): Promise<void> {
    const { site, facts } = await findClaimingSite(context, hostname, 'site:manage');
    if (site.id !== siteId) throw new NotFound('custom hostname');
    await checkSiteHostname.run({ ...context, scope: facts }, { organizationId: site.organizationId, siteId }, check);
  },
});

/**
 * Releases a hostname from the site that claims it, as updating the site with `hostname` null does. Requires the
 * permission `site:manage` on the site.
 */
export const removeCustomHostname = command<ByHostname>()({
  name: 'removeCustomHostname',
  requires: 'self:within',
  scope: onSelf,
  needs: ['ids', 'publicUrl'],
  async run(context, { hostname }): Promise<boolean> {
    const { work } = context;
    const found = await findClaimingSite(context, hostname, 'site:manage').catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    if (found === undefined) return false;
    const site = await lockSite(work, found.site.organizationId, found.site.id);
    const inSite: CommandContext<InSiteScope, 'ids' | 'publicUrl'> = { ...context, scope: found.facts };
    await claimHostname(inSite, site, null);
    await work.sites.save(site);
    return true;
  },
});
