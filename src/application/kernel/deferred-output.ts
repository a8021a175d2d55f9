/** Output that takes work in proportion to a space, and is loaded only for clients that do not have it yet. */
export interface DeferredOutput<Output> {
  /**
   * Identity of the output: equal identities mean equal outputs, for all callers. Undefined for an output that depends
   * on more than can be named cheaply, such as generated pages.
   */
  readonly identity: string | undefined;
  load(): Promise<Output>;
}
