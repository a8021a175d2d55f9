import type { Socket } from 'node:net';
import pg from 'pg';

/** Work of the database for this process. */
export interface DatabaseTraffic {
  readonly statements: number;
  /** Bytes of the protocol, in both directions. */
  readonly bytes: number;
}

const trafficOf = (sockets: Iterable<Socket>): number =>
  [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

/**
 * Counts the traffic between this process and a database during a task; nothing else may use the database at that time.
 * Traffic with other databases does not count: the jobs of other instances look for work every few seconds.
 */
export async function databaseTrafficOf(url: string, task: () => Promise<unknown>): Promise<DatabaseTraffic> {
  const database = new URL(url).pathname.slice(1);
  const before = new Map<Socket, number>();
  let statements = 0;
  const prototype = pg.Client.prototype as any;
  const { query } = prototype;
  prototype.query = function (this: any, ...args: unknown[]) {
    if (this.database !== database) return query.apply(this, args);
    statements += 1;
    const { stream } = this.connection;
    if (!before.has(stream)) before.set(stream, trafficOf([stream]));
    return query.apply(this, args);
  };
  try {
    await task();
  } finally {
    prototype.query = query;
  }
  return { statements, bytes: trafficOf(before.keys()) - [...before.values()].reduce((sum, bytes) => sum + bytes, 0) };
}
