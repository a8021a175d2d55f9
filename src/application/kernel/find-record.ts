import type { DnsFinding, DnsRecord } from '../../domain/kernel/dns-claim.ts';
import type { DnsResolver } from '../../ports/kernel/dns-resolver.ts';

/** Asks name servers whether a TXT record exists with its value. */
export async function findRecord(dns: DnsResolver, { name, value }: DnsRecord): Promise<DnsFinding> {
  const texts = await dns.resolveTxt(name);
  return texts === undefined ? 'unreachable' : texts.includes(value) ? 'found' : 'absent';
}
