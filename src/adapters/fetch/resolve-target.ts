import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import { FetchError, FetchBlocked } from '../../ports/kernel/guarded-fetch.ts';
import type { ResolvedHost } from '../../ports/kernel/guarded-fetch.ts';
import type { AddressPolicy } from './address-policy.ts';

/** Resolves a host name to all its addresses, like the system would for a connection. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

/** Resolves with the system's hosts file and DNS. */
export const systemResolver: HostResolver = async (hostname) =>
  (await dns.lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

const LOCAL = /(^|\.)localhost$/;

/**
 * Parses an absolute http or https URL.
 *
 * @throws FetchBlocked
 */
export function parseTarget(text: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new FetchBlocked('the URL is not an absolute http or https URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchBlocked(`the URL must use http or https, not ${url.protocol}`);
  return url;
}

/** Formats a URL for a message without its query and credentials, which may contain secrets. */
export const displayUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

/**
 * Resolves the host of `url` once and checks every address. One forbidden address rejects the host, because the owner
 * of the name chooses which address is used. The URL parser has already normalized numeric hosts in any base.
 *
 * @throws FetchBlocked, FetchError
 */
export async function resolveTarget(url: URL, policy: AddressPolicy, resolve: HostResolver): Promise<ResolvedHost> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (hostname === '') throw new FetchBlocked('the URL has no host');
  const addresses = isIP(hostname) !== 0 ? [hostname] : await addressesOf(hostname, policy, resolve);
  if (addresses.length === 0 || !addresses.every((address) => policy.allows(address))) {
    throw new FetchBlocked(
      `${hostname} is not on the public internet; the operator can open networks with ALLOW_PRIVATE_NETWORKS`,
    );
  }
  return { hostname, port, addresses };
}

async function addressesOf(hostname: string, policy: AddressPolicy, resolve: HostResolver): Promise<readonly string[]> {
  if (LOCAL.test(hostname)) return ['127.0.0.1', '::1'].filter((address) => policy.allows(address)); // RFC 6761: never sent to the DNS.
  try {
    return [...new Set(await resolve(hostname))];
  } catch (cause) {
    throw new FetchError('FETCH_ERROR', `the name ${hostname} could not be resolved`, { cause });
  }
}
