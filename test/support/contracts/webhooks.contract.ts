import { expect } from 'chai';
import type { Id, OrganizationId, WebhookId } from '../../../src/domain/kernel/id.ts';
import type { WebhookDeliveryState } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { makeStates, put, type Name, type StateOf } from '../persistence/aggregates.ts';
import { collectionsScene } from '../persistence/collections-scene.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** Contract of deliveries, which are stored together with the events that webhooks select. */
export function webhooksContract(openPersistence: () => Promise<Persistence>): void {
  const scene = collectionsScene(openPersistence);
  let persistence: Persistence;
  let organizationId: OrganizationId;
  let states: { readonly [K in Name]: StateOf<K> };
  before(async () => (states = await makeStates(scene.persistence)));
  beforeEach(() => ({ persistence, organizationId } = scene));

  const webhook = async (of: Partial<StateOf<'webhooks'>> = {}): Promise<WebhookId> => {
    const id = persistence.next();
    const state = { ...states.webhooks, id, organizationId, events: [], enabled: true, ...of };
    await persistence.run((work) => put(work, 'webhooks', state));
    return id;
  };
  const deliveriesOf = async (webhookId: WebhookId): Promise<readonly WebhookDeliveryState[]> =>
    (await persistence.reads.webhookDeliveries.list({ webhookId }, { limit: 100 })).items.map((one) => one.snapshot());
  const typesOf = async (webhookId: WebhookId): Promise<readonly string[]> =>
    (await deliveriesOf(webhookId)).map(({ type }) => type);
  const change = async (): Promise<void> => {
    const collection = scene.newCollection('A');
    await persistence.run(async (work) => {
      await work.collections.save(collection);
      await scene.retitle(work, collection.id, () => 'B');
    });
  };

  it('are one per event and webhook, in the order of the events, with a waiting job each', async () => {
    const [first, second] = [await webhook(), await webhook()];
    const before = await persistence.jobs();
    await change();
    const deliveries = await deliveriesOf(first);
    expect(deliveries.map(({ type }) => type)).to.deep.equal(['collection.created', 'collection.changed']);
    expect(await typesOf(second)).to.deep.equal(['collection.created', 'collection.changed']);
    expect((await persistence.jobs()) - before).to.equal(4);
    const [one] = deliveries;
    const entry = await persistence.reads.audit.find(organizationId, one!.eventId);
    expect(one).to.deep.equal({
      id: one!.id,
      organizationId,
      webhookId: first,
      eventId: entry!.id,
      type: 'collection.created',
      status: 'pending',
      attempts: 0,
      tries: 0,
      nextAttemptAt: entry!.at,
      lastAttemptAt: null,
      responseStatus: null,
      responseBody: null,
      error: null,
      createdAt: entry!.at,
      deliveredAt: null,
    });
  });

  it('do not exist after a unit of work that failed, nor do jobs', async () => {
    const id = await webhook();
    const before = await persistence.jobs();
    const failed = persistence.run(async (work) => {
      await work.collections.save(scene.newCollection());
      throw new Error('expected');
    });
    await failed.catch(() => {});
    expect([await typesOf(id), (await persistence.jobs()) - before]).to.deep.equal([[], 0]);
  });

  it('are of selected actions and groups only, of the own organization, and of enabled webhooks', async () => {
    const action = await webhook({ events: ['collection.changed'] });
    const group = await webhook({ events: ['collection'] });
    const other = await webhook({ events: ['space', 'collection.moved'] });
    const disabled = await webhook({ enabled: false });
    const foreign = await webhook({ organizationId: await scene.newOrganization() });
    await change();
    expect(await typesOf(action)).to.deep.equal(['collection.changed']);
    expect(await typesOf(group)).to.deep.equal(['collection.created', 'collection.changed']);
    for (const id of [other, disabled, foreign]) expect(await typesOf(id)).to.deep.equal([]);
  });

  it('are of a test for the tested webhook alone, whatever it selects', async () => {
    const tested = await webhook({ events: ['space'] });
    const other = await webhook();
    await persistence.run(async (work) => {
      const found = await work.webhooks.get({ id: tested });
      found.sendTestEvent();
      await work.webhooks.save(found);
    });
    expect([await typesOf(tested), await typesOf(other)]).to.deep.equal([['webhook.tested'], []]);
  });

  describe('DeliveryPurger.purge', () => {
    const day = (n: number): string => `2031-01-0${n}T00:00:00.000Z`;
    const purged = async (of: { createdBefore: string; keep: number }): Promise<[readonly number[], number]> => {
      const [webhookId, other]: Id[] = [persistence.next(), persistence.next()];
      const put1 = (id: Id, n: number) =>
        persistence.run((work) =>
          put(work, 'webhookDeliveries', {
            ...states.webhookDeliveries,
            id: persistence.next(),
            eventId: persistence.next(),
            webhookId: id,
            createdAt: day(n),
          }),
        );
      for (const n of [1, 2, 3, 4]) await put1(webhookId!, n);
      await put1(other!, 1);
      await persistence.run((work) => work.deliveryPurger.purge(webhookId!, of));
      const left = (await deliveriesOf(webhookId!)).map(({ createdAt }) => Number(createdAt.slice(9, 10)));
      return [left, (await deliveriesOf(other!)).length];
    };

    it('deletes those created before an instant, and none of that instant', async () =>
      expect(await purged({ createdBefore: day(3), keep: 10 })).to.deep.equal([[3, 4], 1]));
    it('keeps the newest ones when too many are left', async () =>
      expect(await purged({ createdBefore: day(1), keep: 1 })).to.deep.equal([[4], 1]));
    it('keeps as many as are allowed', async () =>
      expect(await purged({ createdBefore: day(1), keep: 4 })).to.deep.equal([[1, 2, 3, 4], 1]));
    it('deletes all when none are kept', async () =>
      expect(await purged({ createdBefore: day(1), keep: 0 })).to.deep.equal([[], 1]));
  });
}
