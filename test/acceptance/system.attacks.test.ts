import { expect } from 'chai';
import type { Role } from '../../src/domain/permissions/level.ts';
import { onEveryBackend } from '../support/backends.ts';
import { makePlace } from '../support/routes/places.ts';
import { apiOf, must, World } from '../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('attacks', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const setRole = async (userId: string, role: Role) =>
    must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${userId}`, { role }), 200);

  it('[A6] by a removed member with old page tokens, ETags and links fail', async () => {
    const victim = await world.member('edit');
    for (let i = 0; i < 3; i++) await world.space({ title: `Secret ${i}` });
    const spaces = `/v1/orgs/${world.organizationId}/spaces`;
    const { items, next } = must(await victim.api.get(`${spaces}?limit=1`), 200);
    const etag = (await victim.api.get(`/v1/spaces/${items[0].id}`)).headers.get('etag')!;
    await setRole(victim.userId, null);
    const page = await victim.api.get(`${spaces}?limit=1&page=${next.page}`);
    expect(must(page, 200)).to.deep.equal({ items: [], count: 0 });
    must(await victim.api.get(`/v1/spaces/${items[0].id}`, { 'if-none-match': etag }), 404);
    must(await victim.api.post(`/v1/spaces/${items[0].id}/change-requests`, { subject: 'Still here' }), 404);
  });

  it('[A15] on hidden items fail, which no list shows, counts or pages', async () => {
    const own = await World.create(world.instance);
    const open = await own.space({ title: 'Open' });
    for (let i = 0; i < 3; i++) {
      const hidden = await own.space({ title: 'Acquisition' });
      must(await own.admin.api.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null }), 200);
    }
    const later = await own.space({ title: 'Later' });
    const { api } = await own.member('create');
    const seen: string[] = [];
    let page = '';
    do {
      const answer = await api.get(`/v1/orgs/${own.organizationId}/spaces?limit=1${page && `&page=${page}`}`);
      const { items, next, count } = must(answer, 200);
      expect(count).to.equal(2);
      expect(JSON.stringify(answer.body)).not.to.include('Acquisition');
      seen.push(...items.map(({ id }: any) => id));
      page = next?.page ?? '';
    } while (page !== '');
    expect(seen).to.deep.equal([open.id, later.id]);
  });

  it('[A8] on the own level fail by every route and field', async () => {
    const editor = await world.member('edit');
    const space = await world.space();
    for (const answer of [
      await editor.api.put(`/v1/instance/orgs/${world.organizationId}/members/${editor.userId}`, { role: 'admin' }),
      await editor.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'admin', users: [editor.userId] }),
      await editor.api.patch(`/v1/spaces/${space.id}/permissions/users/${editor.userId}`, { role: 'admin' }),
      await editor.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'create' }),
      await editor.api.post('/v1/instance/users', { email: 'me@example.com', displayName: 'Me' }),
      await editor.api.post(`/v1/instance/users/${world.admin.userId}/tokens`, { name: 'theirs' }),
    ])
      must(answer, 403);
    expect(must(await editor.api.get(`/v1/spaces/${space.id}`), 200).permissions).to.include({
      edit: true,
      review: false,
      admin: false,
    });
  });

  it('[A9] with fields that callers cannot set are ignored', async () => {
    const other = await World.create(world.instance);
    const smuggled = {
      id: UNKNOWN,
      object: 'organization',
      organization: other.organizationId,
      organizationId: other.organizationId,
      createdBy: UNKNOWN,
      createdAt: '2000-01-01T00:00:00Z',
      deletedAt: '2000-01-01T00:00:00Z',
      revision: UNKNOWN,
      permissions: { admin: true },
      version: 99,
      role: 'admin',
    };
    const { api } = world.admin;
    const space = must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'Mine', ...smuggled }), 201);
    expect(space).to.include({ title: 'Mine', organization: world.organizationId, visibility: 'private' });
    must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'Mine', visibility: 'public' }), 400);
    expect(space.id).not.to.equal(UNKNOWN);
    expect(space.createdAt).not.to.match(/^2000/);
    const changed = must(await api.patch(`/v1/spaces/${space.id}`, { title: 'Still mine', ...smuggled }), 200);
    expect(changed).to.deep.equal({ ...space, title: 'Still mine', updatedAt: changed.updatedAt });
    const collection = must(
      await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Mine', ...smuggled }),
      201,
    );
    expect(collection).to.include({ organization: world.organizationId });
    expect(must(await api.patch(`/v1/collections/${collection.id}`, smuggled), 200)).to.deep.equal(collection);
    expect(must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/spaces`), 200).count).to.equal(0);
  });

  it('[A11] with a scoped token under other schemes fail', async () => {
    const reader = await world.admin.api.post('/v1/user/tokens', { name: 'reader', readOnly: true });
    const { token } = must(reader, 201);
    const { url } = world.instance;
    const write = { method: 'POST', body: '{"title":"Never"}' };
    const attempts: [string, RequestInit][] = [
      ['/v1/orgs', { ...write, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }],
      [
        '/v1/orgs',
        {
          ...write,
          headers: {
            authorization: `bearer ${token}`,
            'content-type': 'application/json',
            'x-http-method-override': 'POST',
          },
        },
      ],
      [`/v1/orgs?token=${token}`, { ...write, headers: { 'content-type': 'application/json' } }],
      ['/v1/orgs', { ...write, headers: { cookie: `token=${token}`, 'content-type': 'application/json' } }],
      [
        '/v1/orgs',
        {
          ...write,
          headers: {
            authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
            'content-type': 'application/json',
          },
        },
      ],
    ];
    const statuses = [];
    for (const [path, init] of attempts) statuses.push((await fetch(url + path, init)).status);
    expect(statuses).to.deep.equal([403, 403, 401, 401, 401]);
    const get = await fetch(`${url}/v1/spaces/${UNKNOWN}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, 'x-http-method-override': 'DELETE' },
    });
    expect(get.status).to.equal(404);
  });

  it('[A13] on children of deleted resources fail, also after they are created again', async () => {
    const place = await makePlace(world);
    const { api } = world.admin;
    const site = `/v1/orgs/${place.organizationId}/sites/${place.siteId}`;
    must(await api.delete(site), 205);
    for (const path of [site, `${site}/site-spaces`, `${site}/published`]) must(await api.get(path), 404);
    for (const [path, body] of [
      [`${site}/publish`, undefined],
      [`${site}/site-spaces`, { spaceId: place.spaceId }],
    ] as const)
      must(await api.post(path, body), 404);
    must(await api.patch(`${site}/site-spaces/${place.siteSpaceId}`, { path: 'x' }), 404);
    must(await api.delete(`${site}/site-spaces/${place.siteSpaceId}`), 404);
    must(await api.delete(site), 204);
  });

  it('with text like SQL, paths, templates or markup store it as text', async () => {
    const { api } = world.admin;
    for (const title of [
      `'; DROP TABLE spaces; --`,
      '$1',
      '%s%n',
      '{{7*7}}',
      '${7*7}',
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '\u202Eabc',
      '{"$gt":""}',
      '=cmd()',
    ]) {
      const space = must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title }), 201);
      expect(must(await api.get(`/v1/spaces/${space.id}`), 200).title).to.equal(title);
    }
    for (const title of [{ $gt: '' }, ['a'], 7, true])
      must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title }), 400);
    for (const parent of [{ $ne: null }, ['x'], { id: UNKNOWN }])
      must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'x', parent }), 400);
  });

  it('with many health checks cost one query of the database', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => fetch(`${world.instance.url}/readyz?${i}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const metrics = await apiOf(world.instance).get('/metrics');
    expect(must(metrics, 200)).to.include('quire_http_request_seconds').and.not.include(world.admin.token);
  });
});
