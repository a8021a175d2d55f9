import { expect } from 'chai';
import { apiFrom, PASSWORD, setPassword } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { apiOf, must, World, type Api, type Person } from '../../support/world.ts';

onEveryBackend('enforced SSO', (backend) => {
  let saml: SamlWorld;
  let world: World;
  let path: string;
  before(async () => {
    saml = await SamlWorld.create(await World.create(await backend.instance()));
    world = saml.world;
    path = `/v1/orgs/${world.organizationId}`;
  });
  const enforce = async (sso: boolean) =>
    must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso }), 200);
  afterEach(() => enforce(false));

  const flag = async ({ userId }: Person) => must(await world.admin.api.post(`${path}/members/${userId}/sso`), 200);
  const requests = (space: string): readonly string[] => [
    path,
    `${path}/spaces`,
    `${path}/collections`,
    `${path}/members`,
    `${path}/change-requests`,
    `${path}/search?query=a`,
    `/v1/spaces/${space}`,
    `/v1/spaces/${space}/content`,
    `/v1/spaces/${space}/change-requests`,
  ];
  const statuses = async (api: Api, of: readonly string[]): Promise<number[]> => {
    const all: number[] = [];
    for (const each of of) all.push((await api.get(each)).status);
    return all;
  };
  /** A session of a browser, opened with the password. */
  const passwordSession = async (person: Person): Promise<WebBrowser> => {
    await setPassword(world, person);
    const browser = new WebBrowser(world.instance);
    await browser.open('/sign-in');
    await browser.send('/sign-in', { email: person.email, password: PASSWORD });
    expect(browser.session).to.be.a('string');
    return browser;
  };

  it('[A64] refuses every credential of a member flagged for SSO that does not come from its providers', async () => {
    const joined = await world.member('review');
    const { id: space } = await world.space();
    const session = await passwordSession(joined);
    // The link that set the password has revoked the first token.
    const member = await world.withToken(joined);
    const fromSession = await apiFrom(session, world);
    await flag(member);
    await enforce(true);
    const byOperator = must(
      await world.operator.post(`/v1/instance/users/${member.userId}/tokens`, { name: 'x' }),
      201,
    );
    const newToken = must(await member.api.post('/v1/user/tokens', { name: 'made afterwards' }), 201).token;
    for (const api of [
      member.api,
      fromSession,
      apiOf(world.instance, byOperator.token),
      apiOf(world.instance, newToken),
    ]) {
      expect(await statuses(api, requests(space))).to.deep.equal(requests(space).map(() => 403));
      must(await api.post(`/v1/spaces/${space}/change-requests`, { subject: 'Still here' }), 403);
      must(await api.get('/v1/user'), 200);
    }
    expect((await session.open(`/app/~/v1/spaces/${space}`)).status).to.equal(403);
  });

  it('[A64] accepts sessions of its providers and tokens made in them, and no others of the same person', async () => {
    const { id: space } = await world.space();
    const email = saml.someone();
    const browser = await saml.signIn(email);
    const api = await apiFrom(browser, world);
    const child = apiOf(world.instance, must(await api.post('/v1/user/tokens', { name: 'child' }), 201).token);
    await enforce(true);
    for (const each of [api, child])
      expect(await statuses(each, requests(space))).to.deep.equal(requests(space).map(() => 200));
    expect((await browser.open(`/app/~/v1/spaces/${space}`)).status).to.equal(200);
    const { id } = await saml.accountOf(email);
    const other = must(await world.operator.post(`/v1/instance/users/${id}/tokens`, { name: 'x' }), 201).token;
    must(await apiOf(world.instance, other).get(path), 403);
  });

  it('[A64] accepts no session of another organization’s provider', async () => {
    const theirs = await SamlWorld.create(await World.create(world.instance));
    const member = await world.member('read');
    must(
      await theirs.world.operator.put(`/v1/instance/orgs/${theirs.world.organizationId}/members/${member.userId}`, {
        role: 'read',
      }),
      200,
    );
    must(
      await theirs.world.admin.api.post(`/v1/orgs/${theirs.world.organizationId}/members/${member.userId}/sso`),
      200,
    );
    const api = await apiFrom(await theirs.signIn(member.email), theirs.world);
    must(await api.get(`/v1/orgs/${theirs.world.organizationId}`), 200);
    const { id: space } = await world.space();
    await enforce(true);
    must(await api.get(path), 404);
    must(await api.get(`/v1/spaces/${space}`), 404);
  });

  it('[A64] is enforced by an administrator only from a session of its own provider', async () => {
    await flag(world.admin);
    expect(must(await world.admin.api.patch(path, { sso: true }), 409).error.message).to.match(
      /lock your own session out/,
    );
    const api = await apiFrom(await saml.signIn(world.admin.email), world);
    expect(must(await api.patch(path, { sso: true }), 200).sso).to.equal(true);
    must(await world.admin.api.patch(path, { sso: false }), 403);
    expect(must(await api.patch(path, { sso: false }), 200).sso).to.equal(false);
  });

  it('[A64] accepts no invite with a credential that does not come from its providers', async () => {
    const member = await world.member('read');
    const stranger = await world.stranger();
    const link = must(await world.admin.api.post(`${path}/link-invites`, { role: 'edit' }), 201);
    const join = ({ api }: Pick<Person, 'api'>) => api.post(`${path}/invites/${link.id}`);
    await enforce(true);
    for (const person of [member, stranger])
      expect(must(await join(person), 403).error.message).to.include('requires single sign-on');
    await enforce(false);
    const { items } = must(await world.admin.api.get(`${path}/members?limit=1000`), 200);
    expect(items.find(({ id }: any) => id === member.userId).role).to.equal('read');
    expect(items.some(({ id }: any) => id === stranger.userId)).to.equal(false);
    must(await join(member), 200);
  });

  it('keeps an active provider, so that people can sign in', async () => {
    await flag(world.admin);
    const api = await apiFrom(await saml.signIn(world.admin.email), world);
    await enforce(true);
    for (const change of [{ certificate: '' }, { entityID: '' }, { ssoURL: 'about:blank' }])
      expect(must(await api.patch(saml.api, change), 409).error.message).to.include('no other active SAML provider');
    must(await api.delete(saml.api), 409);
    must(await api.patch(saml.api, { label: 'Renamed' }), 200);
    const { entityID, ssoURL, certificate } = saml.provider;
    const another = must(await api.post(`${path}/saml`, { label: 'Another', entityID, ssoURL, certificate }), 201);
    must(await api.patch(saml.api, { certificate: '' }), 200);
    must(await api.delete(`${path}/saml/${another.id}`), 409);
    must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: false }), 200);
    must(await world.admin.api.delete(`${path}/saml/${another.id}`), 205);
    must(await world.admin.api.patch(saml.api, { certificate: saml.keys.certificate }), 200);
  });

  it('[A64] ends links and previews that were given to a password session', async () => {
    const uploads = new Uploads(world);
    const member = await world.member('create');
    await flag(member);
    const through = { ...member, api: await apiFrom(await saml.signIn(member.email), world) };
    const space = await uploads.space();
    await uploads.insert(space, { name: 'report.txt', key: await uploads.sent('the report') });
    const site = must(await world.admin.api.post(`${path}/sites`, { title: 'Docs', spaces: [space] }), 201).id;
    const web = apiOf(world.instance);
    const linksOf = async ({ api }: Person) => {
      const [file] = must(await api.get(`/v1/spaces/${space}/content/files`), 200).items;
      const upload = await uploads.announce('words', { by: { ...member, api } });
      const urls = {
        file: file.downloadURL,
        pdf: must(await api.get(`/v1/spaces/${space}/pdf`), 200).url,
        archive: must(await api.get(`/v1/spaces/${space}/archive`), 200).url,
        preview: must(await api.get(`${path}/sites/${site}/publishing/preview`), 200).url,
      };
      return async () => {
        const seen: Record<string, boolean> = {};
        for (const [name, url] of Object.entries<string>(urls)) {
          seen[name] = (await web.get(url.slice(world.instance.publicUrl.length))).status < 400;
        }
        return { ...seen, upload: (await uploads.send(upload.url, 'words')).status < 400 };
      };
    };
    const [old, current] = [await linksOf(member), await linksOf(through)];
    await enforce(true);
    expect(new Set(Object.values(await old())), 'of a password session').to.deep.equal(new Set([false]));
    expect(new Set(Object.values(await current())), 'of a session of the provider').to.deep.equal(new Set([true]));
  });

  it('leaves an account its own operations, and lets the operator end the enforcement', async () => {
    const member = await world.member('read');
    await enforce(true);
    must(await member.api.get('/v1/user'), 200);
    must(await world.admin.api.get(path), 403);
    await enforce(false);
    must(await world.admin.api.get(path), 200);
  });
});
