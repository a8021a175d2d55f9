import { expect } from 'chai';
import {
  ClientGone,
  currentClient,
  forClient,
  forAllClients,
  WaitingClient,
} from '../../../../src/application/kernel/abandonment.ts';
import { createComputedCache } from '../../../../src/application/kernel/computed-cache.ts';
import { inTimeSlices } from '../../../../src/application/kernel/time-slices.ts';
import { PAUSE, type Pausable } from '../../../../src/domain/kernel/pausable.ts';

/** Computation that takes many time slices; the function tells how many pauses it has made. */
function longComputation(): { readonly computation: Pausable<string>; readonly pauses: () => number } {
  let pauses = 0;
  function* compute(): Pausable<string> {
    for (; pauses < 40; pauses++) {
      for (const end = performance.now() + 11; performance.now() < end;);
      yield PAUSE;
    }
    return 'done';
  }
  return { computation: compute(), pauses: () => pauses };
}
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('forClient', () => {
  it('ends a computation at the next time slice after the client has disconnected', async () => {
    const client = new WaitingClient();
    const { computation, pauses } = longComputation();
    const failure = failureOf(forClient(client, () => inTimeSlices(computation)));
    await new Promise((resolve) => setTimeout(resolve, 30));
    client.leave();
    expect(await failure).to.be.instanceOf(ClientGone);
    expect(pauses()).to.be.lessThan(30);
  });

  it('leaves the computations of other clients alone', async () => {
    const [gone, here] = [new WaitingClient(), new WaitingClient()];
    const failure = failureOf(forClient(gone, () => inTimeSlices(longComputation().computation)));
    const other = forClient(here, () => inTimeSlices(longComputation().computation));
    gone.leave();
    expect(await failure).to.be.instanceOf(ClientGone);
    expect(await other).to.equal('done');
  }).timeout(20_000);
});

describe('WaitingClient', () => {
  it('calls its listeners once when the client disconnects, without those that have stopped listening', () => {
    const client = new WaitingClient();
    const called: string[] = [];
    const stop = client.onLeave(() => called.push('stopped'));
    client.onLeave(() => called.push('listening'));
    stop();
    client.leave();
    client.leave();
    expect(called).to.deep.equal(['listening']);
    expect(() => client.throwIfGone()).to.throw(ClientGone);
  });

  it('has a signal that aborts, whether it is asked for before or after the client disconnects', () => {
    const [before, after] = [new WaitingClient(), new WaitingClient()];
    const { signal } = before;
    expect(signal.aborted).to.equal(false);
    for (const client of [before, after]) client.leave();
    expect(signal.reason).to.be.instanceOf(ClientGone);
    expect(after.signal.reason).to.be.instanceOf(ClientGone);
  });
});

describe('forAllClients', () => {
  it('continues when the client that started the work disconnects', async () => {
    const client = new WaitingClient();
    const work = forClient(client, () => forAllClients(() => inTimeSlices(longComputation().computation)));
    client.leave();
    expect(await work).to.equal('done');
    expect(currentClient()).to.equal(undefined);
  }).timeout(20_000);

  it('is used by caches for values that several clients wait for', async () => {
    const cache = createComputedCache<string>(1_000, () => 1);
    const [gone, here] = [new WaitingClient(), new WaitingClient()];
    const compute = () => inTimeSlices(longComputation().computation);
    const first = forClient(gone, () => cache.fetch('key', { context: compute }));
    const second = forClient(here, () => cache.fetch('key', { context: compute }));
    gone.leave();
    expect(await Promise.all([first, second])).to.deep.equal(['done', 'done']);
  }).timeout(20_000);
});
