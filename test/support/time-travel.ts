import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { afterSuite, QUICK_START, testEnvironment, type Backend } from './backends.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Separate instance whose clock the test sets. */
export class TimeTravel {
  private constructor(
    readonly instance: Instance,
    /** URL of its database; undefined in memory. */
    readonly database: string | undefined,
    private readonly clock: { at: number },
  ) {}

  /** @param more settings besides those of every test */
  static async start(backend: Backend, more: Record<string, string> = {}): Promise<TimeTravel> {
    const clock = { at: Date.now() };
    const url = await backend.database();
    const settings = readConfig(
      testEnvironment({ ...more, ...(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url }) }),
    );
    const instance = await startInstance(settings, {
      clock: { now: () => new Date(clock.at).toISOString() },
      welcome: false,
      drainMs: 1_000,
      ...QUICK_START,
    });
    afterSuite(() => instance.stop());
    return new TimeTravel(instance, url, clock);
  }

  /** Current time in ISO 8601. */
  get now(): string {
    return new Date(this.clock.at).toISOString();
  }
  /** Sets the clock to an instant, plus a number of milliseconds. */
  to(instant: string, after = 0): void {
    this.clock.at = Date.parse(instant) + after;
  }
  /**
   * Advances the clock by a number of milliseconds.
   *
   * @returns the new instant
   */
  later(ms = 1_000): string {
    this.clock.at += ms;
    return this.now;
  }
  /** Runs a job now, like the queue when the job is due. */
  run(name: string, payload: object = {}): Promise<void> {
    return this.instance.container
      .get(Tokens.JobRunner)
      .run({ name, payload, attempt: 1, lastAttempt: false, signal: new AbortController().signal });
  }
}
