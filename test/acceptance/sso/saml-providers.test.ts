import { expect } from 'chai';
import { MAX_SAML_PROVIDERS } from '../../../src/domain/sso/saml-provider.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const idp = selfSigned();
const UNKNOWN = '0'.repeat(20);
const bare = idp.certificate.replace(/-----[^-]+-----|\s/g, '');

onEveryBackend('SAML providers', (backend) => {
  let world: World;
  let other: World;
  let reader: Person;
  let path: string;
  const create = async (body: object = {}): Promise<any> =>
    must(await world.admin.api.post(path, { label: 'Provider', ...body }), 201);
  before(async () => {
    [world, other] = [await World.create(await backend.instance()), await World.create(await backend.instance())];
    reader = await world.member('read');
    path = `/v1/orgs/${world.organizationId}/saml`;
  });

  describe('createOrganizationSAMLProvider', () => {
    it('creates, reads, lists, changes and deletes a provider through the official client', async () => {
      const { orgs } = world.admin.client;
      const details = {
        label: 'Corporate',
        entityID: 'urn:idp',
        certificate: idp.certificate,
        ssoURL: 'https://idp.example/sso?a=b',
        defaultRole: 'comment',
      };
      const { data: made } = await orgs.createOrganizationSamlProvider(world.organizationId, details);
      const { publicUrl } = world.instance;
      expect(made).to.deep.include({ object: 'saml-provider', ...details, status: 'active', idpInitiated: false });
      expect(made.service).to.deep.equal({
        entityID: `${publicUrl}/saml/${made.id}`,
        acsURL: `${publicUrl}/saml/${made.id}/acs`,
        startURL: `${publicUrl}/saml/${made.id}/login`,
      });
      expect(made.urls).to.deep.equal({ location: `${publicUrl}${path}/${made.id}` });
      expect((await orgs.getOrganizationSamlProviderById(world.organizationId, made.id)).data).to.deep.equal(made);

      const { data: changed } = await orgs.updateOrganizationSamlProvider(world.organizationId, made.id, {
        label: 'Corporation',
        defaultRole: null,
      });
      expect(changed).to.deep.equal({ ...made, label: 'Corporation', defaultRole: null });
      const { data: listed } = await orgs.listSamlProvidersInOrganizationById(world.organizationId, { limit: 1000 });
      expect(listed.items.find(({ id }: { id: string }) => id === made.id)).to.deep.equal(changed);
      const { data: logins } = await orgs.listSsoProviderLoginsInOrganization(world.organizationId);
      expect(logins).to.deep.equal({ items: [{ id: made.id, label: 'Corporation', startURL: made.service.startURL }] });

      expect((await world.admin.api.delete(`${path}/${made.id}`)).status).to.equal(205);
      expect((await world.admin.api.delete(`${path}/${made.id}`)).status).to.equal(204);
      must(await world.admin.api.get(`${path}/${made.id}`), 404);
    });

    it('takes the default role of the organization for the provider', async () => {
      const own = await World.create(world.instance);
      must(await own.admin.api.patch(`/v1/orgs/${own.organizationId}`, { defaultRole: 'review' }), 200);
      expect(
        must(await own.admin.api.post(`/v1/orgs/${own.organizationId}/saml`, { label: 'P' }), 201).defaultRole,
      ).to.equal('review');
      expect(
        must(await own.admin.api.post(`/v1/orgs/${own.organizationId}/saml`, { label: 'P', defaultRole: null }), 201)
          .defaultRole,
      ).to.equal(null);
    });

    it('adds no more providers than an organization may have, also in parallel', async () => {
      const own = await World.create(world.instance);
      const providers = `/v1/orgs/${own.organizationId}/saml`;
      const answers = await Promise.all(
        Array.from({ length: MAX_SAML_PROVIDERS + 5 }, (_, n) => own.admin.api.post(providers, { label: `P${n}` })),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused.map(({ status }) => status)).to.deep.equal([409, 409, 409, 409, 409]);
      expect(refused[0]!.body.error.message).to.equal(
        'an organization can have at most 20 SAML providers; delete one first',
      );
      const { items } = must(await own.admin.api.get(providers), 200);
      expect(items).to.have.length(MAX_SAML_PROVIDERS);
      must(await own.admin.api.delete(`${providers}/${items[0].id}`), 205);
      must(await own.admin.api.post(providers, { label: 'Another' }), 201);
    });
  });

  describe('listSSOProviderLoginsInOrganization', () => {
    it('lists no provider until it has everything that signing in needs', async () => {
      const made = await create();
      expect(made).to.deep.include({
        status: 'pending',
        entityID: '',
        certificate: '',
        ssoURL: 'about:blank',
        defaultRole: null,
      });
      expect(made).not.to.have.property('defaultTeam');
      const one = `${path}/${made.id}`;
      for (const [change, status] of [
        [{ entityID: 'urn:idp' }, 'pending'],
        [{ certificate: bare }, 'pending'],
        [{ ssoURL: 'https://idp.example/' }, 'active'],
        [{ certificate: '' }, 'pending'],
      ] as const) {
        expect(must(await world.admin.api.patch(one, change), 200).status).to.equal(status);
        const { items } = must(await reader.api.get(`/v1/orgs/${world.organizationId}/sso`), 200);
        expect(items.some(({ id }: { id: string }) => id === made.id)).to.equal(status === 'active');
      }
      // What was read can be sent back.
      const { label, entityID, certificate, ssoURL, defaultRole } = must(await world.admin.api.get(one), 200);
      must(await world.admin.api.patch(one, { label, entityID, certificate, ssoURL, defaultRole }), 200);
      must(await world.admin.api.patch(one, { ssoURL: 'about:blank', entityID: '' }), 200);
      must(await world.admin.api.delete(one), 205);
    });
  });

  describe('updateOrganizationSAMLProvider', () => {
    it('removes white space around the entity ID, which comes with copied text', async () => {
      const { id } = await create();
      const change = async (entityID: string) =>
        must(await world.admin.api.patch(`${path}/${id}`, { entityID }), 200).entityID;
      expect(await change(' urn:idp\n')).to.equal('urn:idp');
      expect(await change(` ${'x'.repeat(1024)} `)).to.have.lengthOf(1024);
      expect(await change(' ')).to.equal('');
    });

    it('names the field that exceeds its limits', async () => {
      const { id } = await create();
      const long = (length: number) => `https://idp.example/${'x'.repeat(length - 20)}`;
      const many = `${idp.certificate}${' '.repeat(10_000 - idp.certificate.length)}`;
      for (const good of [
        { label: 'x' },
        { label: 'x'.repeat(30) },
        { entityID: 'x'.repeat(1024) },
        { ssoURL: long(2048) },
        { certificate: many },
        { certificate: bare },
        { defaultRole: 'admin' },
        { idpInitiated: true },
      ])
        must(await world.admin.api.patch(`${path}/${id}`, good), 200);
      const { error } = must(await world.admin.api.patch(`${path}/${id}`, { ssoURL: long(2049) }), 400);
      expect(error.issues).to.deep.equal([{ path: 'ssoURL', message: 'must have at most 2048 characters' }]);
      for (const [field, bad] of [
        ['label', ''],
        ['label', 'x'.repeat(31)],
        ['label', 7],
        ['label', null],
        ['entityID', 'x'.repeat(1025)],
        ['ssoURL', long(2049)],
        ['ssoURL', 'idp.example'],
        ['ssoURL', 'javascript:alert(1)'],
        ['ssoURL', 'ftp://idp.example/'],
        ['ssoURL', 'https://user:secret@idp.example/sso'],
        ['ssoURL', 'https://user@idp.example/sso'],
        ['ssoURL', ''],
        ['certificate', `${many} `],
        ['certificate', 'x'],
        ['certificate', bare.slice(8)],
        ['certificate', idp.key],
        ['certificate', selfSigned('EC', { kind: 'ec' }).certificate],
        ['defaultRole', 'owner'],
        ['defaultTeam', 7],
        ['idpInitiated', 'yes'],
      ] as const) {
        for (const { status, body } of [
          await world.admin.api.patch(`${path}/${id}`, { [field]: bad }),
          await world.admin.api.post(path, { label: 'Provider', [field]: bad }),
        ]) {
          expect(status, `${field} ${String(bad).slice(0, 40)}`).to.equal(400);
          expect(body.error.issues[0].path).to.equal(field);
        }
      }
      expect(must(await world.admin.api.post(path, {}), 400).error.issues[0].path).to.equal('label');
      must(await world.admin.api.delete(`${path}/${id}`), 205);
    });

    it('accepts a default team of the same organization, and ignores unknown fields', async () => {
      const team = must(
        await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Newcomers' }),
        201,
      );
      const foreign = must(
        await other.admin.api.put(`/v1/orgs/${other.organizationId}/teams`, { title: 'Others' }),
        201,
      );
      const made = await create({ defaultTeam: team.id });
      expect(made.defaultTeam).to.deep.include({ id: team.id, title: 'Newcomers' });
      const answers = [];
      for (const defaultTeam of [foreign.id, UNKNOWN, 'x'])
        answers.push(
          must(await world.admin.api.patch(`${path}/${made.id}`, { defaultTeam }), 404),
          must(await world.admin.api.post(path, { label: 'P', defaultTeam }), 404),
        );
      expect(new Set(answers.map(({ error }) => error.message)).size).to.equal(1);
      must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/teams/${team.id}`), 205);
      expect(must(await world.admin.api.get(`${path}/${made.id}`), 200)).not.to.have.property('defaultTeam');
      expect(must(await world.admin.api.patch(`${path}/${made.id}`, { defaultTeam: null }), 200)).not.to.have.property(
        'defaultTeam',
      );
    });
  });

  describe('listSAMLProvidersInOrganizationById', () => {
    it('lists providers page by page', async () => {
      const own = await World.create(world.instance);
      for (const label of ['One', 'Two', 'Three'])
        must(await own.admin.api.post(`/v1/orgs/${own.organizationId}/saml`, { label }), 201);
      const first = must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/saml?limit=2`), 200);
      expect(first.items.map(({ label }: { label: string }) => label)).to.deep.equal(['One', 'Two']);
      const second = must(
        await own.admin.api.get(`/v1/orgs/${own.organizationId}/saml?limit=2&page=${first.next.page}`),
        200,
      );
      expect([second.items.map(({ label }: { label: string }) => label), second.next, second.count]).to.deep.equal([
        ['Three'],
        undefined,
        3,
      ]);
    });
  });

  describe('getOrganizationSAMLProviderById', () => {
    it('[A3] is for administrators of the organization, and answers alike for providers of others', async () => {
      const { id } = await create();
      const theirs = must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/saml`, { label: 'Theirs' }),
        201,
      ).id;
      for (const api of [reader.api, (await world.member('create')).api]) {
        for (const { status } of [
          await api.get(path),
          await api.get(`${path}/${id}`),
          await api.post(path, { label: 'P' }),
          await api.patch(`${path}/${id}`, { label: 'P' }),
          await api.delete(`${path}/${id}`),
        ])
          expect(status).to.equal(403);
      }
      const stranger = await world.stranger();
      for (const { status } of [
        await stranger.api.get(path),
        await stranger.api.get(`${path}/${id}`),
        await stranger.api.delete(`${path}/${id}`),
        await stranger.api.get(`/v1/orgs/${world.organizationId}/sso`),
      ])
        expect(status).to.equal(404);
      for (const each of [theirs, UNKNOWN]) {
        must(await world.admin.api.get(`${path}/${each}`), 404);
        must(await world.admin.api.patch(`${path}/${each}`, { label: 'Mine' }), 404);
        must(await world.admin.api.delete(`${path}/${each}`), 204);
      }
      expect(must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/saml/${theirs}`), 200).label).to.equal(
        'Theirs',
      );
      must(await (await world.member(null)).api.get(`/v1/orgs/${world.organizationId}/sso`), 200);
    });
  });

  it('have addresses of the configured origin, whatever host a request names', async () => {
    const { id } = await create();
    const { service } = must(
      await world.admin.api.get(`${path}/${id}`, {
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      }),
      200,
    );
    const metadata = await apiOf(world.instance).get(`/saml/${id}`, { 'x-forwarded-host': 'evil.example' });
    expect(metadata.status).to.equal(200);
    expect(metadata.headers.get('content-type')).to.include('application/samlmetadata+xml');
    expect(metadata.body)
      .to.include(`entityID="${service.entityID}"`)
      .and.to.include(`Location="${service.acsURL}"`)
      .and.not.to.include('evil');
    expect((await apiOf(world.instance).get(`/saml/${UNKNOWN}`)).status).to.equal(404);
  });

  describe('deleteOrganizationSAMLProvider', () => {
    it('records changes and deletion in the audit log, without the certificate', async () => {
      const made = await create({ label: 'Logged', certificate: idp.certificate });
      must(await world.admin.api.patch(`${path}/${made.id}`, { label: 'Renamed', certificate: bare }), 200);
      must(await world.admin.api.delete(`${path}/${made.id}`), 205);
      const { items } = must(
        await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?target=${made.id}`),
        200,
      );
      expect(items.map(({ action }: { action: string }) => action)).to.deep.equal([
        'saml-provider.deleted',
        'saml-provider.changed',
        'saml-provider.created',
      ]);
      expect(JSON.stringify(items))
        .to.include('Renamed')
        .and.not.to.include(bare.slice(0, 60))
        .and.not.to.include('BEGIN CERTIFICATE');
    });
  });
});
