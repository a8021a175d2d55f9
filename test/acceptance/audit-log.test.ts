import { expect } from 'chai';
import type { Instance } from '../../src/instance.ts';
import { onEveryBackend } from '../support/backends.ts';
import { Uploads } from '../support/files/uploads.ts';
import { zipOf } from '../support/files/zip.ts';
import { selfSigned } from '../support/servers/self-signed.ts';
import { pageOf, startWebsite } from '../support/servers/website.ts';
import { TimeTravel } from '../support/time-travel.ts';
import { must, World, type Person } from '../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('the audit log', (backend) => {
  let time: TimeTravel;
  const later = (): string => time.later();
  let instance: Instance;
  let world: World;
  let path: string;
  before(async () => {
    time = await TimeTravel.start(backend, { TRUST_PROXY: '1' });
    time.to('2030-01-01T00:00:00.000Z');
    instance = time.instance;
  });
  beforeEach(async () => {
    later();
    world = await World.create(instance);
    path = `/v1/orgs/${world.organizationId}`;
  });
  const log = async (query = ''): Promise<any> => must(await world.admin.api.get(`${path}/audit-events${query}`), 200);
  const actions = async (query = '?limit=100'): Promise<string[]> =>
    (await log(query)).items.map(({ action }: any) => action);
  /** Returns the events that one change adds to the log. */
  const of = async (task: () => Promise<unknown>): Promise<any[]> => {
    const before = (await log()).count;
    later();
    await task();
    const { count } = await log();
    return count === before ? [] : (await log(`?limit=${Math.min(100, count - before)}`)).items;
  };

  describe('getOrganizationAuditEvent', () => {
    it('shows actor, action, target, time, token and address of an event', async () => {
      const ann = await world.member('read');
      const token = must(await world.admin.api.get('/v1/user/tokens'), 200).items[0];
      const at = later();
      must(
        await world.admin.api.patch(
          `${path}/members/${ann.userId}`,
          { role: 'edit' },
          { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-request-id': 'request-1' },
        ),
        200,
      );
      const {
        items: [entry],
      } = await log('?limit=1');
      expect(entry).to.deep.equal({
        object: 'audit-event',
        id: entry.id,
        occurredAt: at,
        action: 'member.role-changed',
        actor: {
          type: 'user',
          id: world.admin.userId,
          label: must(await world.admin.api.get('/v1/user'), 200).displayName,
        },
        target: { type: 'member', id: ann.userId },
        token: token.id,
        address: '203.0.113.7',
        requestId: 'request-1',
        source: 'api',
        schemaVersion: 1,
        payload: { userId: ann.userId, before: 'read', after: 'edit' },
        urls: { location: `${instance.publicUrl}${path}/audit-events/${entry.id}` },
      });
      expect(must(await world.admin.api.get(`${path}/audit-events/${entry.id}`), 200)).to.deep.equal(entry);
    });
  });

  describe('listOrganizationAuditEventActions', () => {
    it('lists every action by which events can be filtered, with a label', async () => {
      const { items } = must(await world.admin.api.get(`${path}/audit-event-actions`), 200);
      const ids = items.map(({ id }: any) => id);
      expect(ids).to.deep.equal([...new Set(ids)].sort());
      expect(ids).to.include.members(await actions());
      expect(items).to.deep.include({
        object: 'audit-event-action',
        id: 'api-token.issued',
        label: 'API token issued',
      });
    });
  });

  describe('listOrganizationAuditEvents', () => {
    it('lists every event about access and publication', async () => {
      const space = await world.space();
      const inSpace = `/v1/spaces/${space.id}`;
      const site = must(await world.admin.api.post(`${path}/sites`, { title: 'Docs', spaces: [space.id] }), 201);
      const ann = await world.member('read');
      const token = must(await ann.api.post('/v1/user/tokens', { name: 'script' }), 201);
      must(
        await world.admin.api.post(`${path}/saml`, {
          label: 'IdP',
          entityID: 'urn:idp',
          ssoURL: 'https://idp.example/sso',
          certificate: selfSigned().certificate,
        }),
        201,
      );
      const enforce = async (sso: boolean) =>
        must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso }), 200);
      const grant = { action: 'grant.given', payload: { space: space.id, userId: ann.userId, level: 'review' } };
      const steps: readonly [() => Promise<unknown>, object][] = [
        [() => enforce(true).then(() => enforce(false)), { action: 'organization.changed', payload: { sso: false } }],
        [() => world.member('edit'), { action: 'member.joined' }],
        [
          () => world.admin.api.patch(path, { inviteLinks: false }),
          { action: 'organization.changed', payload: { inviteLinks: false } },
        ],
        [() => world.admin.api.post(`${path}/members/${ann.userId}/sso`), { action: 'member.sso-set' }],
        [
          () => world.admin.api.post(`${inSpace}/permissions`, { role: 'review', users: [ann.userId] }),
          { ...grant, space: space.id },
        ],
        [
          () => world.admin.api.delete(`${inSpace}/permissions/users/${ann.userId}`),
          { action: 'grant.withdrawn', space: space.id },
        ],
        [
          () => world.admin.api.patch(inSpace, { defaultLevel: 'read' }),
          { action: 'space.changed', target: { type: 'space', id: space.id } },
        ],
        [
          () => world.admin.api.post(`${path}/sites/${site.id}/publish`),
          { action: 'site.published', target: { type: 'site', id: site.id } },
        ],
        [() => world.admin.api.post(`${path}/sites/${site.id}/unpublish`), { action: 'site.unpublished' }],
        [() => world.admin.api.delete(`${path}/sites/${site.id}`), { action: 'site.deleted' }],
        [
          () => ann.api.get(`${inSpace}/pdf`),
          {
            action: 'space.pdf-exported',
            target: { type: 'space', id: space.id },
            space: space.id,
            actor: { type: 'user', id: ann.userId },
          },
        ],
        [
          () => ann.api.post('/v1/user/tokens', { name: 'another', readOnly: true }),
          { action: 'api-token.issued', payload: { userId: ann.userId, readOnly: true } },
        ],
        [
          () => ann.api.delete(`/v1/user/tokens/${token.id}`),
          { action: 'api-token.revoked', target: { type: 'api-token', id: token.id } },
        ],
        [
          () => world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: true }),
          { action: 'user.disabled', target: { type: 'user', id: ann.userId } },
        ],
        [
          () => world.admin.api.delete(`${path}/members/${ann.userId}`),
          { action: 'member.removed', target: { type: 'member', id: ann.userId } },
        ],
      ];
      for (const [task, expected] of steps) {
        const { action } = expected as { action: string };
        const found = (await of(task)).find((entry) => entry.action === action);
        expect(found, action).to.not.equal(undefined);
        for (const [name, value] of Object.entries(expected))
          if (name === 'actor') expect(found.actor).to.include(value);
          else if (name === 'payload') expect(found.payload, action).to.deep.include(value);
          else expect(found[name], `${action} ${name}`).to.deep.equal(value);
      }
      expect(JSON.stringify(await log('?limit=100'))).to.not.include(token.token);
    });

    it('lists every new revision of the primary content, however it was made', async () => {
      const uploads = new Uploads(world);
      const { id: space } = await world.space();
      const content = `/v1/spaces/${space}/content`;
      const edit = (...changes: object[]) => world.admin.api.post(content, { changes });
      must(await edit({ operation: 'insert_page', title: 'Page', document: {} }), 200);
      const archive = zipOf([{ name: 'README.md', bytes: '# Archived\n' }]);
      const { origin } = await startWebsite({ '/': pageOf('Site', '<p>Words.</p>') });
      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        edit: async () => {
          const { pages } = must(await world.admin.api.get(`${content}/pages`), 200);
          return must(await edit({ operation: 'delete_page', page: pages[0].id }), 200);
        },
        template: async () => must(await world.admin.api.post(`${content}/template`, { id: 'handbook' }), 201),
        website: async () =>
          must(await world.admin.api.post(`${content}/import`, { url: `${origin}/`, source: 'website' }), 201),
        archive: async () =>
          must(await world.admin.api.post(`/v1/spaces/${space}/archive`, { key: await uploads.sent(archive) }), 201),
      };
      for (const [way, task] of Object.entries(ways)) {
        const events = (await of(task)).filter(({ action }) => action === 'space.content-edited');
        const { revision } = must(await world.admin.api.get(`/v1/spaces/${space}`), 200);
        expect(events, way).to.have.lengthOf(1);
        expect(events[0], way).to.deep.include({ target: { type: 'space', id: space }, space, payload: { revision } });
        expect(events[0].actor.id, way).to.equal(world.admin.userId);
      }
      expect(await actions(`?target=${space}&action=space.content-edited`)).to.have.lengthOf(5);
      const key = await uploads.sent(archive);
      const again = async () => must(await world.admin.api.post(`/v1/spaces/${space}/archive`, { key }), 201);
      expect(await of(again)).to.deep.equal([]);
    });

    it('lists events of accounts in each of their organizations, also after they have left', async () => {
      const ann = await world.member('read');
      const other = await World.create(instance);
      must(
        await world.operator.put(`/v1/instance/orgs/${other.organizationId}/members/${ann.userId}`, { role: 'read' }),
        200,
      );
      must(await ann.api.post('/v1/user/tokens', { name: 't' }), 201);
      const theirs = must(
        await other.admin.api.get(`/v1/orgs/${other.organizationId}/audit-events?action=api-token`),
        200,
      );
      const ours = await log('?action=api-token');
      expect([ours.count, theirs.count]).to.deep.equal([1, 1]);
      expect(ours.items[0].id).to.not.equal(theirs.items[0].id);
      expect(ours.items[0].target).to.deep.equal(theirs.items[0].target);
      must(await world.admin.api.delete(`${path}/members/${ann.userId}`), 205);
      must(await ann.api.post('/v1/user/tokens', { name: 't' }), 201);
      expect((await log('?action=api-token')).items).to.deep.equal(ours.items);
    });

    it('begins with the creation of the organization', async () => {
      expect(await actions()).to.deep.equal(['member.joined', 'organization.created']);
      expect((await log('?action=organization')).items[0].target).to.deep.equal({
        type: 'organization',
        id: world.organizationId,
      });
    });

    it('lists events page by page, the newest first, twenty by default', async () => {
      for (let i = 0; i < 24; i++) {
        // Some of one instant, as those of one operation are.
        if (i % 3 === 0) later();
        must(await world.admin.api.patch(path, { title: `Title ${i}` }), 200);
      }
      const titles = (items: any[]) => items.flatMap(({ payload }) => payload.title ?? []);
      const first = await log('?action=organization.changed');
      expect([first.items.length, first.count]).to.deep.equal([20, 24]);
      for (const limit of [1, 7, 100]) {
        const seen: any[] = [];
        let next = '';
        do {
          const page = await log(`?action=organization.changed&limit=${limit}${next}`);
          expect(page.count).to.equal(24);
          seen.push(...page.items);
          next = page.next === undefined ? '' : `&page=${page.next.page}`;
        } while (next !== '');
        expect(titles(seen), String(limit)).to.deep.equal(Array.from({ length: 24 }, (_, i) => `Title ${23 - i}`));
        expect(seen.slice(0, 20)).to.deep.equal(first.items);
      }
      for (const query of ['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit='])
        expect(
          must(await world.admin.api.get(`${path}/audit-events?${query}`), 400).error.issues[0],
          query,
        ).to.deep.equal({ path: 'limit', message: 'must be an integer from 1 to 100' });
    });

    it('filters by actor, action, target and time', async () => {
      const ann = await world.member('create');
      const start = later();
      const space = must(await ann.api.post(`${path}/spaces`, { title: 'S' }), 201);
      const middle = later();
      must(await ann.api.patch(`/v1/spaces/${space.id}`, { title: 'T' }), 200);
      later();
      must(await world.admin.api.patch(`${path}/members/${ann.userId}`, { role: 'read' }), 200);

      expect(await actions(`?actor=${ann.userId}`)).to.deep.equal(['space.changed', 'space.created']);
      expect(await actions(`?actor=${UNKNOWN}`)).to.deep.equal([]);
      expect(await actions('?action=space.changed')).to.deep.equal(['space.changed']);
      expect(await actions('?action=space')).to.deep.equal(['space.changed', 'space.created']);
      expect(await actions('?action=spac')).to.deep.equal([]);
      expect(await actions('?action=%25')).to.deep.equal([]);
      expect(await actions(`?target=${space.id}&action=space`)).to.deep.equal(['space.changed', 'space.created']);
      expect(await actions(`?target=${ann.userId}`)).to.deep.equal(['member.role-changed', 'member.joined']);
      expect(await actions(`?from=${start}&action=space`)).to.deep.equal(['space.changed', 'space.created']);
      expect(await actions(`?from=${middle}&to=${middle}`)).to.deep.equal(['space.changed']);
      expect(await actions(`?from=${encodeURIComponent(middle.replace('Z', '+00:00'))}`)).to.deep.equal([
        'member.role-changed',
        'space.changed',
      ]);
      for (const [offset, minutes] of [
        ['+23:59', 1_439],
        ['-23:59', -1_439],
      ] as const) {
        const local = new Date(Date.parse(middle) + minutes * 60_000).toISOString().replace('Z', offset);
        const time = encodeURIComponent(local);
        expect(await actions(`?from=${time}&to=${time}`), local).to.deep.equal(['space.changed']);
      }
      expect(await actions(`?to=${new Date(Date.parse(middle) - 1).toISOString()}&actor=${ann.userId}`)).to.deep.equal([
        'space.created',
      ]);
      expect((await log(`?actor=${ann.userId}&limit=1`)).count).to.equal(2);
      for (const query of [
        'from=yesterday',
        'to=2030-01-01',
        'from=2030-02-30T00:00:00Z',
        'from=0000-12-31T23:59:59Z',
        'to=9999-12-31T23:59:59-01:00',
      ])
        must(await world.admin.api.get(`${path}/audit-events?${query}`), 400);
    });

    it('lists no refused requests', async () => {
      const { api } = await world.member('read');
      expect(
        await of(async () => {
          must(await api.patch(path, { title: 'Mine' }), 403);
          must(await api.delete(`${path}/members/${world.admin.userId}`), 403);
          must(await world.admin.api.delete(`${path}/members/${world.admin.userId}`), 409);
        }),
      ).to.deep.equal([]);
    });

    it('is for administrators of the organization', async () => {
      const {
        items: [entry],
      } = await log();
      const people: [Person, number][] = [
        [await world.member(null), 403],
        [await world.member('create'), 403],
        [await world.stranger(), 404],
        [(await World.create(instance)).admin, 404],
      ];
      for (const [{ api }, status] of people)
        for (const to of [
          `${path}/audit-events`,
          `${path}/audit-events/${entry.id}`,
          `${path}/audit-events/${UNKNOWN}`,
        ])
          must(await api.get(to), status);
      must(await world.operator.get(`${path}/audit-events`), 404);
    });

    it('reveals no event of other organizations by any id', async () => {
      const other = await World.create(instance);
      const theirs = must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/audit-events?limit=1`), 200);
      for (const id of [theirs.items[0].id, UNKNOWN, '9'.repeat(20), 'nonsense', '-1', '1e3'])
        expect(must(await world.admin.api.get(`${path}/audit-events/${id}`), 404).error.message).to.equal(
          'audit event not found',
        );
      for (const page of [theirs.next.page, 'eyJhIjoxfQ'])
        must(await world.admin.api.get(`${path}/audit-events?page=${page}`), 400);
      expect((await log(`?actor=${other.admin.userId}`)).count).to.equal(0);
    });

    it('[A7] ends for former administrators, also on the next page', async () => {
      const second = await world.member('admin');
      const { next } = must(await second.api.get(`${path}/audit-events?limit=1`), 200);
      must(await world.admin.api.get(`${path}/audit-events?limit=1&page=${next.page}`), 400);
      must(await world.admin.api.patch(`${path}/members/${second.userId}`, { role: 'create' }), 200);
      must(await second.api.get(`${path}/audit-events?limit=1&page=${next.page}`), 403);
    });

    it('has no operation that changes events', async () => {
      const {
        items: [entry],
      } = await log();
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        for (const to of [`${path}/audit-events`, `${path}/audit-events/${entry.id}`])
          expect((await world.admin.api(method, to)).status, `${method} ${to}`).to.equal(405);
    });
  });
});
