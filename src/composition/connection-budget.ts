import type pg from 'pg';
import { NODE } from '../adapters/persistence/mikro-orm/kernel/pool.ts';
import type { Config } from '../config/config.ts';
import { queueConnections } from './job-queues.ts';

/** Connections of the nodes of an instance to its database server. */
export interface ConnectionBudget {
  /** Largest number of connections of one process like this, by pool. */
  readonly pools: Readonly<Record<string, number>>;
  /** Their sum. */
  readonly perNode: number;
  /** Number of processes that are connected. */
  readonly nodes: number;
  /** Number of connections that the server allows to ordinary users. */
  readonly allowed: number;
}

// Names of connections end with the id of their process.
const LIMITS = `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed,
  (SELECT count(DISTINCT right(application_name, 6))::int FROM pg_stat_activity
   WHERE datname = current_database() AND application_name ~ '^quire-(commands|reads|maintenance|jobs)-[0-9a-f]{6}$'
     AND right(application_name, 6) IS DISTINCT FROM $1) AS nodes`;

/**
 * Computes the connections that the nodes of an instance may open, if all are like this one.
 * @param countsThisProcess false in a command, which is no node
 */
export async function readConnectionBudget(
  config: Config,
  on: pg.Pool,
  { countsThisProcess = true }: { readonly countsThisProcess?: boolean } = {},
): Promise<ConnectionBudget> {
  const { databaseConnections: each } = config;
  const pools = { commands: each, reads: each, maintenance: 1, jobs: queueConnections(config) };
  const { rows } = await on.query<{ allowed: number; nodes: number }>(LIMITS, [countsThisProcess ? null : NODE]);
  return {
    pools,
    perNode: Object.values(pools).reduce((sum, connections) => sum + connections, 0),
    nodes: Math.max(rows[0]!.nodes, 1),
    allowed: rows[0]!.allowed,
  };
}

/** Says in one line how many connections the nodes may open, and how many the server allows. */
export function describeBudget({ pools, perNode, nodes, allowed }: ConnectionBudget, { role }: Config): string {
  const parts = Object.entries(pools).map(([pool, connections]) => `${pool} ${connections}`);
  const all = nodes === 1 ? 'one node' : `${nodes} nodes`;
  return `database connections: up to ${perNode} with QUIRE_ROLE=${role} (${parts.join(', ')}); ${all} connected, the server allows ${allowed}`;
}

/** Returns a warning when the connected nodes may need more connections than there are; undefined otherwise. */
export function findShortage({ perNode, nodes, allowed }: ConnectionBudget): string | undefined {
  if (nodes * perNode <= allowed) return undefined;
  const such = nodes === 1 ? 'one such node' : `${nodes} such nodes`;
  const advice = 'raise max_connections, or lower DATABASE_CONNECTIONS';
  return `${such} may need ${nodes * perNode} database connections, and the server allows ${allowed}: ${advice}`;
}
