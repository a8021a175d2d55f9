import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { DomainError } from '../../domain/kernel/errors.ts';

/** The client of a request has disconnected, so nobody waits for the result. */
export class ClientGone extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the client closed the connection');
  }
}

/** Client that waits for the answer to a request. It costs each request less than an `AbortSignal` does. */
export class WaitingClient {
  #hasGone = false;
  #listeners: Set<() => void> | undefined;
  #signal: AbortSignal | undefined;

  get hasGone(): boolean {
    return this.#hasGone;
  }

  /** Records that the client has disconnected, and calls the listeners. */
  leave(): void {
    if (this.#hasGone) return;
    this.#hasGone = true;
    this.#listeners?.forEach((listener) => listener());
  }

  /** @throws ClientGone when the client has disconnected */
  throwIfGone(): void {
    if (this.#hasGone) throw new ClientGone();
  }

  /**
   * Calls a function when the client disconnects.
   * @returns the function that ends this
   */
  onLeave(listener: () => void): () => void {
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Signal for libraries and pools; it aborts with `ClientGone`. */
  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      // Everything that runs for the request may listen.
      setMaxListeners(0, controller.signal);
      const abort = (): void => controller.abort(new ClientGone());
      if (this.#hasGone) abort();
      else this.onLeave(abort);
      this.#signal = controller.signal;
    }
    return this.#signal;
  }
}

const clients = new AsyncLocalStorage<WaitingClient | undefined>();

/**
 * Runs a task for one client. Reads of the database and computations in time slices that the task starts throw
 * `ClientGone` when it disconnects.
 */
export const forClient = <T>(client: WaitingClient, task: () => T): T => clients.run(client, task);

/**
 * Runs a task that goes on when the client who caused it disconnects: commands, jobs, and work whose result is shared
 * with other clients.
 */
export const forAllClients = <T>(task: () => T): T =>
  clients.getStore() === undefined ? task() : clients.run(undefined, task);

/** Client that the current work is for; undefined for work that goes on without one. */
export const currentClient = (): WaitingClient | undefined => clients.getStore();
