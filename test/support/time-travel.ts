import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { afterSuite, QUICK_PASSWORDS, testEnvironment, type Backend } from './backends.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** An instance of its own, whose clock stands where the test puts it. */
export class TimeTravel {
  private constructor(
    readonly instance: Instance,
    /** Where its database is; undefined in memory. */
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
      passwordCost: QUICK_PASSWORDS,
    });
    afterSuite(() => instance.stop());
    return new TimeTravel(instance, url, clock);
  }

  /** ISO 8601. */
  get now(): string {
    return new Date(this.clock.at).toISOString();
  }
  /** Goes to an instant, or to so many milliseconds after one. */
  to(instant: string, after = 0): void {
    this.clock.at = Date.parse(instant) + after;
  }
  /** Goes on by so many milliseconds. @returns the instant that it is then */
  later(ms = 1_000): string {
    this.clock.at += ms;
    return this.now;
  }
  /** Does a job now, as the queue does when its time has come. */
  run(name: string, payload: object = {}): Promise<void> {
    return this.instance.container
      .get(Tokens.JobRunner)
      .run({ name, payload, attempt: 1, lastAttempt: false, signal: new AbortController().signal });
  }
}
