import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../../domain/kernel/errors.ts';

/** The client of a request has disconnected, so nobody waits for the result. */
export class ClientGone extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the client closed the connection');
  }
}

const clients = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs a task for one client. Reads of the database and computations in time slices that the task starts end with the
 * reason of the signal when it aborts.
 */
export const forClient = <T>(signal: AbortSignal, task: () => T): T => clients.run(signal, task);

/**
 * Runs a task that goes on when the client who caused it disconnects: commands, jobs, and work whose result is shared
 * with other clients.
 */
export const forAllClients = <T>(task: () => T): T =>
  clients.getStore() === undefined ? task() : clients.run(undefined, task);

/** Signal of the client that the current work is for; undefined for work that goes on without one. */
export const currentClient = (): AbortSignal | undefined => clients.getStore();
