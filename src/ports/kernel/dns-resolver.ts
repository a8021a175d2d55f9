/** Queries the domain name system. */
export interface DnsResolver {
  /**
   * Returns the TXT records of a name; empty if the name does not exist, undefined if name servers do not answer or
   * fail.
   */
  resolveTxt(name: string): Promise<readonly string[] | undefined>;
}
