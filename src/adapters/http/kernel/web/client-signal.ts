import { setMaxListeners } from 'node:events';
import type Koa from 'koa';
import { ClientGone } from '../../../../application/kernel/abandonment.ts';

/** Creates a signal that aborts when the client disconnects before the whole response is sent. */
export function clientSignal({ res }: Koa.Context): AbortSignal {
  const client = new AbortController();
  // Each statement that runs for the request listens.
  setMaxListeners(0, client.signal);
  res.once('close', () => {
    if (!res.writableFinished) client.abort(new ClientGone());
  });
  return client.signal;
}
