import { Resolver } from 'node:dns/promises';
import type { DnsResolver } from '../ports/kernel/dns-resolver.ts';

/** Timeout of the first query in milliseconds, and number of attempts. */
const TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 2;

/** Error codes which mean that the record does not exist, as opposed to a failed query. */
const NO_RECORD_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Resolves names without a cache, so that a new record is visible at once. */
export class NodeDnsResolver implements DnsResolver {
  /**
   * @param servers addresses such as `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`; empty for those of this machine
   */
  constructor(private readonly servers: readonly string[] = []) {}

  async resolveTxt(name: string): Promise<readonly string[] | undefined> {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: MAX_ATTEMPTS });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NO_RECORD_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  }
}

/** Reports whether a text is the address of a name server. */
export function isNameServerAddress(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
