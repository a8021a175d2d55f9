import type { Random } from '../history/random.ts';

/** Time within which every node shows what another has stored. */
const MAX_STALE_MS = 1_000;
const PATIENCE_MS = 10_000;

/** Checks that nodes show what was stored through other nodes. */
export class Freshness {
  readonly violations: string[] = [];
  /** Longest time after which a read that began then did not show what was stored. */
  longestMs = 0;
  reads = 0;

  constructor(
    private readonly nodes: readonly { readonly url: string }[],
    private readonly random: Random,
  ) {}

  /**
   * Reads through any node until it shows what was just acknowledged; stops when the node cannot answer.
   * @param shows reads through the node with this URL; undefined when the node could not answer
   */
  async expect(what: string, shows: (url: string) => Promise<boolean | undefined>): Promise<void> {
    const acknowledged = performance.now();
    const { url } = this.random.one(this.nodes)!;
    for (;;) {
      const age = performance.now() - acknowledged;
      const shown = await shows(url).catch(() => undefined);
      if (shown === undefined) return;
      this.reads++;
      if (shown) return;
      this.longestMs = Math.max(this.longestMs, age);
      if (age > PATIENCE_MS) break;
    }
    this.violations.push(`${url} does not show ${what} after ${PATIENCE_MS} ms`);
  }

  /** Lists what was shown too late. */
  check(): string[] {
    if (this.longestMs <= MAX_STALE_MS) return this.violations;
    return [...this.violations, `a node showed what another had replaced ${Math.round(this.longestMs)} ms before`];
  }
}
