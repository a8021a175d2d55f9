import { generateKeyPair, SignJWT } from 'jose';
import { expect } from 'chai';
import { audienceSite, unsignedToken, visitorToken, type AudienceSite } from '../../support/sites/audience.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const HOUR = 3_600_000;

onEveryBackend('authenticated visitors', (backend) => {
  let time: TimeTravel;
  let world: World;
  let web: Api;
  let site: AudienceSite;
  before(async () => {
    time = await TimeTravel.start(backend);
    web = apiOf(time.instance);
  });
  beforeEach(async () => {
    world = await World.create(time.instance);
    site = await audienceSite(world, 'visitor-auth');
  });
  const inSeconds = (seconds: number): number => Math.floor(Date.parse(time.now) / 1000) + seconds;
  const token = (
    claims: object = {},
    key: string | Uint8Array = site.key,
    options: { exp?: number; alg?: string } = {},
  ) => visitorToken(key, claims, { exp: inSeconds(7200), ...options });
  const withCookie = (text: string) => web.get(`${site.at}/`, { cookie: `quire-visitor=${text}` });
  const auth = async (body: object) => must(await world.admin.api.patch(`${site.api}/publishing/auth`, body), 200);

  it('bring a token in the address once, and then as a cookie of that site alone', async () => {
    const text = await token({ staff: true });
    const entered = await web.get(`${site.at}/hidden?a=1&jwt_token=${text}&b=%2F`);
    must(entered, 303);
    expect(entered.headers.get('location')).to.equal(`${site.at}/hidden?a=1&b=%2F`);
    expect(entered.headers.get('cache-control')).to.equal('private, no-store');
    const expires = new Date(inSeconds(7200) * 1000).toUTCString();
    expect(entered.headers.getSetCookie()).to.deep.equal([
      `quire-visitor=${text}; Expires=${expires}; Path=${site.at}; HttpOnly; SameSite=Lax`,
    ]);
    const home = await withCookie(text);
    expect(must(home, 200)).to.include('Words for staff');
    expect([home.headers.get('cache-control'), home.headers.get('x-robots-tag')]).to.deep.equal([
      'private, no-store',
      'noindex',
    ]);
    must(await web.get(`${site.at}/`), 404);
    must(await web.get(`${site.at}/robots.txt`), 404);
  });

  it('[A83] are refused with any key from the header of their token', async () => {
    const bad: [name: string, kid: unknown][] = [
      ['NUL', '\0'],
      ['NUL in an id', `${'0'.repeat(19)}\0`],
      ['a lone surrogate', '\ud800'],
      ['a number', 1],
      ['an object', { a: 1 }],
      ['a list', ['0'.repeat(20)]],
      ['null', null],
      ['true', true],
      ['an empty name', ''],
      ['a long name', 'k'.repeat(2_000)],
      ['an unknown id', '0'.repeat(20)],
      ['SQL', "' OR 1=1 --"],
    ];
    const claims = Buffer.from(JSON.stringify({ exp: inSeconds(60) })).toString('base64url');
    for (const alg of ['HS256', 'ES256', 'none'])
      for (const [name, kid] of bad) {
        const header = Buffer.from(JSON.stringify({ alg, kid })).toString('base64url');
        expect((await withCookie(`${header}.${claims}.AAAA`)).status, `${name}, ${alg}`).to.equal(404);
        expect((await web.get(`${site.at}/?jwt_token=${header}.${claims}.AAAA`)).status, `${name}, ${alg}`).to.equal(
          404,
        );
      }
    const enormous = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'k'.repeat(1_000_000) })).toString('base64url');
    const answer = await web.get(`${site.at}/?jwt_token=${enormous}.${claims}.AAAA`).catch(() => undefined);
    expect(answer?.status ?? 431).to.be.oneOf([404, 414, 431]);
    must(await withCookie(await token()), 200);
  });

  it('[A18][A19] are accepted with valid tokens of the key of this site only', async () => {
    const other = await audienceSite(world, 'visitor-auth');
    const rsa = await generateKeyPair('RS256');
    const now = inSeconds(0);
    const good: Record<string, string> = {
      plain: await token(),
      'for the site by its id': await token({ aud: site.site.id }),
      'for the site by its address': await token({ aud: [`${time.instance.publicUrl}${site.at}`, 'others'] }),
      'in its last second': await token({}, site.key, { exp: now + 1 }),
    };
    for (const [name, text] of Object.entries(good))
      (must(await withCookie(text), 200), expect(name).to.be.a('string'));
    const bad: Record<string, string> = {
      'alg none': unsignedToken({}),
      'alg none with a signature': `${unsignedToken({})}${good['plain']!.split('.')[2]}`,
      'another HMAC': await token({}, site.key, { alg: 'HS384' }),
      'an RSA key': await new SignJWT({ exp: now + 60 }).setProtectedHeader({ alg: 'RS256' }).sign(rsa.privateKey),
      'an empty key': await token({}, new Uint8Array(1)),
      'a key of white space': await token({}, ' '.repeat(32)),
      'the key in white space': await token({}, ` ${site.key} `),
      'the id as a key': await token({}, site.site.id),
      "another site's key": await token({}, other.key),
      'for another site': await token({ aud: other.site.id }),
      'for nobody': await token({ aud: [] }),
      'for the organization': await token({ aud: world.organizationId }),
      expired: await token({}, site.key, { exp: now }),
      'not yet': await token({ nbf: now + 60 }),
      'without an end': await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(site.key)),
      'an end that is no number': await new SignJWT({ exp: 'never' as unknown as number })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(site.key))
        .catch(() => 'x.y.z'),
      cut: good['plain']!.slice(0, -3),
      altered: good['plain']!.replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ exp: now + 9999 })).toString('base64url')}.`,
      ),
      'too long': await token({ words: 'w'.repeat(3500) }),
      nothing: '',
      words: 'not a token',
    };
    for (const [name, text] of Object.entries(bad)) {
      expect((await withCookie(text)).status, name).to.equal(404);
      expect((await web.get(`${site.at}/?jwt_token=${encodeURIComponent(text)}`)).status, name).to.equal(404);
    }
  });

  it('[A18] are members of the organization, by its signature, as long as they are members', async () => {
    const ann = await world.member('read');
    const { serviceVisitorClaims: said } = must(await ann.api.post(`/v1/orgs/${world.organizationId}/ping`), 200);
    must(await withCookie(said), 200);
    const otherWorld = await World.create(time.instance);
    const { serviceVisitorClaims: foreign } = must(
      await otherWorld.admin.api.post(`/v1/orgs/${otherWorld.organizationId}/ping`),
      200,
    );
    must(await withCookie(foreign), 404);
    // The public half of that key is no secret of the site's.
    const [jwk] = must(await web.get(`/v1/orgs/${world.organizationId}/jwks`), 200).keys;
    for (const secret of [JSON.stringify(jwk), jwk.x, jwk.kid]) {
      const forged = await new SignJWT({
        aud: world.organizationId,
        sub: ann.userId,
        iss: time.instance.publicUrl,
        exp: inSeconds(60),
      })
        .setProtectedHeader({ alg: 'HS256', kid: jwk.kid })
        .sign(new TextEncoder().encode(secret));
      must(await withCookie(forged), 404);
    }
    const { serviceVisitorClaims: ofGuest } = must(
      await (await world.member(null)).api.post(`/v1/orgs/${world.organizationId}/ping`),
      200,
    );
    must(await withCookie(ofGuest), 404);
    must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${ann.userId}`), 205);
    must(await withCookie(said), 404);
  });

  it('are sent to sign in with the address they asked for, but never by a token in the address', async () => {
    expect(await auth({ fallbackURL: 'https://login.example/docs?from=quire' })).to.deep.include({
      object: 'publishing-auth',
      backend: 'custom',
      fallbackURL: 'https://login.example/docs?from=quire',
    });
    const sent = await web.get(`${site.at}/hidden?x=1`);
    must(sent, 303);
    expect(sent.headers.get('location')).to.equal('https://login.example/docs?from=quire&location=%2Fhidden');
    expect(sent.headers.get('cache-control')).to.equal('private, no-store');
    const odd = await web.get(`${site.at}/a%20b/%3F%26x//`);
    expect([odd.status, (await web.get(`${site.at}/a%26b/c?d`)).headers.get('location')]).to.deep.equal([
      404,
      `https://login.example/docs?from=quire&location=${encodeURIComponent('/a%26b/c')}`,
    ]);
    const robots = await web.get(`${site.at}/robots.txt`);
    expect(must(robots, 200)).to.equal('User-agent: *\nDisallow: /\n');
    expect(robots.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    must(await withCookie(await token({}, site.key, { exp: inSeconds(-1) })), 303);
    must(await web.get(`${site.at}/?jwt_token=${unsignedToken({})}`), 404);
    must(await withCookie(await token()), 200);
    must(await world.admin.api.patch(site.api, { visibility: 'public' }), 200);
    must(await web.get(`${site.at}/`), 200);
    must(await world.admin.api.patch(site.api, { visibility: 'visitor-auth' }), 200);
    must(await world.admin.api.post(`${site.api}/unpublish`), 200);
    must(await web.get(`${site.at}/`), 404);
    expect(await auth({ fallbackURL: null })).to.not.have.property('fallbackURL');
    for (const fallbackURL of [
      '',
      'login',
      'javascript:alert(1)',
      'ftp://a.example/',
      '//a.example',
      'https://u:p@a.example/',
      'https://a.example/ x',
      'https:\\\\a.example',
      `https://a.example/${'x'.repeat(2031)}`,
      7,
    ]) {
      expect(
        must(await world.admin.api.patch(`${site.api}/publishing/auth`, { fallbackURL }), 400).error.issues[0].path,
        String(fallbackURL),
      ).to.equal('fallbackURL');
    }
    await auth({ backend: 'custom', fallbackURL: `https://a.example/${'x'.repeat(2030)}` });
    must(await world.admin.api.patch(`${site.api}/publishing/auth`, { backend: 'integration' }), 400);
  });

  describe('regenerateSitePublishingAuthById', () => {
    it('accepts the replaced key for an hour', async () => {
      const old = await token({}, site.key, { exp: inSeconds(100_000) });
      const regenerate = async () =>
        must(await world.admin.api.post(`${site.api}/publishing/auth/regenerate`), 200).privateKey;
      const second = await regenerate();
      expect(second).to.not.equal(site.key);
      expect(must(await world.admin.api.get(`${site.api}/publishing/auth`), 200).privateKey).to.equal(second);
      const fresh = await token({}, second, { exp: inSeconds(100_000) });
      for (const one of [old, fresh]) must(await withCookie(one), 200);
      time.later(HOUR - 1);
      must(await withCookie(old), 200);
      time.later(1);
      must(await withCookie(old), 404);
      must(await withCookie(fresh), 200);
      const third = await token({}, await regenerate(), { exp: inSeconds(100_000) });
      await regenerate();
      must(await withCookie(third), 200);
      must(await withCookie(fresh), 404);
      must(await world.admin.api.get(`${site.api}/publishing/auth`), 200);
      const auditLog = JSON.stringify(
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?limit=100`), 200).items,
      );
      expect(auditLog)
        .to.include('site.signing-key-regenerated')
        .and.to.include('site.signing-key-shown')
        .and.to.not.include(second);
    });
  });

  describe('getSitePublishingAuthById', () => {
    it('shows the key of each site to those who manage it', async () => {
      const reader = await world.member('edit');
      for (const call of [
        reader.api.get(`${site.api}/publishing/auth`),
        reader.api.patch(`${site.api}/publishing/auth`, { fallbackURL: null }),
        reader.api.post(`${site.api}/publishing/auth/regenerate`),
        reader.api.get(`${site.api}/publishing/preview`),
      ])
        must(await call, 403);
      const { privateKey } = must(await world.admin.api.get(`${site.api}/publishing/auth`), 200);
      expect(Buffer.from(privateKey, 'base64url')).to.have.lengthOf(32);
      expect(privateKey)
        .to.equal(site.key)
        .and.to.not.equal((await audienceSite(world, 'visitor-auth')).key);
    });
  });

  describe('updateSitePublishingAuthById', () => {
    it('sets the address to sign in at and removes it, and refuses what is no web address', async () => {
      expect(await auth({ fallbackURL: 'https://example.com/login' })).to.include({
        fallbackURL: 'https://example.com/login',
      });
      expect(await auth({ fallbackURL: null })).not.to.have.property('fallbackURL');
      const path = `${site.api}/publishing/auth`;
      const refused = must(await world.admin.api.patch(path, { fallbackURL: 'ftp://example.com/' }), 400);
      expect(refused.error.issues[0].path).to.equal('fallbackURL');
      must(await (await world.member('edit')).api.patch(path, { fallbackURL: null }), 403);
    });
  });
});
