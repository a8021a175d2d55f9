import { expect } from 'chai';
import { ClientGone, currentClient, forClient, forAllClients } from '../../../../src/application/kernel/abandonment.ts';
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
    const client = new AbortController();
    const { computation, pauses } = longComputation();
    const failure = failureOf(forClient(client.signal, () => inTimeSlices(computation)));
    await new Promise((resolve) => setTimeout(resolve, 30));
    client.abort(new ClientGone());
    expect(await failure).to.be.instanceOf(ClientGone);
    expect(pauses()).to.be.lessThan(30);
  });

  it('leaves the computations of other clients alone', async () => {
    const [gone, here] = [new AbortController(), new AbortController()];
    const failure = failureOf(forClient(gone.signal, () => inTimeSlices(longComputation().computation)));
    const other = forClient(here.signal, () => inTimeSlices(longComputation().computation));
    gone.abort(new ClientGone());
    expect(await failure).to.be.instanceOf(ClientGone);
    expect(await other).to.equal('done');
  }).timeout(20_000);
});

describe('forAllClients', () => {
  it('goes on when the client disconnects who caused the work', async () => {
    const client = new AbortController();
    const work = forClient(client.signal, () => forAllClients(() => inTimeSlices(longComputation().computation)));
    client.abort(new ClientGone());
    expect(await work).to.equal('done');
    expect(currentClient()).to.equal(undefined);
  }).timeout(20_000);

  it('is how a cache computes what several clients wait for', async () => {
    const cache = createComputedCache<string>(1_000, () => 1);
    const [gone, here] = [new AbortController(), new AbortController()];
    const compute = () => inTimeSlices(longComputation().computation);
    const first = forClient(gone.signal, () => cache.fetch('key', { context: compute }));
    const second = forClient(here.signal, () => cache.fetch('key', { context: compute }));
    gone.abort(new ClientGone());
    expect(await Promise.all([first, second])).to.deep.equal(['done', 'done']);
  }).timeout(20_000);
});
