import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** SQLSTATE after which the library of the queue repeats a statement, on another connection. */
const SERIALIZATION_FAILURE = '40001';
const RECONNECT_MS = 500;

export interface LastingConnectionOptions {
  /** Aborted when the workers are told to stop. */
  readonly stop: AbortSignal;
  /** Aborted before the pool ends. */
  readonly closed: AbortSignal;
  /** Told when a worker that was told to stop gets no connection. */
  readonly onUnreachable: () => void;
}

/**
 * Lets the library of the queue wait for a database that is gone, and repeat statements whose connection broke. A worker
 * that cannot record the end of its job would otherwise end for good, and with the last worker the queue of the process.
 *
 * Once the process stops, a worker that gets no connection waits for ever: the library reports a worker without one as
 * an error, with a trace.
 * @param isUnreachable tells whether an error says that the database is out of reach
 */
export function lastingConnections(
  pool: pg.Pool,
  isUnreachable: (error: unknown) => boolean,
  { stop, closed, onUnreachable }: LastingConnectionOptions,
): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      if (closed.aborted) return new Promise(() => {});
      try {
        return repeating(await pool.connect(), isUnreachable);
      } catch (error) {
        if (closed.aborted) continue;
        if (!isUnreachable(error)) throw error;
        if (stop.aborted) {
          onUnreachable();
          return new Promise(() => {});
        }
        await pause(RECONNECT_MS, undefined, { signal: stop }).catch(() => {});
      }
    }
  };
  return withMethod(pool, 'connect', (...callback: unknown[]) =>
    callback.length === 0 ? connect() : (pool.connect as (...args: unknown[]) => unknown)(...callback),
  );
}

const repeating = (client: pg.PoolClient, isUnreachable: (error: unknown) => boolean): pg.PoolClient =>
  withMethod(client, 'query', async (...statement: unknown[]) => {
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...statement);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      throw Object.assign(new Error((error as Error).message, { cause: error }), { code: SERIALIZATION_FAILURE });
    }
  });

/** An object with one other method. */
function withMethod<T extends object>(target: T, name: keyof T, method: (...args: unknown[]) => unknown): T {
  return new Proxy(target, {
    get(_, property) {
      if (property === name) return method;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
