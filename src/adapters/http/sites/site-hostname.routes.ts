import * as z from 'zod';
import { checkSiteHostname, getSiteHostname, type HostnameView } from '../../../application/sites/hostnames.ts';
import {
  dnsRevalidateCustomHostname,
  getCustomHostname,
  removeCustomHostname,
  type CustomHostnameView,
} from '../../../application/sites/custom-hostnames.ts';
import { HOSTNAME_FINDINGS, HOSTNAME_STATES } from '../../../domain/sites/hostname-claim.ts';
import { MAX_ADDRESS_LENGTH } from '../../../domain/sites/site-names.ts';
import { instant, uri } from '../kernel/fields.ts';
import { noContent, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const HostnameResource = resource(
  'SiteHostname',
  z.object({
    object: z.literal('site-hostname'),
    hostname: z.string(),
    state: z.enum(HOSTNAME_STATES).meta({
      description:
        'State of the claim: `pending` (not checked, or no answer of the name servers), `proven` (the site is available at the hostname), or `failed` (record missing).',
    }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'DNS record that proves the hostname; the record must stay in the DNS.' }),
    since: instant.meta({ description: 'Start of the proof, or of the waiting time for a proof.' }),
    checkedAt: instant.optional(),
    finding: z.enum(HOSTNAME_FINDINGS).optional().meta({
      description: 'Result of the last query to name servers; `taken`: another site has proven the hostname.',
    }),
    missingSince: instant.optional().meta({
      description:
        'Time at which the record of a proven hostname was first missing; the hostname is released some days later.',
    }),
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

const STATUSES = { proven: 'dns_passed', pending: undefined, failed: 'dns_no_cname' } as const;

const CustomHostnameResource = resource(
  'CustomHostname',
  z.object({
    object: z.literal('custom-hostname'),
    hostname: z.string(),
    target: z.object({ type: z.literal('site'), site: z.string() }),
    isActive: z.boolean().meta({ description: 'True if the site is available at the hostname.' }),
    status: z.enum(['dns_passed', 'dns_no_cname']).optional().meta({
      description: 'Result of the proof by DNS: found, or missing; absent while it is pending.',
    }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'DNS record that proves the hostname; the record must stay in the DNS.' }),
    urls: z.object({ location: uri }),
  }),
  ({ hostname, state, record, site }: CustomHostnameView, links) => ({
    ...present({ status: STATUSES[state] }),
    object: 'custom-hostname' as const,
    hostname,
    target: { type: 'site' as const, site: site.id },
    isActive: site.servedHostname !== null && site.published,
    record: { type: 'TXT' as const, ...record },
    urls: { location: links.api('custom-hostnames', hostname) },
  }),
);

const hostname = z.string().min(1).max(MAX_ADDRESS_LENGTH);
const HOSTNAME = '/v1/orgs/:organizationId/sites/:siteId/hostname';

/** Extensions; the hostname itself is set by updating the site. */
export const siteHostnameRoutes = tagged('Sites', [
  route(`GET ${HOSTNAME}`, getSiteHostname, {
    summary: 'Get the hostname of a site',
    returns: ok(HostnameResource),
  }),
  route(`POST ${HOSTNAME}/check`, checkSiteHostname, {
    summary: 'Check the hostname of a site',
    returns: ok(HostnameResource),
  }),

  route('GET /v1/custom-hostnames/:hostname', getCustomHostname, {
    summary: 'Get a custom hostname',
    path: { hostname },
    returns: ok(CustomHostnameResource),
  }),
  route('PATCH /v1/custom-hostnames/:hostname', dnsRevalidateCustomHostname, {
    summary: 'Check the DNS record of a custom hostname',
    path: { hostname },
    returns: noContent,
  }),
  route('DELETE /v1/custom-hostnames/:hostname', removeCustomHostname, {
    summary: 'Remove a custom hostname',
    path: { hostname },
    returns: removed,
  }),
]);
