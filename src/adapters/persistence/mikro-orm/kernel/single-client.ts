import pg from 'pg';

const ignore = (): void => {};

/** Makes a connection outside of the pools. When it breaks, its statements fail. */
export function newClient(config: pg.ClientConfig): pg.Client {
  return surviving(new pg.Client(config));
}

/**
 * Limits that the server may have for the user or the database. Each may end what takes minutes: a migration, the rows of
 * a large table in a backup, or the transaction of a restore, which waits while files are written.
 */
const SERVER_LIMITS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
];

/** SQL that lifts the limits of the server for a connection. Versions of PostgreSQL have some or all of them. */
export const WITHOUT_SERVER_LIMITS = `SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN (${SERVER_LIMITS.map((name) => `'${name}'`).join(', ')})`;

/** Opens a connection outside of the pools for work that takes as long as there is data. */
export async function openUnlimitedClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = newClient(config);
  try {
    await client.connect();
    await client.query(WITHOUT_SERVER_LIMITS);
    return client;
  } catch (error) {
    await client.end().catch(ignore);
    throw error;
  }
}

/** Keeps a connection that breaks while no statement runs from ending the process. */
export function surviving<T extends pg.ClientBase>(client: T): T {
  client.on('error', ignore);
  return client;
}
