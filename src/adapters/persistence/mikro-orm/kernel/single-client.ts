import pg from 'pg';

const ignore = (): void => {};

/** Makes a connection outside of the pools. When it breaks, its statements fail. */
export function newClient(config: pg.ClientConfig): pg.Client {
  return surviving(new pg.Client(config));
}

/** Keeps a connection that breaks while no statement runs from ending the process. */
export function surviving<T extends pg.ClientBase>(client: T): T {
  client.on('error', ignore);
  return client;
}
