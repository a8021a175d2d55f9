import { JOB_TYPES } from '../system/job-types.ts';
import { Conflict, Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, SiteId } from '../../domain/kernel/id.ts';
import {
  hostnameRecord,
  hostnameState,
  nextCheck,
  type HostnameClaim,
  type HostnameFinding,
  type HostnameState,
} from '../../domain/sites/hostname-claim.ts';
import type { Site, SiteState } from '../../domain/sites/site.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { DnsResolver } from '../../ports/kernel/dns-resolver.ts';
import type { Finders, Work } from '../../ports/kernel/unit-of-work.ts';
import { findRecord } from '../kernel/find-record.ts';
import { job } from '../kernel/job.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { inSite, type InSite, type InOrganizationScope } from '../kernel/scope.ts';
import { requireAttempts } from '../sessions/rate-limits.ts';
import { requireAudience } from './audience/audience-rights.ts';
import { loadStructure } from './structure/load-structure.ts';

/** Claimed hostname of a site with its state of verification. */
export interface HostnameView {
  readonly hostname: string;
  readonly state: HostnameState;
  readonly record: { readonly name: string; readonly value: string };
  readonly claim: HostnameClaim;
}

type ClaimedSite = SiteState & { readonly hostname: string; readonly hostnameClaim: HostnameClaim };
const isClaimed = (state: SiteState): state is ClaimedSite => state.hostname !== null && state.hostnameClaim !== null;

/**
 * Builds the view of a site's hostname.
 * @throws NotFound for a site without a hostname
 */
export function hostnameView(state: SiteState): HostnameView {
  if (!isClaimed(state)) throw new NotFound('hostname');
  const { hostname, hostnameClaim: claim, servedHostname } = state;
  return {
    hostname,
    state: hostnameState(claim, servedHostname !== null),
    record: hostnameRecord(hostname, claim),
    claim,
  };
}

/**
 * Gets the hostname that a site claims, with the DNS record that proves it and the result of the last check. Fails with
 * `NotFound` when the site has no hostname.
 */
export const getSiteHostname = query<InSite>()({
  name: 'getSiteHostname',
  requires: 'site:view',
  scope: inSite,
  run: async ({ read }, { organizationId, siteId }): Promise<HostnameView> =>
    hostnameView((await read.sites.get({ id: siteId, organizationId })).snapshot()),
});

/**
 * Checks now whether the DNS record that proves the hostname of a site exists. Requires the permission `space:grant` on
 * each space of the site. Fails with `Conflict` when another site has proven the hostname, and with `TooManyAttempts`
 * when checks follow each other too fast.
 */
export const checkSiteHostname = command<InSite>()({
  name: 'checkSiteHostname',
  requires: 'site:manage',
  scope: inSite,
  needs: ['dns', 'attempts', 'content'],
  async prepare(context, { organizationId, siteId }): Promise<CheckResult> {
    const { read, dns, attempts, now } = context;
    const state = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    await requireAudience(context, await loadStructure(read, state));
    if (!isClaimed(state)) throw new NotFound('hostname');
    await requireAttempts(attempts, [['hostname', siteId]], now);
    return { claimId: state.hostnameClaim.id, finding: await findingOf(dns, state) };
  },
  async run(context, { organizationId, siteId }, { claimId, finding }): Promise<HostnameView> {
    const { work, now } = context;
    const site = await work.sites.get({ id: siteId, organizationId });
    const state = site.snapshot();
    await requireAudience(context, await loadStructure(work, state));
    if (finding === 'found' && isClaimed(state)) await requireFree(work, state.hostname, siteId);
    await recordCheck(work, site, claimId, finding, now);
    return hostnameView(site.snapshot());
  },
});

interface CheckResult {
  readonly claimId: Id;
  readonly finding: HostnameFinding;
}

const findingOf = (dns: DnsResolver, { hostname, hostnameClaim }: ClaimedSite): Promise<HostnameFinding> =>
  findRecord(dns, hostnameRecord(hostname, hostnameClaim));

const holderOf = (from: Pick<Finders, 'sites'>, hostname: string): Promise<Site | undefined> =>
  from.sites.find({ servedHostname: hostname });

async function requireFree(from: Pick<Finders, 'sites'>, hostname: string, siteId: SiteId): Promise<void> {
  const holder = await holderOf(from, hostname);
  if (holder !== undefined && holder.id !== siteId) throw new Conflict('the hostname is taken');
}

/** Stores the result of a check and schedules the next one. */
async function recordCheck(work: Work, site: Site, claimId: Id, finding: HostnameFinding, now: string): Promise<void> {
  site.recordHostnameCheck(claimId, finding, now);
  await work.sites.save(site);
  const order = nextCheckOf(site.snapshot(), now);
  if (order !== undefined) await work.jobs.enqueue(order);
}

function nextCheckOf(state: SiteState, now: string): JobRequest | undefined {
  if (!isClaimed(state)) return undefined;
  const { id, organizationId, hostnameClaim: claim, servedHostname } = state;
  const notBefore = nextCheck(claim, servedHostname !== null, now);
  return notBefore === undefined
    ? undefined
    : JOB_TYPES.checkHostname.request(
        { organizationId, siteId: id, claimId: claim.id },
        { key: `hostname ${claim.id}`, notBefore, maxAttempts: MAX_ATTEMPTS },
      );
}

/** Attempts of the job, which the queue spreads over days. */
const MAX_ATTEMPTS = 25;

/**
 * Claims a hostname for a site, or releases it (null). Claims are not exclusive; only a verified hostname is.
 * @throws Invalid for a malformed name and the hostname of the instance, Conflict when another site has verified the
 * hostname
 */
export async function claimHostname(
  { work, ids, publicUrl, now }: CommandContext<InOrganizationScope, 'ids' | 'publicUrl'>,
  site: Site,
  hostname: string | null,
): Promise<void> {
  if (hostname === new URL(publicUrl).hostname)
    throw Invalid.field('hostname', 'must not be the hostname of this instance');
  const before = site.snapshot().hostname;
  site.claimHostname(hostname, ids.random(), now);
  if (hostname === null || hostname === before) return;
  await requireFree(work, hostname, site.id);
  await work.jobs.enqueue(nextCheckOf(site.snapshot(), now)!);
}

/** Checks the DNS record of a claim and schedules further checks for as long as the claim is current. */
export const checkHostnameJob = job(JOB_TYPES.checkHostname)({
  needs: ['dns', 'clock'],
  async run({ read, dns, transact, clock }, { organizationId, siteId, claimId }) {
    const state = (await read.sites.find({ id: siteId, organizationId }))?.snapshot();
    if (state === undefined || !isClaimed(state) || state.hostnameClaim.id !== claimId) return;
    const found = await findingOf(dns, state);
    await transact({ organizationId, spaceId: null }, async (work) => {
      const site = await work.sites.find({ id: siteId, organizationId });
      if (site === undefined) return;
      const holder = found === 'found' ? await holderOf(work, state.hostname) : undefined;
      await recordCheck(
        work,
        site,
        claimId,
        holder === undefined || holder.id === siteId ? found : 'taken',
        clock.now(),
      );
    });
  },
});
