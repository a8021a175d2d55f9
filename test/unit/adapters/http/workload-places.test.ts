import { expect } from 'chai';
import { WorkloadPlaces } from '../../../../src/adapters/http/kernel/workload-places.ts';
import { ClientGone, forClient, WaitingClient } from '../../../../src/application/kernel/abandonment.ts';
import { ShareExhausted } from '../../../../src/application/kernel/fair-pool.ts';

const CONNECTIONS = 10;
const of = (user: string, organizationId = 'o') => ({ user, organizationId });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('WorkloadPlaces.enter', () => {
  it('leaves half of the connections to other requests, and places to other callers', async () => {
    const places = new WorkloadPlaces(CONNECTIONS);
    const entered: string[] = [];
    for (const user of ['ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'cem', 'dan'])
      void places.enter('search', of(user, user)).then(() => entered.push(user));
    await settled();
    expect(entered).to.deep.equal(['ann', 'ann', 'ann', 'bob', 'bob']);
  });

  it('keeps searches apart from comparisons', async () => {
    const places = new WorkloadPlaces(2);
    await places.enter('search', of('ann'));
    await places.enter('comparison', of('ann'));
    await places.enter('comparison', of('ann'));
  });

  it('refuses a caller with too many waiting requests, and tells when to retry', async () => {
    const places = new WorkloadPlaces(CONNECTIONS);
    const refusals: unknown[] = [];
    for (let i = 0; i < 3 + 200 + 1; i++)
      void places.enter('search', of('ann')).catch((error: unknown) => refusals.push(error));
    await settled();
    expect(refusals).to.have.length(1);
    expect(refusals[0]).to.be.instanceOf(ShareExhausted);
    expect((refusals[0] as ShareExhausted).retryAfter).to.be.greaterThan(0);
  });

  it('forgets the waiting requests of a client that disconnects', async () => {
    const places = new WorkloadPlaces(CONNECTIONS);
    const held = [await places.enter('comparison', of('ann')), await places.enter('comparison', of('ann'))];
    const client = new WaitingClient();
    const failures: unknown[] = [];
    for (let i = 0; i < 30; i++)
      void forClient(client, () => places.enter('comparison', of('ann'))).catch((error: unknown) =>
        failures.push(error),
      );
    const next = places.enter('comparison', of('ann'));
    await settled();
    client.leave();
    held[0]!();
    await next;
    expect(failures).to.have.length(30);
    for (const failure of failures) expect(failure).to.be.instanceOf(ClientGone);
  });
});
