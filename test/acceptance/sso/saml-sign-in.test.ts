import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { apiFrom } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { startIdentityProvider, type IdentityProvider } from '../../support/servers/identity-provider.ts';
import { goodResponse } from '../../support/sso/saml-documents.ts';
import { proveDomain, SamlWorld } from '../../support/sso/saml-world.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('sign-in through a SAML provider', (backend) => {
  let world: World;
  let saml: SamlWorld;
  const orgs = () => `/v1/orgs/${world.organizationId}`;
  before(async () => {
    world = await World.create(await backend.instance());
    saml = await SamlWorld.create(world, { idpInitiated: true });
  });

  describe('with the SAML library of another project', () => {
    let own: World;
    let idp: IdentityProvider;
    let provider: any;
    let domain: string;
    before(async () => {
      own = await World.create(world.instance);
      domain = `${randomBytes(6).toString('hex')}.example`;
      const path = `/v1/orgs/${own.organizationId}`;
      await proveDomain(own, domain);
      const team = must(await own.admin.api.put(`${path}/teams`, { title: 'Newcomers' }), 201);
      const made = must(
        await own.admin.api.post(`${path}/saml`, { label: 'saml-idp', defaultTeam: team.id, defaultRole: 'edit' }),
        201,
      );
      idp = await startIdentityProvider(made.service);
      provider = must(
        await own.admin.api.patch(`${path}/saml/${made.id}`, {
          entityID: idp.issuer,
          ssoURL: idp.ssoURL,
          certificate: idp.certificate,
        }),
        200,
      );
    });
    const pathOf = (url: string) => url.slice(own.instance.publicUrl.length);

    it('makes a member of a user who begins at the organization, who then creates a token', async () => {
      const email = `ann@${domain}`;
      const browser = new WebBrowser(own.instance);
      const page = await browser.open(`/app/orgs/${own.organizationId}/sign-in?to=%2Faccount`);
      expect(page.text).to.include('Sign in with saml-idp');
      const start = /href="([^"]*\/login[^"]*)"/.exec(page.text)![1]!;
      const redirect = await browser.open(pathOf(start), {}, false);
      const form = await idp.signIn({ userName: email, displayName: 'Ann Other' }, redirect.headers.get('location')!);
      expect(form.action).to.equal(provider.service.acsURL);
      const seen = await browser.post(pathOf(form.action), form.fields);
      expect([seen.status, seen.at]).to.deep.equal([200, '/account']);
      expect(seen.text).to.include('Ann Other').and.to.include(email);

      const api = await apiFrom(browser, own);
      const organization = must(await api.get(`/v1/orgs/${own.organizationId}`), 200);
      expect(organization.permissions).to.include({ createContent: false, admin: false });
      const { items } = must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/members`), 200);
      const member = items.find(({ user }: any) => user.email === email);
      expect(member).to.deep.include({ role: 'edit', sso: true, teams: 1, disabled: false });
      expect(
        must(await api.get(`/v1/orgs/${own.organizationId}/teams/${provider.defaultTeam.id}`), 200).members,
      ).to.equal(1);

      const again = new WebBrowser(own.instance);
      const { headers } = await again.open(pathOf(provider.service.startURL), {}, false);
      const second = await idp.signIn({ userName: email }, headers.get('location')!);
      expect((await again.post(pathOf(second.action), second.fields)).status).to.equal(200);
      expect(must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/members`), 200).count).to.equal(items.length);
    });

    it('lets in a user who begins at the provider only where that is allowed', async () => {
      const email = `ben@${domain}`;
      const browser = new WebBrowser(own.instance);
      const refused = await idp.signIn({ userName: email });
      const { status, alert } = await browser.post(pathOf(refused.action), refused.fields);
      expect([status, alert]).to.deep.equal([403, 'Start the sign-in here, not at the identity provider.']);
      must(
        await own.admin.api.patch(`/v1/orgs/${own.organizationId}/saml/${provider.id}`, { idpInitiated: true }),
        200,
      );
      const form = await idp.signIn({ userName: email });
      expect((await browser.post(pathOf(form.action), { ...form.fields, RelayState: '/account' })).at).to.equal(
        '/account',
      );
      expect(browser.session).to.be.a('string');
    });
  });

  it('recognizes users by their name at the provider, whatever their address becomes', async () => {
    const persistent = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
    const nameId = randomBytes(8).toString('hex');
    await saml.signIn(nameId, {
      ...persistent,
      attributes: { mail: saml.someone('first'), givenName: 'Eva', sn: 'Long' },
    });
    const before = await saml.memberNamed(saml.someone('first'));
    expect(before.user.displayName).to.equal('Eva Long');
    await saml.signIn(nameId, { ...persistent, attributes: { mail: 'eva@elsewhere.example' } });
    expect(await saml.accountOf('eva@elsewhere.example')).to.equal(undefined);
    expect((await saml.memberNamed(saml.someone('first'))).user.id).to.equal(before.user.id);
  });
  it('recognizes users by their address where their name changes each time', async () => {
    const transient = {
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      attributes: { email: saml.someone('tom') },
    };
    await saml.signIn('_one', transient);
    await saml.signIn('_two', transient);
    expect(await saml.memberNamed(saml.someone('tom'))).to.include({ sso: true, role: 'comment' });
  });
  it('accepts signatures of a new certificate at once, and of the old one as long as it is kept', async () => {
    const rotated = await SamlWorld.create(await World.create(world.instance));
    const next = selfSigned();
    const email = rotated.someone();
    const answer = async (by: typeof next): Promise<number> => {
      const browser = rotated.browser();
      const inResponseTo = await rotated.begin(browser);
      return (await rotated.postResponse(browser, goodResponse(rotated.saying(email, { inResponseTo }), by))).status;
    };
    for (const [certificate, old, young] of [
      [rotated.keys.certificate, 200, 403],
      [rotated.keys.certificate + next.certificate, 200, 200],
      [next.certificate, 403, 200],
    ] as const) {
      must(await rotated.world.admin.api.patch(rotated.api, { certificate }), 200);
      expect([await answer(rotated.keys), await answer(next)]).to.deep.equal([old, young]);
    }
  });

  it('accepts an invitation, with the role that it gives', async () => {
    const email = saml.someone();
    must(await world.admin.api.post(`${orgs()}/invites`, { emails: [email], role: 'create', sso: true }), 200);
    await saml.signIn(email);
    expect(await saml.memberNamed(email)).to.include({ role: 'create', sso: true });
  });

  it('makes one member of a user who signs in twice at the same moment', async () => {
    const email = saml.someone();
    const browsers = [saml.browser(), saml.browser()];
    const requests = await Promise.all(browsers.map((browser) => saml.begin(browser)));
    const answers = await Promise.all(
      browsers.map((browser, n) =>
        saml.postResponse(browser, goodResponse(saml.saying(email, { inResponseTo: requests[n] }), saml.keys)),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(
      must(await world.admin.api.get(`${orgs()}/members?limit=1000`), 200).items.filter(
        ({ user }: any) => user.email === email,
      ),
    ).to.have.length(1);
  });

  it('[A30] redirects to pages of this instance only', async () => {
    for (const evil of [
      '//evil.example',
      'https:evil.example',
      'https://evil.example/',
      '/\\evil.example',
      '\\evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '@evil.example',
      '.evil.example',
      '/saml/x',
      '/v1/orgs',
      `${world.instance.publicUrl}.evil.example`,
      '/./\\evil.example',
      '/app/../..//evil.example',
    ]) {
      const browser = saml.browser();
      expect(
        (await saml.postResponse(browser, goodResponse(saml.saying(saml.someone()), saml.keys), { RelayState: evil }))
          .at,
        evil,
      ).to.equal('/app');
      const begun = saml.browser();
      const inResponseTo = await saml.begin(begun, `?to=${encodeURIComponent(evil)}`);
      expect(
        (
          await saml.postResponse(begun, goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys), {
            RelayState: '/account',
          })
        ).at,
        evil,
      ).to.equal('/app');
    }
    const browser = saml.browser();
    const inResponseTo = await saml.begin(browser, '?to=%2Fapp%2Fspaces%2Fx%3Fa%3Db');
    expect(
      (await saml.postResponse(browser, goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys))).at,
    ).to.equal('/app/spaces/x?a=b');
  });

  it('shows the same page for an organization without providers and for none', async () => {
    const anybody = saml.browser();
    const empty = await World.create(world.instance);
    const texts = [];
    for (const id of [empty.organizationId, '0'.repeat(20), 'x'])
      texts.push((await anybody.open(`/app/orgs/${id}/sign-in`)).text);
    expect(new Set(texts)).to.have.lengthOf(1);
    expect((await anybody.open(`/app/orgs/${world.organizationId}/sign-in`)).text).to.include('Sign in with Test IdP');
  });

  it('is recorded in the audit log, when it succeeds and when it fails', async () => {
    const email = saml.someone();
    await saml.signIn(email);
    const { id } = await saml.accountOf(email);
    await saml.refused((inResponseTo) =>
      goodResponse(saml.saying('eve@elsewhere.example', { inResponseTo }), saml.keys),
    );
    await saml.refused((inResponseTo) =>
      goodResponse(saml.saying('eve@forged.example', { inResponseTo }), selfSigned()),
    );
    const { items: failed } = must(
      await world.admin.api.get(`${orgs()}/audit-events?action=saml-provider.sign-in-failed&limit=2`),
      200,
    );
    expect(failed.map(({ payload }: any) => payload)).to.deep.equal([
      { reason: 'signature' },
      { reason: 'email-not-ours', nameId: 'eve@elsewhere.example', email: 'eve@elsewhere.example' },
    ]);
    expect(failed[0].address).to.be.a('string');
    const { items } = must(await world.admin.api.get(`${orgs()}/audit-events?target=${id}&limit=100`), 200);
    const actions = items.map(({ action }: any) => action);
    expect(actions)
      .to.include('member.joined')
      .and.to.include('session.opened')
      .and.to.include('saml-identity.recognized');
    expect(items.find(({ action }: any) => action === 'session.opened').payload.via).to.equal(
      `saml:${saml.provider.id}`,
    );
    // Whom the provider has named is who came in; who was refused is nobody yet.
    for (const action of ['member.joined', 'session.opened', 'saml-identity.recognized'])
      expect(items.find((item: any) => item.action === action).actor, action).to.include({ type: 'user', id });
    for (const { actor } of failed) expect(actor).to.deep.equal({ type: 'system', id: 'system' });
  });

  it('is refused once the provider is deleted', async () => {
    const own = await SamlWorld.create(await World.create(world.instance));
    const browser = await own.signIn(own.someone());
    expect((await browser.open('/account')).status).to.equal(200);
    const late = own.browser();
    const inResponseTo = await own.begin(late);
    must(await own.world.admin.api.delete(own.api), 205);
    expect((await browser.open('/account')).at).to.include('/sign-in');
    expect(
      (await own.postResponse(late, goodResponse(own.saying(own.someone(), { inResponseTo }), own.keys))).status,
    ).to.equal(404);
  });
});
