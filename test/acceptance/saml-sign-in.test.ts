import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import { onEveryBackend } from '../support/backends.ts';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts';
import { assertionXml, cut, goodResponse, responseXml, RSA_SHA1, signed } from '../support/saml-documents.ts';
import { SamlWorld } from '../support/saml-world.ts';
import { selfSigned } from '../support/self-signed.ts';
import { WebBrowser } from '../support/web-browser.ts';
import { wrapped } from '../support/wrapped-responses.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

const MINUTE = 60_000;

/** The token that somebody makes on the page of their account, and who they are by it. */
async function apiFrom(browser: WebBrowser, world: World): Promise<Api> {
  await browser.open('/account');
  const { text } = await browser.send('/account/tokens', { name: 'mine' });
  return apiOf(world.instance, /qr_[\w-]+/.exec(text)![0]);
}

onEveryBackend('signing in through an identity provider', (backend) => {
  let world: World;
  let saml: SamlWorld;
  const orgs = () => `/v1/orgs/${world.organizationId}`;
  const memberNamed = async (email: string): Promise<any> => must(await world.admin.api.get(`${orgs()}/members?limit=1000`), 200).items.find(({ user }: any) => user.email === email);
  const accountOf = async (email: string): Promise<any> => must(await world.operator.get('/v1/instance/users?limit=1000'), 200).items.find((user: any) => user.email === email);
  before(async () => {
    world = await World.create(await backend.instance());
    saml = await SamlWorld.create(world, { idpInitiated: true });
  });

  describe('that somebody else wrote', () => {
    let own: World;
    let idp: IdentityProvider;
    let provider: any;
    let domain: string;
    before(async function () {
      this.timeout(30_000);
      own = await World.create(world.instance);
      domain = `${randomBytes(6).toString('hex')}.example`;
      const path = `/v1/orgs/${own.organizationId}`;
      must(await own.admin.api.patch(path, { emailDomains: [domain] }), 200);
      const team = must(await own.admin.api.put(`${path}/teams`, { title: 'Newcomers' }), 201);
      const made = must(await own.admin.api.post(`${path}/saml`, { label: 'saml-idp', defaultTeam: team.id, defaultRole: 'edit' }), 201);
      idp = await startIdentityProvider(made.service);
      provider = must(await own.admin.api.patch(`${path}/saml/${made.id}`, { entityID: idp.issuer, ssoURL: idp.ssoURL, certificate: idp.certificate }), 200);
    });
    const pathOf = (url: string) => url.slice(own.instance.publicUrl.length);

    it('makes a member of who begins here, who then sees the organization and mints a token', async () => {
      const email = `ann@${domain}`;
      const browser = new WebBrowser(own.instance);
      const page = await browser.open(`/app/orgs/${own.organizationId}/sign-in?to=%2Faccount`);
      expect(page.text).to.include('Sign in with saml-idp');
      const start = /href="([^"]*\/login[^"]*)"/.exec(page.text)![1]!;
      const asked = await browser.open(pathOf(start), {}, false);
      const form = await idp.signIn({ userName: email, displayName: 'Ann Other' }, asked.headers.get('location')!);
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
      expect(must(await api.get(`/v1/orgs/${own.organizationId}/teams/${provider.defaultTeam.id}`), 200).members).to.equal(1);

      const again = new WebBrowser(own.instance);
      const { headers } = await again.open(pathOf(provider.service.startURL), {}, false);
      const second = await idp.signIn({ userName: email }, headers.get('location')!);
      expect((await again.post(pathOf(second.action), second.fields)).status).to.equal(200);
      expect(must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/members`), 200).count).to.equal(items.length);
    });

    it('lets in who begins there only where that is allowed', async () => {
      const email = `ben@${domain}`;
      const browser = new WebBrowser(own.instance);
      const refused = await idp.signIn({ userName: email });
      const { status, alert } = await browser.post(pathOf(refused.action), refused.fields);
      expect([status, alert]).to.deep.equal([403, 'Please begin to sign in here, not at the identity provider.']);
      must(await own.admin.api.patch(`/v1/orgs/${own.organizationId}/saml/${provider.id}`, { idpInitiated: true }), 200);
      const form = await idp.signIn({ userName: email });
      expect((await browser.post(pathOf(form.action), { ...form.fields, RelayState: '/account' })).at).to.equal('/account');
      expect(browser.session).to.be.a('string');
    });
  });

  it('keeps people by their name at the provider, whatever their address becomes', async () => {
    const persistent = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
    const nameId = randomBytes(8).toString('hex');
    await saml.signIn(nameId, { ...persistent, attributes: { mail: saml.someone('first'), givenName: 'Eva', sn: 'Long' } });
    const before = await memberNamed(saml.someone('first'));
    expect(before.user.displayName).to.equal('Eva Long');
    await saml.signIn(nameId, { ...persistent, attributes: { mail: 'eva@elsewhere.example' } });
    expect(await accountOf('eva@elsewhere.example')).to.equal(undefined);
    expect((await memberNamed(saml.someone('first'))).user.id).to.equal(before.user.id);
  });
  it('keeps people by their address where their name is another one each time', async () => {
    const transient = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', attributes: { email: saml.someone('tom') } };
    await saml.signIn('_one', transient);
    await saml.signIn('_two', transient);
    expect(await memberNamed(saml.someone('tom'))).to.include({ sso: true, role: 'comment' });
  });
  it('takes what the new certificate signs as soon as it is there, and the old one as long as it is', async () => {
    const rotated = await SamlWorld.create(await World.create(world.instance));
    const next = selfSigned();
    const email = rotated.someone();
    const answer = async (by: typeof next): Promise<number> => {
      const browser = rotated.browser();
      const inResponseTo = await rotated.begin(browser);
      return (await rotated.bring(browser, goodResponse(rotated.saying(email, { inResponseTo }), by))).status;
    };
    for (const [certificate, old, young] of [[rotated.keys.certificate, 200, 403], [rotated.keys.certificate + next.certificate, 200, 200], [next.certificate, 403, 200]] as const) {
      must(await rotated.world.admin.api.patch(rotated.api, { certificate }), 200);
      expect([await answer(rotated.keys), await answer(next)]).to.deep.equal([old, young]);
    }
  });

  describe('speaks for nobody but its own', () => {
    it('not for addresses of other domains', async () => {
      const email = `eve@${randomBytes(6).toString('hex')}.example`;
      for (const each of [email, `eve@sub.${saml.domain}`, `eve@${saml.domain}.evil.example`, `${saml.someone()}@evil.example`]) {
        const alert = await saml.refused((inResponseTo) => goodResponse(saml.saying(each, { inResponseTo }), saml.keys));
        expect(alert).to.match(/may not speak for your e-mail address|did not say your e-mail address/);
        expect(await accountOf(each)).to.equal(undefined);
      }
    });
    it('not for people of other organizations, whatever domains it says are its own', async () => {
      const other = await World.create(world.instance);
      const victim = other.admin;
      const before = await saml.refused((inResponseTo) => goodResponse(saml.saying(victim.email, { inResponseTo }), saml.keys));
      expect(before).to.include('may not speak');
      must(await world.admin.api.patch(orgs(), { emailDomains: [saml.domain, 'example.com'] }), 200);
      const after = await saml.refused((inResponseTo) => goodResponse(saml.saying(victim.email, { inResponseTo }), saml.keys));
      must(await world.admin.api.patch(orgs(), { emailDomains: [saml.domain] }), 200);
      expect(after).to.include('outside of this organization');
      expect(await memberNamed(victim.email)).to.equal(undefined);
    });
    it('not for members of other domains, until they are made its own', async () => {
      const member = await world.member('review');
      expect(await saml.refused((inResponseTo) => goodResponse(saml.saying(member.email, { inResponseTo }), saml.keys))).to.include('may not speak');
      must(await world.admin.api.post(`${orgs()}/members/${member.userId}/sso`), 200);
      await saml.signIn(member.email);
      expect(await memberNamed(member.email)).to.include({ role: 'review', sso: true });
    });
    it('opens this organization only, though the account has others and runs the instance', async () => {
      const email = saml.someone();
      const user = must(await world.operator.post('/v1/instance/users', { email, displayName: 'In two' }), 201);
      const whole = apiOf(world.instance, must(await world.operator.post(`/v1/instance/users/${user.id}/tokens`, { name: 'whole' }), 201).token);
      const elsewhere = must(await whole.post('/v1/orgs', { title: 'Elsewhere' }), 201).id;
      const space = must(await whole.post(`/v1/orgs/${elsewhere}/spaces`, { title: 'Secret' }), 201).id;
      must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${user.id}`, { role: 'admin' }), 200);

      const browser = await saml.signIn(email);
      const api = await apiFrom(browser, world);
      must(await api.get(orgs()), 200);
      must(await api.get(`${orgs()}/saml`), 200);
      for (const path of [`/v1/orgs/${elsewhere}`, `/v1/orgs/${elsewhere}/spaces`, `/v1/spaces/${space}`, `/v1/spaces/${space}/content`]) expect((await api.get(path)).status, path).to.equal(404);
      expect((await api.patch(`/v1/spaces/${space}`, { title: 'Mine' })).status).to.equal(404);
      expect(must(await api.get('/v1/orgs'), 200)).to.deep.include({ count: 1 }).and.nested.include({ 'items[0].id': world.organizationId });
      expect(must(await api.get('/v1/orgs?limit=0'), 200)).to.deep.equal({ items: [], count: 1 });
      expect((await api.post('/v1/orgs', { title: 'More' })).status).to.equal(403);
      expect((await api.get('/v1/instance/users')).status).to.equal(403);
      // What is minted is as narrow, and the wide ones are out of sight.
      const { id, token } = must(await api.post('/v1/user/tokens', { name: 'narrow' }), 201);
      expect((await apiOf(world.instance, token).get(`/v1/orgs/${elsewhere}`)).status).to.equal(404);
      const seen = must(await api.get('/v1/user/tokens'), 200).items.map(({ name }: any) => name);
      expect(seen).to.have.members(['mine', 'narrow']);
      const { items } = must(await whole.get('/v1/user/tokens'), 200);
      const wide = items.find(({ name }: any) => name === 'whole');
      must(await api.delete(`/v1/user/tokens/${wide.id}`), 204);
      must(await whole.delete(`/v1/user/tokens/${id}`), 205);
      must(await whole.get(`/v1/orgs/${elsewhere}`), 200);
      for (const [path, fields] of [['/account/password', { current: 'x', password: 'correct horse battery' }], ['/account/codes', { present: 'x' }]] as const) {
        await browser.open('/account');
        const form = /name="form" value="([^"]+)"/.exec(browser.seen.text)![1]!;
        expect((await browser.post(path, { ...fields, form })).status).to.equal(403);
      }
      expect((await browser.open('/account')).text).to.include('for that organization alone').and.not.to.include('Present password');
    });
    it('opens nothing of the instance, though the account is the operator’s', async () => {
      const operator = must(await world.operator.get('/v1/user'), 200);
      must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${operator.id}`, { role: 'read' }), 200);
      must(await world.admin.api.post(`${orgs()}/members/${operator.id}/sso`), 200);
      const api = await apiFrom(await saml.signIn(operator.email), world);
      expect((await api.get('/v1/instance/users')).status).to.equal(403);
      must(await api.get(orgs()), 200);
      must(await world.operator.get('/v1/instance/users'), 200);
    });
    it('not for who is shut out, nor after they were removed', async () => {
      const email = saml.someone();
      const browser = await saml.signIn(email);
      const api = await apiFrom(browser, world);
      const { id } = await accountOf(email);
      must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: true }), 200);
      expect((await api.get(orgs())).status).to.equal(401);
      expect(await saml.refused((inResponseTo) => goodResponse(saml.saying(email, { inResponseTo }), saml.keys))).to.equal('Your account is disabled.');
      must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: false }), 200);
      must(await world.admin.api.delete(`${orgs()}/members/${id}`), 205);
      expect((await api.get(orgs())).status).to.equal(404);
    });
  });

  it('takes an invitation up, with the role that it gives', async () => {
    const email = saml.someone();
    must(await world.admin.api.post(`${orgs()}/invites`, { emails: [email], role: 'create', sso: true }), 200);
    await saml.signIn(email);
    expect(await memberNamed(email)).to.include({ role: 'create', sso: true });
  });

  it('makes one member of somebody who comes in twice at the same moment', async () => {
    const email = saml.someone();
    const browsers = [saml.browser(), saml.browser()];
    const requests = await Promise.all(browsers.map((browser) => saml.begin(browser)));
    const answers = await Promise.all(browsers.map((browser, n) => saml.bring(browser, goodResponse(saml.saying(email, { inResponseTo: requests[n] }), saml.keys))));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(must(await world.admin.api.get(`${orgs()}/members?limit=1000`), 200).items.filter(({ user }: any) => user.email === email)).to.have.length(1);
  });

  describe('is of use once', () => {
    it('not a second time, not in another browser, not with another assertion for the same request', async () => {
      const browser = saml.browser();
      const email = saml.someone();
      const inResponseTo = await saml.begin(browser);
      const xml = goodResponse(saml.saying(email, { inResponseTo }), saml.keys);
      expect((await saml.bring(browser, xml)).status).to.equal(200);
      for (const each of [browser, saml.browser()]) expect((await saml.bring(each, xml)).alert).to.include('used already');
      expect((await saml.bring(browser, goodResponse(saml.saying(email, { inResponseTo }), saml.keys))).alert).to.include('used already');
    });
    it('not by two at the same moment', async () => {
      const browser = saml.browser();
      const xml = goodResponse(saml.saying(saml.someone(), { inResponseTo: await saml.begin(browser) }), saml.keys);
      const answers = await Promise.all([1, 2, 3, 4].map(() => saml.bring(browser, xml, {}, false)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 403, 403, 403]);
    });
    it('not what began at the provider either', async () => {
      const xml = goodResponse(saml.saying(saml.someone()), saml.keys);
      expect((await saml.bring(saml.browser(), xml)).status).to.equal(200);
      expect((await saml.bring(saml.browser(), xml)).alert).to.include('used already');
    });
    it('and is forgotten once it would be refused for its age', async () => {
      const { container } = world.instance;
      const marks = () => container.get(Tokens.Reads).spentMarks.list({}, { limit: 1000 });
      const known = new Set((await marks()).items.map(({ id }) => id));
      await saml.signIn(saml.someone());
      const mine = (await marks()).items.map((mark) => mark.snapshot()).filter(({ id }) => !known.has(id));
      expect(mine).to.have.lengthOf(3);
      for (const { expiresAt } of mine) expect(Date.parse(expiresAt) - Date.now()).to.be.within(30_000, 15 * MINUTE);
      const ids = mine.map(({ id }) => id);
      for (const attempt of [1, 2]) await container.get(Tokens.Jobs).run({ name: 'forgetSpentMarks', payload: { ids }, attempt, lastAttempt: false, signal: new AbortController().signal });
      expect((await marks()).items.filter(({ id }) => ids.includes(id))).to.deep.equal([]);
    });
    it('and the ticket only once, only in the browser that began', async () => {
      const browser = saml.browser();
      const inResponseTo = await saml.begin(browser);
      const { headers } = await saml.bring(browser, goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys), {}, false);
      const finish = headers.get('location')!;
      const stranger = saml.browser();
      await saml.begin(stranger);
      expect((await stranger.open(finish)).alert).to.include('another browser');
      expect(stranger.session).to.equal(undefined);
      expect((await browser.open(finish)).status).to.equal(200);
      expect((await browser.open(finish, {}, false)).status).to.equal(403);
      expect((await browser.open(`${finish}x`)).status).to.equal(403);
      expect((await browser.open(saml.path('finish'))).status).to.equal(403);
    });
  });

  describe('refuses', () => {
    const sworn = (wrong: object) => (inResponseTo: string) => goodResponse(saml.saying(saml.someone(), { inResponseTo, ...wrong }), saml.keys);
    const cases: Readonly<Record<string, (inResponseTo: string) => string>> = {
      'an unsigned assertion': (inResponseTo) => responseXml(saml.saying(saml.someone(), { inResponseTo }), assertionXml(saml.saying(saml.someone(), { inResponseTo }))),
      'a signed response around an unsigned assertion': (inResponseTo) => signed(responseXml(saml.saying('a', { inResponseTo }), assertionXml(saml.saying(saml.someone(), { inResponseTo }))), { by: saml.keys, of: 'Response' }),
      'the wrong key': (inResponseTo) => goodResponse(saml.saying(saml.someone(), { inResponseTo }), selfSigned()),
      'SHA-1': (inResponseTo) => signed(responseXml(saml.saying('a', { inResponseTo }), assertionXml(saml.saying(saml.someone(), { inResponseTo }))), { by: saml.keys, method: RSA_SHA1 }),
      'a comment in a name': (inResponseTo) => goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys).replace(`@${saml.domain}<`, `@${saml.domain}<!-- -->.evil.example<`),
      'two assertions': (inResponseTo) => { const xml = sworn({})(inResponseTo); const { element } = cut(xml, 'Assertion'); return xml.replace(element, element + element); },
      'two signatures': (inResponseTo) => { const xml = sworn({})(inResponseTo); const { element } = cut(xml, 'Signature'); return xml.replace(element, element + element); },
      'another audience': sworn({ audience: 'https://other.example/saml' }),
      'another recipient': sworn({ recipient: 'https://other.example/acs' }),
      'another destination': sworn({ destination: 'https://other.example/acs' }),
      'another issuer': sworn({ issuer: 'urn:other' }),
      'what is expired': sworn({ notBefore: -10 * MINUTE, notOnOrAfter: -2 * MINUTE }),
      'what is not valid yet': sworn({ notBefore: 2 * MINUTE }),
      'a request that nobody made': sworn({ inResponseTo: '_made-up' }),
      'an external entity': (inResponseTo) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sworn({})(inResponseTo)}`,
      'a billion laughs': (inResponseTo) => `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${sworn({})(inResponseTo)}`,
    };
    for (const [title, make] of Object.entries(cases)) it(title, async () => expect(await saml.refused(make)).to.be.a('string'));

    it('what is wrapped around a signed assertion, in all eight ways', async () => {
      const own = await SamlWorld.create(await World.create(world.instance));
      const forge = (xml: string) => xml.replaceAll(own.someone('ann'), own.someone('eve'));
      for (const name of ['XSW1', 'XSW2', 'XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8'])
        await own.refused((inResponseTo) => {
          const saying = own.saying(own.someone('ann'), { inResponseTo });
          const both = signed(goodResponse(saying, own.keys), { by: own.keys, of: 'Response' });
          return wrapped(both, goodResponse(saying, own.keys), forge)[name]!;
        });
      expect(must(await own.world.admin.api.get(`/v1/orgs/${own.world.organizationId}/members`), 200).count).to.equal(1);
    });
    it('at one provider what was sworn for another, of the same keys even', async () => {
      const twin = must(await world.admin.api.post(`${orgs()}/saml`, { label: 'Twin', entityID: saml.provider.entityID, ssoURL: saml.provider.ssoURL, certificate: saml.keys.certificate, idpInitiated: true }), 201);
      const xml = goodResponse({ ...saml.saying(saml.someone()), audience: twin.service.entityID, recipient: twin.service.acsURL }, saml.keys);
      expect((await saml.bring(saml.browser(), xml)).status).to.equal(403);
      const browser = saml.browser();
      const inResponseTo = await saml.begin(browser);
      const crossed = goodResponse({ ...saml.saying(saml.someone(), { inResponseTo }), audience: twin.service.entityID, recipient: twin.service.acsURL }, saml.keys);
      const { status, alert } = await browser.post(`/saml/${twin.id}/acs`, { SAMLResponse: Buffer.from(crossed).toString('base64') });
      expect([status, alert]).to.deep.equal([403, 'The answer belongs to another request. Please try again.']);
      must(await world.admin.api.delete(`${orgs()}/saml/${twin.id}`), 205);
    });
    it('what is no answer at all', async () => {
      const anybody = saml.browser();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const [body, status] of [['', 400], ['SAMLResponse=a&SAMLResponse=b', 400], ['SAMLResponse=%00', 400], ['SAMLResponse=', 403], [`SAMLResponse=${'A'.repeat(600_000)}`, 413]] as const)
        expect((await anybody.open(saml.path('acs'), { method: 'POST', body, headers: form })).status, body.slice(0, 30)).to.equal(status);
      expect((await anybody.open(saml.path('acs'), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).to.equal(415);
      expect((await anybody.open(saml.path('acs'))).status).to.equal(405);
      expect((await anybody.open(`/saml/${'0'.repeat(20)}/login`)).status).to.equal(404);
      expect((await anybody.open(`/saml/${'0'.repeat(20)}/acs`, { method: 'POST', body: 'SAMLResponse=PGEvPg', headers: form })).status).to.equal(404);
    });
  });

  it('leads nowhere but to our own pages', async () => {
    for (const evil of ['//evil.example', 'https:evil.example', 'https://evil.example/', '/\\evil.example', '\\evil.example', '/%09/evil.example', '/\t/evil.example', 'javascript:alert(1)', '@evil.example', '.evil.example', '/saml/x', '/v1/orgs', `${world.instance.publicUrl}.evil.example`, '/./\\evil.example', '/app/../..//evil.example']) {
      const browser = saml.browser();
      expect((await saml.bring(browser, goodResponse(saml.saying(saml.someone()), saml.keys), { RelayState: evil })).at, evil).to.equal('/app');
      const begun = saml.browser();
      const inResponseTo = await saml.begin(begun, `?to=${encodeURIComponent(evil)}`);
      expect((await saml.bring(begun, goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys), { RelayState: '/account' })).at, evil).to.equal('/app');
    }
    const browser = saml.browser();
    const inResponseTo = await saml.begin(browser, '?to=%2Fapp%2Fspaces%2Fx%3Fa%3Db');
    expect((await saml.bring(browser, goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys))).at).to.equal('/app/spaces/x?a=b');
  });

  it('shows the same page for an organization without providers and for none', async () => {
    const anybody = saml.browser();
    const empty = await World.create(world.instance);
    const texts = [];
    for (const id of [empty.organizationId, '0'.repeat(20), 'x']) texts.push((await anybody.open(`/app/orgs/${id}/sign-in`)).text);
    expect(new Set(texts)).to.have.lengthOf(1);
    expect((await anybody.open(`/app/orgs/${world.organizationId}/sign-in`)).text).to.include('Sign in with Test IdP');
  });

  it('is in the audit log, when it succeeds and when it fails', async () => {
    const email = saml.someone();
    await saml.signIn(email);
    const { id } = await accountOf(email);
    await saml.refused((inResponseTo) => goodResponse(saml.saying('eve@elsewhere.example', { inResponseTo }), saml.keys));
    await saml.refused((inResponseTo) => goodResponse(saml.saying('eve@forged.example', { inResponseTo }), selfSigned()));
    const { items: failed } = must(await world.admin.api.get(`${orgs()}/audit-events?action=saml-provider.sign-in-failed&limit=2`), 200);
    expect(failed.map(({ payload }: any) => payload)).to.deep.equal([{ reason: 'signature' }, { reason: 'email-not-ours', nameId: 'eve@elsewhere.example', email: 'eve@elsewhere.example' }]);
    expect(failed[0].address).to.be.a('string');
    const { items } = must(await world.admin.api.get(`${orgs()}/audit-events?target=${id}&limit=100`), 200);
    const actions = items.map(({ action }: any) => action);
    expect(actions).to.include('member.joined').and.to.include('session.opened').and.to.include('saml-identity.recognized');
    expect(items.find(({ action }: any) => action === 'session.opened').payload.via).to.equal(`saml:${saml.provider.id}`);
    // Whom the provider has named is who came in; who was refused is nobody yet.
    for (const action of ['member.joined', 'session.opened', 'saml-identity.recognized']) expect(items.find((item: any) => item.action === action).actor, action).to.include({ type: 'user', id });
    for (const { actor } of failed) expect(actor).to.deep.equal({ type: 'system', id: 'system' });
  });

  it('is what an organization may insist on', async () => {
    const own = await SamlWorld.create(await World.create(world.instance));
    const { organizationId, admin, operator } = own.world;
    const path = `/v1/orgs/${organizationId}`;
    const member = await own.world.member('read');
    const space = await own.world.space();
    must(await admin.api.patch(path, { sso: true }), 409);
    must(await member.api.get(path), 200);
    must(await admin.api.post(`${path}/members/${admin.userId}/sso`), 200);
    must(await admin.api.patch(path, { sso: true }), 200);
    for (const each of [path, `${path}/spaces`, `/v1/spaces/${space.id}`, `/v1/spaces/${space.id}/content`]) {
      const { error } = must(await member.api.get(each), 403);
      expect(error.message).to.include('identity provider');
    }
    must(await admin.api.get(path), 200);
    // The account's own things stay.
    must(await member.api.get('/v1/user'), 200);

    const api = await apiFrom(await own.signIn(own.someone()), own.world);
    must(await api.get(path), 200);
    must(await api.get(`/v1/spaces/${space.id}`), 200);

    // The last way in is the instance's operator's.
    must(await operator.patch(`/v1/instance/orgs/${organizationId}`, { sso: false }), 200);
    must(await admin.api.get(path), 200);
    must(await admin.api.post(`${path}/members/${member.userId}/sso`), 200);
    must(await admin.api.patch(path, { sso: true }), 200);
    await own.signIn(member.email);
    must(await member.api.get(path), 200);
    must(await operator.patch(`/v1/instance/orgs/${organizationId}`, { sso: false }), 200);
  });

  it('ends with the provider', async () => {
    const own = await SamlWorld.create(await World.create(world.instance));
    const browser = await own.signIn(own.someone());
    expect((await browser.open('/account')).status).to.equal(200);
    const late = own.browser();
    const inResponseTo = await own.begin(late);
    must(await own.world.admin.api.delete(own.api), 205);
    expect((await browser.open('/account')).at).to.include('/sign-in');
    expect((await own.bring(late, goodResponse(own.saying(own.someone(), { inResponseTo }), own.keys))).status).to.equal(404);
  });
});
