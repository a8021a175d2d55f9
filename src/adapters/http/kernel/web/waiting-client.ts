import type Koa from 'koa';
import { WaitingClient } from '../../../../application/kernel/abandonment.ts';

/** Creates the client of a request, which leaves when it disconnects before the whole response is sent. */
export function waitingClient({ res }: Koa.Context): WaitingClient {
  const client = new WaitingClient();
  const leaveUnlessSent = (): void => {
    if (!res.writableFinished) client.leave();
  };
  if (res.closed) leaveUnlessSent();
  else res.once('close', leaveUnlessSent);
  return client;
}

/** Returns a signal that aborts when the client disconnects before the whole response is sent. */
export const clientSignal = (ctx: Koa.Context): AbortSignal => waitingClient(ctx).signal;
