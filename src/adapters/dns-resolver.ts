import { Resolver } from 'node:dns/promises';
import type { DnsResolver } from '../ports/kernel/dns-resolver.ts';

/** Milliseconds that a name server has for its first answer, and how often it is asked. */
const TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 2;

/** What says that there is nothing, rather than that nobody knows. */
const NO_RECORD_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Asks name servers, each question anew. */
export class NodeDnsResolver implements DnsResolver {
  /** @param servers addresses such as `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`; none: those of this machine */
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

/** Whether a text is the address of a name server. */
export function isNameServerAddress(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
