import type pg from 'pg';
import { DomainError } from '../../../../domain/kernel/errors.ts';
import type { StatementEvent, StatementFailure, StatementListener } from '../../../../ports/kernel/statements.ts';
import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';
import { isStalePlan, writeError } from './database-errors.ts';
import type { Step } from './pipeline.ts';

/** Round trips of one database, for those who measure, log or trace them. */
export class StatementEvents {
  readonly #listeners = new Set<StatementListener>();

  /** Adds a listener. @returns a function that removes it */
  listen(listener: StatementListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Listener for the connections of a pool. */
  of(pool: string): PoolListener {
    return new PoolListener(pool, this.#listeners);
  }
}

/** Reports the round trips of one pool. */
export class PoolListener {
  constructor(
    private readonly pool: string,
    private readonly listeners: ReadonlySet<StatementListener>,
  ) {}

  /**
   * Begins to measure a round trip.
   * @returns a function that reports its end; undefined while nobody listens
   */
  start(steps: readonly Pick<Step, 'name' | 'text'>[]): ((error: unknown, rows?: number) => void) | undefined {
    if (this.listeners.size === 0) return undefined;
    const started = performance.now();
    return (error, rows) => {
      // Those beside the longest begin and end the transaction.
      const main = steps.reduce((longest, step) => (step.text.length > longest.text.length ? step : longest), NO_STEP);
      const event: StatementEvent = {
        pool: this.pool,
        name: main.name,
        text: main.text,
        ms: performance.now() - started,
        rows,
        failure: error === undefined ? undefined : failureOf(error),
      };
      for (const listener of this.listeners) listener(event);
    };
  }
}
const NO_STEP = { name: '', text: '' };

const LISTENERS = new WeakMap<object, PoolListener>();

/** Reports the round trips of a pool and of each of its connections. */
export function observePool(pool: pg.Pool, listener: PoolListener): void {
  LISTENERS.set(pool, listener);
  pool.on('connect', (client) => void LISTENERS.set(client, listener));
}

export const listenerOf = (on: pg.ClientBase | pg.Pool): PoolListener | undefined => LISTENERS.get(on);

function failureOf(error: unknown): StatementFailure {
  const known = writeError(error);
  if (known instanceof DatabaseUnavailable) {
    const { failure } = known;
    // A request is refused as busy before it sends anything.
    return failure === 'unknown-outcome' || failure === 'busy' ? 'unreachable' : failure;
  }
  return known instanceof DomainError || isStalePlan(error) ? 'conflict' : 'other';
}
