/** Asks the domain name system. */
export interface NameRecords {
  /** The texts at a name; none where there is no such name. Undefined where nothing could be learnt: name servers do not answer, or fail. */
  texts(name: string): Promise<readonly string[] | undefined>;
}
