import { z } from 'zod';
import { checkSiteHostname, getSiteHostname, type HostnameView } from '../../../application/sites/hostnames.ts';
import { HOSTNAME_FINDINGS, HOSTNAME_STATES } from '../../../domain/sites/hostname-claim.ts';
import { idParam, instant } from '../fields.ts';
import { ok, present, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

const HostnameResource = resource(
  'SiteHostname',
  z.object({
    object: z.literal('site-hostname'),
    hostname: z.string(),
    state: z.enum(HOSTNAME_STATES).meta({
      description:
        '`pending`: nobody has looked yet, or name servers did not answer; `proven`: readers find the site there; `failed`: the record was not there.',
    }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'What proves the hostname: it has to be in the DNS, and to stay there.' }),
    since: instant.meta({ description: 'Since when it is proven, or waits for its proof.' }),
    checkedAt: instant.optional(),
    finding: z.enum(HOSTNAME_FINDINGS).optional().meta({
      description: 'What was learnt when name servers were last asked; `taken`: another site has proven the hostname.',
    }),
    missingSince: instant
      .optional()
      .meta({ description: 'Since when the record of a proven hostname is gone; it is given up some days later.' }),
  }),
  ({ hostname, state, record, claim: { since, checkedAt, finding, missingSince } }: HostnameView) => ({
    ...present({ checkedAt, finding, missingSince }),
    object: 'site-hostname' as const,
    hostname,
    state,
    record: { type: 'TXT' as const, ...record },
    since,
  }),
);

const HOSTNAME = '/v1/orgs/:organizationId/sites/:siteId/hostname';
const ofSite = { organizationId: idParam, siteId: idParam };
const tag = 'Sites';

/** Extensions; the hostname itself is set by changing the site. */
export const siteHostnameRoutes = [
  route(`GET ${HOSTNAME}`, getSiteHostname, {
    summary: 'Get how far the hostname of a site is proven, and what proves it',
    tag,
    path: ofSite,
    returns: ok(HostnameResource),
  }),
  route(`POST ${HOSTNAME}/check`, checkSiteHostname, {
    summary: 'Ask name servers now whether the hostname is proven',
    tag,
    path: ofSite,
    returns: ok(HostnameResource),
  }),
];
