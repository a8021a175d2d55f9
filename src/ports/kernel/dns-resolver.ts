/** Asks the domain name system. */
export interface DnsResolver {
  /** The texts at a name; none where there is no such name. Undefined where nothing could be learnt: name servers do not answer, or fail. */
  resolveTxt(name: string): Promise<readonly string[] | undefined>;
}
