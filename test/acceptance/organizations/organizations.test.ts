import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { unprovenPerson } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { proveDomain } from '../../support/sso/saml-world.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const unique = (): string => randomBytes(6).toString('hex');
const domain = (): string => `${unique()}.example`;

onEveryBackend('organizations', (backend) => {
  let world: World;
  let path: string;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
    path = `/v1/orgs/${world.organizationId}`;
  });
  const change = async (body: object, status = 200) => must(await world.admin.api.patch(path, body), status);
  /** Somebody whose address is at the domain. */
  const personAt = async (emailDomain: string): Promise<{ readonly userId: string; readonly api: Api }> => {
    const { id: userId } = must(
      await world.operator.post('/v1/instance/users', { email: `${unique()}@${emailDomain}`, displayName: 'Ann' }),
      201,
    );
    const { token } = must(await world.operator.post(`/v1/instance/users/${userId}/tokens`, { name: 't' }), 201);
    return { userId, api: apiOf(world.instance, token) };
  };

  describe('updateOrganizationById', () => {
    it('changes every field, and shows the result through the official client', async () => {
      const site = must(
        await world.admin.api.post(`${path}/sites`, { title: 'Docs', spaces: [(await world.space()).id] }),
        201,
      );
      const hostname = `docs-${unique()}`;
      const input = {
        title: 'New title',
        emailDomains: ['A.example', 'b.example'],
        hostname,
        defaultRole: 'comment',
        defaultContent: { type: 'site', site: site.id },
        logo: 'https://example.com/logo.png',
        ai: true,
        inviteLinks: false,
      };
      const { data } = await world.admin.client.orgs.updateOrganizationById(world.organizationId, input);
      const { logo, ...rest } = input;
      expect(data).to.deep.include({
        object: 'organization',
        id: world.organizationId,
        ...rest,
        emailDomains: ['a.example', 'b.example'],
        sso: false,
      });
      expect(data.urls.logo).to.equal(logo);
      expect((await world.admin.client.orgs.getOrganizationById(world.organizationId)).data).to.deep.equal(data);
      expect((await world.admin.client.orgs.listOrganizationsForAuthenticatedUser()).data.items).to.deep.equal([data]);

      const bare = await change({
        hostname: null,
        defaultRole: null,
        defaultContent: null,
        logo: null,
        emailDomains: [],
      });
      expect(bare).to.not.have.any.keys('hostname', 'defaultContent');
      expect(bare).to.deep.include({ defaultRole: null, emailDomains: [], title: 'New title' });
      expect(bare.urls).to.not.have.property('logo');
      expect(await change({})).to.deep.equal(bare);
    });

    it('names the field that exceeds its limits', async () => {
      for (const [body, at] of [
        [{ title: 'x' }, 'title'],
        [{ title: 'x'.repeat(256) }, 'title'],
        [{ hostname: 'ab' }, 'hostname'],
        [{ hostname: 'a'.repeat(33) }, 'hostname'],
        [{ hostname: 'ABC' }, 'hostname'],
        [{ hostname: '-abc' }, 'hostname'],
        [{ hostname: 'abc-' }, 'hostname'],
        [{ hostname: 'a.bc' }, 'hostname'],
        [{ emailDomains: ['nobody@example.com'] }, 'emailDomains.0'],
        [{ emailDomains: ['ok.example', 'localhost'] }, 'emailDomains.1'],
        [{ emailDomains: ['-a.example'] }, 'emailDomains.0'],
        [{ emailDomains: Array.from({ length: 101 }, (_, i) => `d${i}.example`) }, 'emailDomains'],
        [{ logo: 'logo.png' }, 'logo'],
        [{ logo: 'javascript:alert(1)' }, 'logo'],
        [{ logo: `https://example.com/${'a'.repeat(2029)}` }, 'logo'],
        [{ defaultRole: 'owner' }, 'defaultRole'],
        [{ defaultContent: { type: 'space', site: UNKNOWN } }, 'defaultContent.type'],
        [{ defaultContent: { type: 'site' } }, 'defaultContent.site'],
        [{ sso: 'yes' }, 'sso'],
        [{ ai: null }, 'ai'],
        [{ inviteLinks: 1 }, 'inviteLinks'],
      ] as const)
        expect(
          [...new Set((await change(body, 400)).error.issues.map((issue: any) => issue.path))],
          JSON.stringify(body).slice(0, 80),
        ).to.deep.equal([at]);
      const long = unique() + 'a'.repeat(20);
      for (const body of [
        { title: 'xy' },
        { title: 'x'.repeat(255) },
        { hostname: unique().slice(0, 3) },
        { hostname: long },
        { logo: `https://example.com/${'a'.repeat(2028)}` },
        { emailDomains: Array.from({ length: 100 }, (_, i) => `d${i}.example`) },
      ])
        await change(body);
      expect(long).to.have.lengthOf(32);
    });

    it('gives a host name to one organization only, also when two ask at once', async () => {
      const hostname = `docs-${unique()}`;
      const others = await Promise.all([
        World.create(world.instance),
        World.create(world.instance),
        World.create(world.instance),
      ]);
      const answers = await Promise.all(
        others.map((other) => other.admin.api.patch(`/v1/orgs/${other.organizationId}`, { hostname })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
      expect((await change({ hostname }, 409)).error.message).to.equal('the hostname is taken');
      await others[answers.findIndex(({ status }) => status === 200)]!.admin.api.patch(
        `/v1/orgs/${others[answers.findIndex(({ status }) => status === 200)]!.organizationId}`,
        { hostname: null },
      );
      await change({ hostname });
    });

    it('accepts a default site of the organization only, and resets it when that is deleted', async () => {
      const other = await World.create(world.instance);
      const theirs = must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/sites`, { title: 'Theirs' }),
        201,
      ).id;
      const [foreign, unknown] = [theirs, UNKNOWN].map((site) =>
        world.admin.api.patch(path, { defaultContent: { type: 'site', site } }),
      );
      for (const answer of [await foreign!, await unknown!])
        expect(must(answer, 404).error.message).to.equal('site not found');
      const { id: site } = must(await world.admin.api.post(`${path}/sites`, { title: 'Ours' }), 201);
      expect((await change({ defaultContent: { type: 'site', site } })).defaultContent).to.deep.equal({
        type: 'site',
        site,
      });
      must(await world.admin.api.delete(`${path}/sites/${site}`), 205);
      expect(must(await world.admin.api.get(path), 200)).to.not.have.property('defaultContent');
    });

    it('ignores fields that do not exist', async () => {
      const before = must(await world.admin.api.get(path), 200);
      const body = {
        id: UNKNOWN,
        createdAt: '2000-01-01T00:00:00Z',
        plan: 'free',
        permissions: { admin: false },
        urls: { app: 'https://evil.example' },
        organization: UNKNOWN,
        customHostname: 'x',
      };
      expect(await change(body)).to.deep.equal(before);
    });
  });

  describe('listInstanceOrganizations', () => {
    it('lists every organization to the operator, who need not be a member', async () => {
      const stranger = await world.stranger();
      const { id } = must(await stranger.api.post('/v1/orgs', { title: 'Straße und Ödland' }), 201);
      must(await world.operator.get(`/v1/orgs/${id}`), 404);
      const all = must(await world.operator.get('/v1/instance/orgs?limit=1000'), 200);
      expect(all.items.map((one: any) => one.id)).to.include.members([id, world.organizationId]);
      expect(all.count).to.equal(all.items.length);
      const found = must(await world.operator.get('/v1/instance/orgs?search=UND%20%C3%B6DLAND'), 200);
      expect(found).to.deep.include({ count: 1 });
      expect(found.items[0]).to.deep.include({ object: 'organization', id, title: 'Straße und Ödland', members: 1 });
      expect(must(await world.operator.get('/v1/instance/orgs?search=%25'), 200).items).to.deep.equal([]);
      must(await world.admin.api.get('/v1/instance/orgs'), 403);
    });

    it('goes through all pages of organizations in their order', async () => {
      const all = must(await world.operator.get('/v1/instance/orgs?limit=1000'), 200).items;
      const seen: unknown[] = [];
      for (let page = ''; ;) {
        const { items, next } = must(await world.operator.get(`/v1/instance/orgs?limit=1${page}`), 200);
        seen.push(...items);
        if (next === undefined) break;
        page = `&page=${next.page}`;
      }
      expect(seen).to.deep.equal(all);
    });
  });

  describe('getInstanceOrganization', () => {
    it('shows the operator an organization as the list does', async () => {
      const { items } = must(await world.operator.get('/v1/instance/orgs?limit=1000'), 200);
      const listed = items.find(({ id }: any) => id === world.organizationId);
      const at = `/v1/instance/orgs/${world.organizationId}`;
      expect(must(await world.operator.get(at), 200)).to.deep.equal(listed);
      const { members } = listed;
      await world.member('read');
      expect(must(await world.operator.get(at), 200).members).to.equal(members + 1);
      must(await world.operator.get(`/v1/instance/orgs/${UNKNOWN}`), 404);
      must(await world.admin.api.get(at), 403);
    });
  });

  describe('updateOrganizationByOperator', () => {
    it('enforces SSO only for an organization that has a usable provider', async () => {
      expect((await change({ sso: true }, 409)).error.message).to.match(/no active SAML provider/);
      must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: true }), 409);
      const { id } = must(await world.admin.api.post(`${path}/saml`, { label: 'Half', entityID: 'urn:idp' }), 201);
      await change({ sso: true }, 409);
      must(
        await world.admin.api.patch(`${path}/saml/${id}`, {
          ssoURL: 'https://idp.example/sso',
          certificate: selfSigned().certificate,
        }),
        200,
      );
      // The caller's own session would be locked out, and a flag that the caller sets does not change that.
      expect((await change({ sso: true }, 409)).error.message).to.match(/lock your own session out/);
      must(await world.admin.api.post(`${path}/members/${world.admin.userId}/sso`), 200);
      expect((await change({ sso: true }, 409)).error.message).to.match(/lock your own session out/);
      expect((await change({})).sso).to.equal(false);
      expect(
        must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: true }), 200).sso,
      ).to.equal(true);
      must(await world.admin.api.get(path), 403);
      // The operator opens and shuts what they need not be in.
      expect(
        must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: false }), 200),
      ).to.deep.include({ id: world.organizationId, sso: false });
      expect((await change({})).sso).to.equal(false);
      expect(
        must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: true }), 200).sso,
      ).to.equal(true);
      must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: false }), 200);
      must(await world.admin.api.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: false }), 403);
      must(await world.operator.patch(`/v1/instance/orgs/${UNKNOWN}`, { sso: false }), 404);
    });
  });

  describe('getOrganizationById', () => {
    it('tells each member truly what they may do', async () => {
      const expected = {
        admin: [
          'view',
          'access',
          'admin',
          'ownTeam',
          'createContent',
          'createOpenAPISpec',
          'viewBilling',
          'listMembers',
          'listTeams',
        ],
        create: ['view', 'access', 'createContent', 'createOpenAPISpec', 'listMembers', 'listTeams'],
        review: ['view', 'access', 'listMembers', 'listTeams'],
        read: ['view', 'access', 'listMembers', 'listTeams'],
        guest: ['view', 'access'],
      } as const;
      for (const [role, allowed] of Object.entries(expected)) {
        const { api } = await world.member(role === 'guest' ? null : (role as 'read'));
        const { permissions } = must(await api.get(path), 200);
        expect(
          Object.keys(permissions).filter((name) => permissions[name]),
          role,
        ).to.deep.equal([...allowed]);
        must(await api.patch(path, { ai: true }), permissions.admin ? 200 : 403);
        must(await api.get(`${path}/members`), permissions.listMembers ? 200 : 403);
        must(await api.post(`${path}/spaces`, { title: 'S' }), permissions.createContent ? 201 : 403);
      }
    });
  });

  describe('joinOrganization', () => {
    it('answers 403 where SSO is enforced, even for an address at a domain of the organization', async () => {
      const emailDomain = domain();
      await change({ emailDomains: [emailDomain], defaultRole: 'edit' });
      await proveDomain(world, emailDomain);
      must(
        await world.admin.api.post(`${path}/saml`, {
          label: 'IdP',
          entityID: 'urn:idp',
          ssoURL: 'https://idp.example/sso',
          certificate: selfSigned().certificate,
        }),
        201,
      );
      must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso: true }), 200);
      const ann = await personAt(emailDomain);
      expect(must(await ann.api.post(`${path}/join`), 403).error.message).to.match(/identity provider/);
      must(await (await personAt(`x${emailDomain}`)).api.post(`${path}/join`), 404);
    });

    it('admits users with an address at a domain of the organization, with the default role', async () => {
      const emailDomain = domain();
      await change({ emailDomains: ['else.example', emailDomain.toUpperCase()], defaultRole: 'edit' });
      await proveDomain(world, emailDomain);
      const ann = await personAt(emailDomain);
      must(await ann.api.get(path), 404);
      const { organizations } = must(await ann.api.get(`/v1/email-domains/${emailDomain}/orgs`), 200);
      expect(organizations.map(({ id, permissions }: any) => [id, permissions.view])).to.deep.equal([
        [world.organizationId, false],
      ]);
      must(await ann.api.post(`${path}/join`), 204);
      expect(must(await ann.api.get(`${path}/members/${ann.userId}`), 200)).to.include({
        role: 'edit',
        id: ann.userId,
      });
      expect(
        must(await ann.api.get(`/v1/email-domains/${emailDomain.toUpperCase()}/orgs`), 200).organizations[0].permissions
          .view,
      ).to.equal(true);
    });

    it('lets in guests where there is no default role', async () => {
      const emailDomain = domain();
      await change({ emailDomains: [emailDomain] });
      await proveDomain(world, emailDomain);
      const ann = await personAt(emailDomain);
      must(await ann.api.post(`${path}/join`), 204);
      expect(must(await ann.api.get(`${path}/members/${ann.userId}`), 200).role).to.equal(null);
    });

    it('adds a member once, however often and however many times at once it is called', async () => {
      const emailDomain = domain();
      await change({ emailDomains: [emailDomain], defaultRole: 'read' });
      await proveDomain(world, emailDomain);
      const ann = await personAt(emailDomain);
      for (const answer of await Promise.all(Array.from({ length: 5 }, () => ann.api.post(`${path}/join`))))
        must(answer, 204);
      must(await world.admin.api.patch(`${path}/members/${ann.userId}`, { role: 'create' }), 200);
      must(await ann.api.post(`${path}/join`), 204);
      expect(must(await ann.api.get(`${path}/members/${ann.userId}`), 200).role).to.equal('create');
      expect(must(await world.admin.api.get(`${path}/members`), 200).count).to.equal(2);
    });

    it('refuses an address that has not been confirmed', async () => {
      const emailDomain = domain();
      await change({ emailDomains: [emailDomain], defaultRole: 'admin' });
      await proveDomain(world, emailDomain);
      const eve = await unprovenPerson(await World.create(world.instance), `eve@${emailDomain}`);
      must(await eve.api.post(`${path}/join`), 404);
      expect(must(await eve.api.get(`/v1/email-domains/${emailDomain}/orgs`), 200)).to.deep.equal({
        organizations: [],
      });
    });

    it('answers everybody else as if the organization did not exist', async () => {
      const emailDomain = domain();
      await change({ emailDomains: [emailDomain], defaultRole: 'admin' });
      await proveDomain(world, emailDomain);
      for (const other of [
        await world.stranger(),
        await personAt(`not-${emailDomain}`),
        await personAt(`sub.${emailDomain}`),
        await personAt(emailDomain.slice(2)),
      ]) {
        const [refused, unknown] = [
          await other.api.post(`${path}/join`),
          await other.api.post(`/v1/orgs/${UNKNOWN}/join`),
        ];
        expect(must(refused, 404).error.message).to.equal(must(unknown, 404).error.message);
        expect(must(await other.api.get(`/v1/email-domains/${emailDomain}/orgs`), 200)).to.deep.equal({
          organizations: [],
        });
        must(await other.api.get(path), 404);
      }
      expect(
        must(await world.operator.get(`/v1/email-domains/${emailDomain}/orgs`), 200).organizations.map(
          ({ id }: any) => id,
        ),
      ).to.deep.equal([world.organizationId]);
    });
  });

  describe('getSubdomain', () => {
    it('finds an organization by its subdomain, for its members only', async () => {
      const hostname = `docs-${unique()}`;
      await change({ hostname });
      const { data } = await world.admin.client.subdomains.getSubdomain(hostname);
      expect(data).to.deep.equal({
        object: 'subdomain',
        subdomain: hostname,
        target: { type: 'organization', organization: world.organizationId },
        isActive: true,
      });
      const stranger = await world.stranger();
      for (const name of [hostname, `free-${unique()}`, 'a'])
        expect(must(await stranger.api.get(`/v1/subdomains/${name}`), 404).error.message).to.equal(
          'subdomain not found',
        );
      await change({ hostname: `docs-${unique()}` });
      must(await world.admin.api.get(`/v1/subdomains/${hostname}`), 404);
    });
  });

  describe('getOrganizationsForEmailDomain', () => {
    it('lists the organizations that the caller can join by the domain of their address', async () => {
      const emailDomain = domain();
      await proveDomain(world, emailDomain);
      const { api } = await personAt(emailDomain);
      const found = must(await api.get(`/v1/email-domains/${emailDomain}/orgs`), 200);
      expect(found.organizations.map(({ id }: any) => id)).to.deep.equal([world.organizationId]);
      must(await apiOf(world.instance).get(`/v1/email-domains/${emailDomain}/orgs`), 401);
    });
  });

  describe('createOrganization', () => {
    it('makes the caller its administrator, and limits title and e-mail domains', async () => {
      const person = await world.stranger();
      const made = must(
        await person.api.post('/v1/orgs', {
          title: 'Ab',
          emailDomains: ['Example.com', 'example.COM', 'sub.example.org'],
        }),
        201,
      );
      expect(made).to.deep.include({
        object: 'organization',
        title: 'Ab',
        emailDomains: ['example.com', 'sub.example.org'],
      });
      expect(made.permissions).to.include({ view: true, admin: true, createContent: true, listMembers: true });
      expect((await person.client.orgs.getOrganizationById(made.id)).data).to.deep.equal(made);
      expect((await person.client.orgs.listOrganizationsForAuthenticatedUser()).data).to.deep.equal({
        items: [made],
        count: 1,
      });
      for (const title of ['A', 'x'.repeat(256), ''])
        expect(must(await person.api.post('/v1/orgs', { title }), 400).error.issues[0].path).to.equal('title');
      must(await person.api.post('/v1/orgs', { title: 'x'.repeat(255) }), 201);
      must(await person.api.post('/v1/orgs', { title: 'Ab', emailDomains: ['not a domain'] }), 400);
    });
  });

  describe('listOrganizationsForAuthenticatedUser', () => {
    it('lists organizations to their members with the permissions of each caller', async () => {
      for (const [role, createContent, listMembers] of [
        [null, false, false],
        ['read', false, true],
        ['create', true, true],
      ] as const) {
        const { api } = await world.member(role);
        expect(must(await api.get(`/v1/orgs/${world.organizationId}`), 200).permissions).to.include({
          view: true,
          admin: false,
          createContent,
          listMembers,
        });
        expect(must(await api.get('/v1/orgs'), 200).count).to.equal(1);
      }
    });
  });
});
