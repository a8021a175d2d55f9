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

  it('ignore other unknown fields beside them', async () => {
    must(await world.admin.api.post('/v1/user/tokens', { name: 't', colour: 'red', nested: { deep: [1, 2] } }), 201);
  });
});
