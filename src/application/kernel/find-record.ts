import type { DnsFinding, DnsRecord } from '../../domain/kernel/dns-claim.ts';
import type { DnsResolver } from '../../ports/kernel/dns-resolver.ts';

/** Asks name servers for a TXT record. */
export async function findRecord(names: DnsResolver, { name, value }: DnsRecord): Promise<DnsFinding> {
  const texts = await names.resolveTxt(name);
  return texts === undefined ? 'unreachable' : texts.includes(value) ? 'found' : 'absent';
}
