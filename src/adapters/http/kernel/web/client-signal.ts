import type Koa from 'koa';
import { DomainError } from '../../../../domain/kernel/errors.ts';

class ClientGone extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the client closed the connection');
  }
}

/** Creates a signal that aborts once the client has disconnected. */
export function clientSignal({ res }: Koa.Context): AbortSignal {
  const client = new AbortController();
  res.once('close', () => client.abort(new ClientGone()));
  return client.signal;
}
