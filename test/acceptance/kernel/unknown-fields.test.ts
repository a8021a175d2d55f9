import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { bodyAt, makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { apiOf, must, World } from '../../support/world.ts';

const SPELLINGS = [
  'is_draft',
  'Hidden',
  'intent',
  'readonly',
  'read_only',
  'Visibility',
  'merge_rules',
  'default_level',
  'editmode',
  'invite_links',
  'SSO',
  'expires-at',
  'expiry',
  'private',
];
const takesBody = (route: Route): boolean => route.body !== undefined && route.useCase.requires !== 'nothing';

onEveryBackend('fields that restrict access', (backend) => {
  let world: World;
  let place: Place;
  before(async () => {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
  });

  for (const route of ROUTES.filter(takesBody))
    it(`[A93] are refused by ${route.useCase.name} when they are misspelled or unknown`, async () => {
      const operators = route.useCase.requires === 'instance:operate';
      const api = operators ? world.operator : world.admin.api;
      const unknown = Object.fromEntries(SPELLINGS.map((name) => [name, true]));
      const body = { ...(bodyAt(route, place) as object), ...unknown };
      const answer = await api(partsOf(route).method, pathAt(route, place), body);
      const { issues } = must(answer, 400).error;
      expect(issues.map(({ path }: any) => path)).to.include.members(SPELLINGS);
    });

  describe('createApiToken', () => {
    it('[A93] creates no token that may do more or lasts longer than was requested', async () => {
      for (const body of [
        { name: 't', readonly: true },
        { name: 't', expires_at: '2030-01-01T00:00:00Z' },
        { name: 't', scope: 'read' },
        { name: 't', scopes: ['read'] },
        { name: 't', ttl: 3600 },
        { name: 't', valid_until: '2030-01-01T00:00:00Z' },
        { name: 't', options: { readOnly: true } },
      ]) {
        must(await world.admin.api.post('/v1/user/tokens', body), 400);
      }
      const made = must(
        await world.admin.api.post('/v1/user/tokens', { name: 't', readOnly: true, expiresAt: '2030-01-01T00:00:00Z' }),
        201,
      );
      must(await apiOf(world.instance, made.token).post('/v1/orgs', { title: 'Mine' }), 403);
    });
  });

  describe('createSpace', () => {
    it('[A93] creates no space that more people can read than was requested', async () => {
      const spaces = `/v1/orgs/${world.organizationId}/spaces`;
      const before = must(await world.admin.api.get(spaces), 200).count;
      const { issues } = must(await world.admin.api.post(spaces, { title: 'Plans', defaultLevel: null }), 400).error;
      expect(issues.map(({ path }: any) => path)).to.deep.equal(['defaultLevel']);
      expect(must(await world.admin.api.get(spaces), 200).count).to.equal(before);
    });
  });

  describe('updateSpaceContent', () => {
    it('[A93] names such a field that is misplaced within a batch of changes, and changes nothing', async () => {
      const { id } = await world.space();
      const page = (more: object) => ({
        operation: 'insert_page',
        title: 'Plan',
        document: { markdown: 'Words' },
        ...more,
      });
      const send = (change: object) => world.admin.api.post(`/v1/spaces/${id}/content`, { changes: [change] });
      const paths = async (change: object) => must(await send(change), 400).error.issues.map(({ path }: any) => path);
      expect(await paths(page({ draft: true }))).to.deep.equal(['changes.0.draft']);
      expect(await paths(page({ document: { markdown: 'Words', hidden: true } }))).to.deep.equal([
        'changes.0.document.hidden',
      ]);
      expect(must(await world.admin.api.get(`/v1/spaces/${id}/content/pages`), 200).pages).to.deep.equal([]);
      must(
        await send(
          page({ hidden: true, noIndex: true, noRobotsIndex: true, condition: 'visitor.claims.unsigned.staff' }),
        ),
        200,
      );
      const [made] = must(await world.admin.api.get(`/v1/spaces/${id}/content/pages`), 200).pages;
      expect(made).to.include({ hidden: true, noIndex: true, noRobotsIndex: true });
    });
  });

  for (const route of ROUTES.filter(({ body, useCase }) => body === undefined && useCase.requires !== 'nothing'))
    it(`[A93] are refused by ${route.useCase.name} as parameters that it does not know`, async () => {
      const operators = route.useCase.requires === 'instance:operate';
      const api = operators ? world.operator : world.admin.api;
      const path = pathAt(route, place);
      const answer = await api(partsOf(route).method, `${path}${path.includes('?') ? '&' : '?'}is_draft=true&Expiry=1`);
      expect(must(answer, 400).error.issues.map(({ path: name }: any) => name)).to.include.members([
        'is_draft',
        'Expiry',
      ]);
    });
});

onEveryBackend('fields that an operation does not know', (backend) => {
  let world: World;
  let space: string;
  before(async () => {
    world = await World.create(await backend.instance());
    space = `/v1/spaces/${(await world.space()).id}`;
  });
  const ignoredBy = ({ headers }: { headers: Headers }): string | null => headers.get('quire-ignored');

  it('are named in Quire-Ignored, and the rest is done', async () => {
    const answer = await world.admin.api.post('/v1/user/tokens?color=red', {
      name: 't',
      color: 'red',
      nested: { deep: [1, 2] },
    });
    must(answer, 201);
    expect(ignoredBy(answer)).to.equal('"color", "color", "nested"');
    expect(ignoredBy(await world.admin.api.post('/v1/user/tokens', { name: 't' }))).to.equal(null);
  });

  it('are named at their place within lists and variants', async () => {
    const answer = await world.admin.api.post(`${space}/content`, {
      changes: [
        { operation: 'insert_page', title: 'One', document: { markdown: 'Words' }, mood: 'calm' },
        { operation: 'insert_page', title: 'Two', document: { markdown: 'Words', mood: 'calm' } },
      ],
    });
    must(answer, 200);
    expect(ignoredBy(answer)).to.equal('"changes.0.mood", "changes.1.document.mood"');
  });

  it('are named in answers to reads, in errors, and for operations without fields', async () => {
    expect(ignoredBy(await world.admin.api.get(`${space}?shape=round`))).to.equal('"shape"');
    const missing = await world.admin.api.get('/v1/spaces/AAAAAAAAAAAAAAAAAAAA?shape=round');
    must(missing, 404);
    expect(ignoredBy(missing)).to.equal('"shape"');
    const duplicate = await world.admin.api.post(`${space}/duplicate`, { mood: 'calm' });
    must(duplicate, 201);
    expect(ignoredBy(duplicate)).to.equal('"mood"');
    must(await world.admin.api.post(`${space}/duplicate`, { draft: true }), 400);
  });

  it('are named in ASCII, in quotes, and at most twenty of them', async () => {
    const odd = await world.admin.api.post('/v1/user/tokens', { name: 't', 'ö"\\\n': 1 });
    expect(ignoredBy(odd)).to.equal('"%C3%B6\\"\\\\%0A"');
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x${i}`, 1]));
    const answer = await world.admin.api.post('/v1/user/tokens', { name: 't', ...many });
    expect(ignoredBy(answer)!.split(', ')).to.have.length(20);
  });

  it('are refused with Prefer: handling=strict, and nothing is done', async () => {
    const before = must(await world.admin.api.get('/v1/user/tokens'), 200).count;
    const create = (prefer: string, query = '') =>
      world.admin.api.post(`/v1/user/tokens${query}`, { name: 't', nested: { deep: 1 } }, { prefer });
    for (const prefer of ['handling=strict', 'return=minimal, handling="strict"; x=1', 'Handling = strict']) {
      const refused = await create(prefer, '?shape=round');
      expect(must(refused, 400).error.issues.map(({ path }: any) => path)).to.deep.equal(['shape', 'nested']);
      expect(refused.headers.get('preference-applied')).to.equal('handling=strict');
    }
    expect(must(await world.admin.api.get('/v1/user/tokens'), 200).count).to.equal(before);
    const lenient = await create('handling=lenient');
    must(lenient, 201);
    expect(ignoredBy(lenient)).to.equal('"nested"');
    expect(lenient.headers.get('preference-applied')).to.equal(null);
    must(await world.admin.api.get(space, { prefer: 'handling=strict' }), 200);
  });

  it('are readable for scripts of other origins', async () => {
    const answer = await world.admin.api.get(`${space}?shape=round`, { origin: 'https://elsewhere.example' });
    expect(answer.headers.get('access-control-expose-headers')).to.include('Quire-Ignored');
  });
});
