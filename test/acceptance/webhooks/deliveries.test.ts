import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { KEPT_RESPONSE_BYTES } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { RETRY_DELAYS_MS } from '../../../src/domain/webhooks/retry-schedule.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { LOSSES } from '../../support/losses.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { poll, until } from '../../support/until.ts';
import { expectedSignature, WebhookEndpoint } from '../../support/webhooks.ts';
import { must, World, type Person } from '../../support/world.ts';

onEveryBackend('deliveries of webhooks', (backend) => {
  let time: TimeTravel;
  let world: World;
  let endpoint: WebhookEndpoint;
  let base: string;
  before(async () => (time = await TimeTravel.start(backend)));
  beforeEach(async () => {
    world = await World.create(time.instance);
    endpoint = await WebhookEndpoint.start();
    base = `/v1/orgs/${world.organizationId}/webhooks`;
  });

  const create = async (body: object = {}, person: Person = world.admin): Promise<any> =>
    must(await person.api.post(base, { url: endpoint.url, events: ['team'], ...body }), 201);
  const addTeam = (title = 'Team') => world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title });
  const deliveries = async (id: string, query = ''): Promise<any[]> =>
    must(await world.admin.api.get(`${base}/${id}/deliveries${query}`), 200).items;
  const attempted = async (id: string, attempts = 1): Promise<any> =>
    (
      await poll(
        'the delivery was attempted',
        () => deliveries(id),
        ([one]) => one?.attempts === attempts,
      )
    )[0];
  /** Makes the attempt of a delivery, as the queue does when it is due. */
  const attempt = async ({ id, attempts, nextAttemptAt }: any): Promise<void> => {
    if (nextAttemptAt !== undefined) time.to(nextAttemptAt);
    await time.run('deliver-webhook', { organizationId: world.organizationId, deliveryId: id, attempts });
  };
  const get = async (id: string): Promise<any> => must(await world.admin.api.get(`${base}/${id}`), 200);

  describe('testWebhook', () => {
    it('sends a signed event to the webhook alone, whatever events it selects', async () => {
      const webhook = await create();
      const other = await create({ events: [] });
      must(await world.admin.api.post(`${base}/${webhook.id}/test`), 204);
      await attempted(webhook.id);
      const [message] = endpoint.received.filter(({ body }) => body.type === 'webhook.tested');
      expect(message!.headers['webhook-signature']).to.equal(expectedSignature(message!, webhook.secret));
      expect(message!.body.data.target).to.deep.equal({ type: 'webhook', id: webhook.id });
      expect((await deliveries(other.id)).filter(({ action }) => action === 'webhook.tested')).to.deep.equal([]);
    });
    it('returns 409 for a disabled webhook', async () => {
      const { id } = await create();
      must(await world.admin.api.patch(`${base}/${id}`, { enabled: false }), 200);
      must(await world.admin.api.post(`${base}/${id}/test`), 409);
    });
  });

  describe('getWebhookDelivery', () => {
    it('shows that the event was sent as the audit log shows it', async () => {
      const webhook = await create();
      must(await addTeam(), 201);
      const delivery = await attempted(webhook.id);
      expect(delivery).to.include({ status: 'delivered', action: 'team.created', attempts: 1 });
      expect(delivery.response).to.deep.equal({ status: 204, body: '' });
      expect(must(await world.admin.api.get(`${base}/${webhook.id}/deliveries/${delivery.id}`), 200)).to.deep.equal(
        delivery,
      );
      const [message] = endpoint.received;
      const event = must(
        await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events/${delivery.event}`),
        200,
      );
      expect(message!.body).to.deep.equal({
        type: 'team.created',
        timestamp: event.occurredAt,
        data: { ...event, organization: world.organizationId },
      });
      expect(message!.headers).to.include({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
      expect(Number(message!.headers['webhook-timestamp'])).to.equal(Math.floor(Date.parse(time.now) / 1000));
      expect(message!.headers['webhook-signature']).to.equal(expectedSignature(message!, webhook.secret));
    });
    it('keeps the beginning of the answer', async () => {
      const webhook = await create();
      endpoint.answer = { status: 200, body: `\u0000${'x'.repeat(100_000)}` };
      must(await addTeam(), 201);
      const { status, response } = await attempted(webhook.id);
      expect([status, response.body.length]).to.deep.equal(['delivered', KEPT_RESPONSE_BYTES]);
    });
    it('[A55] does not follow redirects', async () => {
      const webhook = await create();
      const target = await WebhookEndpoint.start();
      endpoint.answer = { status: 307, headers: { location: target.url } };
      must(await addTeam(), 201);
      const delivery = await attempted(webhook.id);
      expect(delivery).to.include({ status: 'pending' });
      expect(delivery.error).to.match(/redirects with status 307, and redirects are not followed$/);
      expect(target.received).to.deep.equal([]);
    });
    it('[A55] signs with both secrets for a day after a rotation', async () => {
      const { id, secret: old } = await create();
      const { secret } = must(await world.admin.api.post(`${base}/${id}/secret`), 200);
      const signatures = async (): Promise<[readonly string[], readonly string[]]> => {
        const before = endpoint.received.length;
        must(await addTeam(), 201);
        await until(() => endpoint.received.length > before);
        const message = endpoint.received.at(-1)!;
        const expected = [expectedSignature(message, secret), expectedSignature(message, old)];
        return [message.headers['webhook-signature']!.split(' '), expected];
      };
      const [sent, both] = await signatures();
      expect(sent).to.deep.equal(both);
      time.later(DAY_MS);
      const [later, [single]] = await signatures();
      expect(later).to.deep.equal([single]);
    });
    it('shows retries until the last, each later than the one before', async () => {
      const { id } = await create();
      endpoint.answer = { status: 503, body: 'down' };
      must(await addTeam(), 201);
      let delivery = await attempted(id);
      for (const planned of RETRY_DELAYS_MS) {
        const delay = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt);
        expect(delay).to.be.within(planned, planned * 1.2 + 1);
        await attempt(delivery);
        delivery = await attempted(id, delivery.attempts + 1);
      }
      expect(delivery).to.include({ status: 'failed' }).and.not.have.property('nextAttemptAt');
      expect(delivery.response).to.deep.equal({ status: 503, body: 'down' });
      expect(await get(id)).to.have.property('failingSince');
    });
    it('waits as long as the endpoint asks for', async () => {
      const { id } = await create();
      endpoint.answer = { status: 429, headers: { 'retry-after': '7200' } };
      must(await addTeam(), 201);
      const { nextAttemptAt, lastAttemptAt } = await attempted(id);
      expect(Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)).to.equal(7_200_000);
    });
    it('is not sent twice by a job that runs again', async () => {
      const { id } = await create();
      must(await addTeam(), 201);
      const delivery = await attempted(id);
      await attempt({ ...delivery, attempts: 0 });
      expect(endpoint.received.length).to.equal(1);
    });
  });

  describe('getWebhook', () => {
    it('shows that the webhook was disabled by an endpoint that is gone', async () => {
      const { id } = await create();
      endpoint.answer = { status: 410 };
      must(await addTeam(), 201);
      const delivery = await attempted(id);
      expect(delivery.status).to.equal('failed');
      expect((await get(id)).disabled).to.include({ reason: 'gone' });
      must(await addTeam('Other'), 201);
      expect((await deliveries(id)).length).to.equal(1);
    });
    it('shows that the webhook was disabled after five days without a success', async () => {
      const { id } = await create();
      endpoint.answer = { status: 500 };
      must(await addTeam(), 201);
      const first = await attempted(id);
      time.to(first.lastAttemptAt, 5 * DAY_MS - 1);
      await time.run('deliver-webhook', { organizationId: world.organizationId, deliveryId: first.id, attempts: 1 });
      expect(await get(id)).to.include({ enabled: true });
      time.later(1);
      await time.run('deliver-webhook', { organizationId: world.organizationId, deliveryId: first.id, attempts: 2 });
      expect((await get(id)).disabled).to.include({ reason: 'failing' });
      const log = must(
        await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=webhook.disabled`),
        200,
      );
      expect(log.items.map(({ payload }: any) => payload)).to.deep.equal([{ reason: 'failing' }]);
    });
    it('[A74] shows that sending stopped once its last editor lost the permission', async () => {
      const admin = await world.member('admin');
      const { id } = await create({}, admin);
      await LOSSES[0]!.lose(world, admin);
      must(await addTeam(), 201);
      const disabled = await poll(
        'the webhook is disabled',
        () => get(id),
        ({ enabled }) => enabled === false,
      );
      expect(disabled.disabled).to.include({ reason: 'permission-lost' });
      expect(endpoint.received).to.deep.equal([]);
      must(await world.admin.api.patch(`${base}/${id}`, { enabled: true }), 200);
      must(await addTeam('Other'), 201);
      await until(() => endpoint.types.includes('team.created'));
    });
  });

  describe('listWebhookDeliveries', () => {
    it('lists the newest first and filters by status', async () => {
      const { id } = await create();
      must(await addTeam('First'), 201);
      await until(async () => (await deliveries(id, '?status=delivered')).length === 1);
      endpoint.answer = { status: 500 };
      must(await addTeam('Second'), 201);
      const [newest, oldest] = await poll(
        'both were attempted',
        () => deliveries(id),
        (all) => all.length === 2 && all.every(({ attempts }) => attempts === 1),
      );
      expect([newest.status, oldest.status]).to.deep.equal(['pending', 'delivered']);
      expect((await deliveries(id, '?status=pending')).map((one) => one.id)).to.deep.equal([newest.id]);
      const page = must(await world.admin.api.get(`${base}/${id}/deliveries?limit=1`), 200);
      const rest = must(await world.admin.api.get(`${base}/${id}/deliveries?limit=1&page=${page.next.page}`), 200);
      expect([page.count, rest.items[0].id]).to.deep.equal([2, oldest.id]);
      must(await world.admin.api.get(`${base}/${id}/deliveries?status=lost`), 400);
    });
    it('forgets deliveries after their time', async () => {
      const { id } = await create();
      must(await addTeam(), 201);
      const { createdAt } = await attempted(id);
      const purge = () => time.run('purge-webhook-deliveries', { organizationId: world.organizationId, webhookId: id });
      time.to(createdAt, 30 * DAY_MS);
      await purge();
      expect((await deliveries(id)).length).to.equal(1);
      time.later(1);
      await purge();
      expect(await deliveries(id)).to.deep.equal([]);
    });
  });

  describe('replayWebhookDelivery', () => {
    it('sends the event again under the same id, also a delivered one', async () => {
      const { id } = await create();
      must(await addTeam(), 201);
      const delivery = await attempted(id);
      must(await world.admin.api.post(`${base}/${id}/deliveries/${delivery.id}/replay`), 200);
      expect(await attempted(id, 2)).to.include({ status: 'delivered' });
      const [first, second] = endpoint.received;
      expect(second!.headers['webhook-id']).to.equal(first!.headers['webhook-id']);
      expect(second!.text).to.equal(first!.text);
      const reads = time.instance.container.get(Tokens.Reads);
      expect(await reads.webhookDeliveries.count({ webhookId: id, status: 'delivered' })).to.equal(1);
    });
    it('returns 409 for a disabled webhook', async () => {
      const { id } = await create();
      must(await addTeam(), 201);
      const delivery = await attempted(id);
      must(await world.admin.api.patch(`${base}/${id}`, { enabled: false }), 200);
      must(await world.admin.api.post(`${base}/${id}/deliveries/${delivery.id}/replay`), 409);
    });
  });
});
