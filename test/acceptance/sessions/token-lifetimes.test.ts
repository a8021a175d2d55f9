import { expect } from 'chai';
import { SESSION_MS } from '../../../src/application/sessions/sessions.ts';
import { MAX_API_TOKENS } from '../../../src/application/sessions/api-tokens.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { ApiToken } from '../../../src/domain/sessions/api-token.ts';
import { apiFrom, PASSWORD, unprovenPerson, withPassword } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { goodResponse } from '../../support/sso/saml-documents.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

onEveryBackend('lifetimes of tokens', (backend) => {
  let travel: TimeTravel;
  let world: World;
  before(async () => {
    travel = await TimeTravel.start(backend);
    world = await World.create(travel.instance);
  });
  // Assertions are written with the clock of the machine.
  beforeEach(() => travel.to(new Date().toISOString()));
  const create = (api: Api, more: object = {}) => api.post('/v1/user/tokens', { name: 'x', ...more });
  const inMs = (ms: number) => new Date(Date.parse(travel.now) + ms).toISOString();
  const apiWith = (answer: any) => apiOf(travel.instance, must(answer, 201).token);

  describe('createApiToken', () => {
    it('[A69] gives a token that an expiring token creates the same end, and refuses a later one', async () => {
      const { api } = await world.stranger();
      const end = inMs(DAY_MS);
      const short = apiWith(await create(api, { expiresAt: end }));
      expect(must(await create(short), 201).expiresAt).to.equal(end);
      expect(must(await create(short, { expiresAt: null }), 201).expiresAt).to.equal(end);
      expect(must(await create(short, { expiresAt: end }), 201).expiresAt).to.equal(end);
      expect(must(await create(short, { expiresAt: inMs(DAY_MS - 1) }), 201).expiresAt).to.equal(inMs(DAY_MS - 1));
      for (const expiresAt of [inMs(DAY_MS + 1), inMs(365 * DAY_MS)]) {
        const { error } = must(await create(short, { expiresAt }), 400);
        expect(error.issues).to.deep.equal([
          { path: 'expiresAt', message: `must not be later than ${end}, when the credential of this request expires` },
        ]);
      }
      const grandchild = apiWith(await create(apiWith(await create(short))));
      must(await create(grandchild, { expiresAt: inMs(DAY_MS + 1) }), 400);
    });
    it('[A69] creates nothing with a read-only token', async () => {
      const person = await world.stranger();
      const reader = await world.readOnly(person);
      must(await create(reader), 403);
      must(await create(reader, { readOnly: true }), 403);
    });
    it('[A69] sets no end to tokens of a token without one, nor to those made in a session that began with the password', async () => {
      const person = await withPassword(world);
      expect(must(await create(person.api), 201)).to.not.have.property('expiresAt');
      const browser = new WebBrowser(travel.instance);
      await browser.signIn(person.email, PASSWORD);
      const fromSession = await apiFrom(browser, world);
      travel.later(SESSION_MS);
      must(await fromSession.get('/v1/user'), 200);
    });
    it('[A65][A69] ends tokens made in a SAML session with that session', async () => {
      const saml = await SamlWorld.create(await World.create(travel.instance));
      const browser = await saml.signIn(saml.someone());
      travel.later(DAY_MS);
      const api = await apiFrom(browser, world);
      const [first] = must(await api.get('/v1/user/tokens'), 200).items;
      expect(first.expiresAt).to.equal(inMs(SESSION_MS - DAY_MS));
      must(await create(api, { expiresAt: inMs(SESSION_MS) }), 400);
      const child = apiWith(await create(api));
      travel.later(SESSION_MS - DAY_MS - 1);
      must(await api.get('/v1/user'), 200);
      travel.later(1);
      for (const each of [api, child]) must(await each.get('/v1/user'), 401);
    });
    it('[A66] refuses token 101, also where several are created at the same time', async () => {
      const { api, userId } = await world.stranger();
      for (let count = 2; count < MAX_API_TOKENS; count++) must(await create(api), 201);
      const statuses = (await Promise.all(Array.from({ length: 5 }, () => create(api)))).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([201, 409, 409, 409, 409]);
      expect(must(await api.get('/v1/user/tokens?limit=0'), 200).count).to.equal(MAX_API_TOKENS);
      expect(must(await create(api), 409).error.message).to.equal(
        'a user can have at most 100 API tokens; revoke one that is no longer used',
      );
      must(await world.operator.post(`/v1/instance/users/${userId}/tokens`, { name: 'one more' }), 409);
      const [{ id }] = must(await api.get('/v1/user/tokens?limit=2'), 200).items.slice(1);
      must(await api.delete(`/v1/user/tokens/${id}`), 205);
      must(await create(api), 201);
    });
    it('[A66] frees a place when a token expires', async () => {
      const { api } = await world.stranger();
      must(await create(api, { expiresAt: inMs(1_000) }), 201);
      for (let count = 2; count < MAX_API_TOKENS; count++) must(await create(api), 201);
      must(await create(api), 409);
      travel.later(1_000);
      must(await create(api), 201);
      must(await create(api), 409);
    });
  });

  describe('createApiTokenOfUser', () => {
    it('[A69] bounds tokens for others by the token of the operator', async () => {
      const end = inMs(DAY_MS);
      const short = apiWith(await create(world.operator, { expiresAt: end }));
      const { userId } = await world.stranger();
      expect(must(await short.post(`/v1/instance/users/${userId}/tokens`, { name: 'x' }), 201).expiresAt).to.equal(end);
      must(await short.post(`/v1/instance/users/${userId}/tokens`, { name: 'x', expiresAt: inMs(2 * DAY_MS) }), 400);
    });
  });

  describe('setPasswordByLink', () => {
    it('[A66] revokes 1,001 tokens that were made before an account is taken back', async () => {
      const stranger = await unprovenPerson(world, `${Math.random().toString(36).slice(2)}@example.com`);
      const { container } = travel.instance;
      const { ids, tokens } = container.get(Tokens.Services);
      const secrets: string[] = [];
      await container
        .get(Tokens.UnitOfWork)
        .run(
          { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: travel.now },
          async (work) => {
            for (let count = 0; count < 1_001; count++) {
              const { secret, hash } = tokens.issue();
              secrets.push(secret);
              await work.apiTokens.save(
                ApiToken.issue({ id: ids.next(), userId: stranger.userId, via: null, name: 'x', hash, at: travel.now }),
              );
            }
          },
        );
      must(await apiOf(travel.instance, secrets[1_000]).get('/v1/user'), 200);
      const owner = new WebBrowser(travel.instance);
      const { url } = must(await world.operator.post(`/v1/instance/users/${stranger.userId}/password-link`), 201);
      await owner.open(url.slice(travel.instance.publicUrl.length));
      await owner.send('', { password: 'the pass phrase of the owner' });
      expect(
        must(await world.operator.get(`/v1/instance/users/${stranger.userId}/tokens?limit=0`), 200).count,
      ).to.equal(0);
      for (const secret of [secrets[0], secrets[999], secrets[1_000]])
        must(await apiOf(travel.instance, secret).get('/v1/user'), 401);
    });
  });

  describe('deleteOrganizationSAMLProvider', () => {
    it('[A70] ends the sessions of a provider and the tokens made in them, and no others', async () => {
      const saml = await SamlWorld.create(await World.create(travel.instance));
      const email = saml.someone();
      const browser = await saml.signIn(email);
      const api = await apiFrom(browser, world);
      const child = apiWith(await create(api));
      const { id } = await saml.accountOf(email);
      const byOperator = apiWith(await world.operator.post(`/v1/instance/users/${id}/tokens`, { name: 'x' }));
      must(await saml.world.admin.api.delete(saml.api), 205);
      for (const each of [api, child]) must(await each.get('/v1/user'), 401);
      expect((await browser.open('/app/~/v1/user')).status).to.equal(401);
      must(await byOperator.get('/v1/user'), 200);
    });
    it('[A70] leaves no session to a sign-in that ends at the same time', async () => {
      for (let round = 0; round < 4; round++) {
        const saml = await SamlWorld.create(await World.create(travel.instance));
        const browser = saml.browser();
        const inResponseTo = await saml.begin(browser);
        const { headers } = await saml.postResponse(
          browser,
          goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys),
          {},
          false,
        );
        const finish = headers.get('location')!;
        const [seen, deleted] = await Promise.all([
          browser.open(finish, {}, false),
          saml.world.admin.api.delete(saml.api),
        ]);
        must(deleted, 205);
        expect(seen.status).to.be.oneOf([303, 404]);
        expect((await browser.open('/app/~/v1/user')).status).to.equal(401);
      }
    });
  });
});
