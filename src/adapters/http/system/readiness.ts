/** Condition without which a process cannot serve requests. */
export interface ReadinessCheck {
  /** Part of the instance, as a noun for messages. */
  readonly name: string;
  /** Milliseconds for which a result is valid. */
  readonly validMs: number;
  /** Lists the problems that it finds, as sentences; rejects when the part cannot be reached. */
  readonly run: () => Promise<readonly string[]>;
}

export interface ReadinessOptions {
  /** Receives the error of a check that failed. */
  readonly onFailure: (name: string, error: unknown) => void;
  /** Milliseconds after which a check counts as failed. */
  readonly timeoutMs?: number;
}

/** Time in milliseconds after which a check that has not ended counts as failed. */
const TIMEOUT_MS = 3_000;

/** Runs checks, each at most once at a time and in the time for which its result is valid. */
export class Readiness {
  readonly #results = new Map<ReadinessCheck, { readonly at: number; readonly problems: Promise<readonly string[]> }>();

  constructor(
    private readonly checks: readonly ReadinessCheck[],
    private readonly options: ReadinessOptions,
  ) {}

  /** Lists why the process cannot serve requests, in sentences without secrets; empty if it can. Never rejects. */
  async problems(): Promise<readonly string[]> {
    return (await Promise.all(this.checks.map((check) => this.#resultOf(check)))).flat();
  }

  #resultOf(check: ReadinessCheck): Promise<readonly string[]> {
    const known = this.#results.get(check);
    if (known !== undefined && performance.now() - known.at <= check.validMs) return known.problems;
    const problems = this.#run(check);
    this.#results.set(check, { at: performance.now(), problems });
    return problems;
  }

  async #run({ name, run }: ReadinessCheck): Promise<readonly string[]> {
    const { onFailure, timeoutMs = TIMEOUT_MS } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      timer = setTimeout(() => resolve([`the ${name} did not answer in ${timeoutMs} ms`]), timeoutMs);
    });
    // The reason may name hosts and users, and everybody may read the answer.
    const result = run().catch((error: unknown) => {
      onFailure(name, error);
      return [`the ${name} cannot be used: see the log`];
    });
    return Promise.race([result, late]).finally(() => clearTimeout(timer));
  }
}
