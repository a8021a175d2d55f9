import { expect } from 'chai';
import { MAX_WEBHOOKS } from '../../../src/domain/webhooks/webhook.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';
import { WebhookEndpoint } from '../../support/webhooks.ts';
import { TimeTravel } from '../../support/time-travel.ts';

const UNKNOWN = 'A'.repeat(20);

onEveryBackend('webhooks', (backend) => {
  let time: TimeTravel;
  let endpoint: WebhookEndpoint;
  let world: World;
  let base: string;
  before(async () => {
    time = await TimeTravel.start(backend);
    endpoint = await WebhookEndpoint.start();
  });
  beforeEach(async () => {
    world = await World.create(time.instance);
    base = `/v1/orgs/${world.organizationId}/webhooks`;
  });
  const create = async (body: object = {}): Promise<any> =>
    must(await world.admin.api.post(base, { url: endpoint.url, events: ['team'], ...body }), 201);
  const issue = async (body: object): Promise<any> => {
    const { error } = must(await world.admin.api.post(base, { url: endpoint.url, ...body }), 400);
    return error.issues[0];
  };

  describe('createWebhook', () => {
    it('shows the secret in its response alone', async () => {
      const { secret, ...webhook } = await create({ description: 'Chat', events: ['member', 'site.published'] });
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(webhook).to.deep.include({
        object: 'webhook',
        url: endpoint.url,
        description: 'Chat',
        events: ['member', 'site.published'],
        enabled: true,
        createdBy: world.admin.userId,
      });
      expect(must(await world.admin.api.get(`${base}/${webhook.id}`), 200)).to.deep.equal(webhook);
    });
    it('can be created disabled', async () => {
      const { secret: _, ...webhook } = await create({ enabled: false });
      expect(webhook.enabled).to.equal(false);
      expect(webhook.disabled).to.include({ reason: 'requested', since: webhook.createdAt });
      expect(must(await world.admin.api.get(`${base}/${webhook.id}`), 200)).to.deep.equal(webhook);
      must(await world.admin.api.post(`${base}/${webhook.id}/test`), 409);
      const enabled = must(await world.admin.api.patch(`${base}/${webhook.id}`, { enabled: true }), 200);
      expect(enabled).to.include({ enabled: true }).and.not.have.property('disabled');
    });
    it('records an event with the origin of the URL, which may contain secrets in its path', async () => {
      const { id } = await create();
      const log = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=webhook`), 200);
      expect(log.items.map(({ action, target, payload }: any) => [action, target.id, payload])).to.deep.equal([
        ['webhook.created', id, { origin: new URL(endpoint.url).origin }],
      ]);
    });
    it('refuses unknown actions, URLs with credentials and other schemes, naming the field', async () => {
      expect((await issue({ events: ['member', 'nothing'] })).path).to.equal('events.1');
      for (const credentials of ['user:word', 'user', ':word']) {
        const answer = await world.admin.api.post(base, { url: `https://${credentials}@example.com/` });
        expect(must(answer, 400).error.issues).to.deep.equal([
          { path: 'url', message: 'must not contain a user name or a password' },
        ]);
      }
      expect((await issue({ url: 'ftp://example.com/' })).path).to.equal('url');
    });
    it('[A55] refuses addresses of private networks', async () => {
      for (const url of ['http://169.254.169.254/latest', 'http://10.1.2.3/', 'http://[::ffff:10.1.2.3]/'])
        expect((await issue({ url })).path, url).to.equal('url');
    });
    it(`allows ${MAX_WEBHOOKS} webhooks per organization`, async () => {
      for (let n = 0; n < MAX_WEBHOOKS; n++) await create();
      must(await world.admin.api.post(base, { url: endpoint.url }), 409);
    });
    it('is for administrators', async () => {
      const editor = await world.member('create');
      must(await editor.api.post(base, { url: endpoint.url }), 403);
    });
  });

  describe('listWebhooks', () => {
    it('lists the webhooks of the organization in pages, without secrets', async () => {
      const [first, second] = [await create(), await create()];
      const page = must(await world.admin.api.get(`${base}?limit=1`), 200);
      expect([page.count, page.items.length, page.items[0].id]).to.deep.equal([2, 1, first.id]);
      expect(page.items[0]).to.not.have.property('secret');
      const rest = must(await world.admin.api.get(`${base}?limit=1&page=${page.next.page}`), 200);
      expect(rest.items[0].id).to.equal(second.id);
    });
  });

  describe('getWebhook', () => {
    it('does not find webhooks of other organizations', async () => {
      const other = await World.create(time.instance);
      const { id } = await create();
      must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/webhooks/${id}`), 404);
      must(await world.admin.api.get(`${base}/${UNKNOWN}`), 404);
    });
  });

  describe('updateWebhook', () => {
    it('changes settings, and disables and enables the webhook', async () => {
      const { id } = await create({ description: 'Chat' });
      const changed = must(
        await world.admin.api.patch(`${base}/${id}`, { events: [], description: null, enabled: false }),
        200,
      );
      expect(changed).to.include({ enabled: false }).and.not.have.property('description');
      expect(changed.events).to.deep.equal([]);
      expect(changed.disabled).to.include({ reason: 'requested' });
      const enabled = must(await world.admin.api.patch(`${base}/${id}`, { enabled: true }), 200);
      expect(enabled).to.include({ enabled: true }).and.not.have.property('disabled');
    });
    it('refuses addresses of private networks', async () => {
      const { id } = await create();
      must(await world.admin.api.patch(`${base}/${id}`, { url: 'http://10.1.2.3/' }), 400);
    });
  });

  describe('deleteWebhook', () => {
    it('deletes the webhook with its deliveries, and succeeds again', async () => {
      const { id } = await create({ events: ['webhook'] });
      must(await world.admin.api.delete(`${base}/${id}`), 205);
      must(await world.admin.api.delete(`${base}/${id}`), 204);
      must(await world.admin.api.get(`${base}/${id}/deliveries`), 404);
    });
  });

  describe('rotateWebhookSecret', () => {
    it('shows a new secret once, and until when the previous one is used', async () => {
      const webhook = await create();
      time.later();
      const rotated = must(await world.admin.api.post(`${base}/${webhook.id}/secret`), 200);
      expect(rotated.secret)
        .to.match(/^whsec_/)
        .and.not.equal(webhook.secret);
      expect(Date.parse(rotated.oldSecretUntil) - Date.parse(rotated.updatedAt)).to.equal(24 * 60 * 60 * 1000);
      expect(must(await world.admin.api.get(`${base}/${webhook.id}`), 200)).to.not.have.property('secret');
    });
  });
});
