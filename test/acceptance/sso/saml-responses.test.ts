import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { assertionXml, cut, goodResponse, responseXml, RSA_SHA1, signed } from '../../support/sso/saml-documents.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { wrapResponse } from '../../support/sso/wrapped-responses.ts';
import { must, World } from '../../support/world.ts';

const MINUTE = 60_000;

onEveryBackend('SAML responses', (backend) => {
  let world: World;
  let saml: SamlWorld;
  const orgs = () => `/v1/orgs/${world.organizationId}`;
  before(async () => {
    world = await World.create(await backend.instance());
    saml = await SamlWorld.create(world, { idpInitiated: true });
  });

  describe('single use', () => {
    it('[A27] refuses a response a second time, in another browser, and with another assertion for the same request', async () => {
      const browser = saml.browser();
      const email = saml.someone();
      const inResponseTo = await saml.begin(browser);
      const xml = goodResponse(saml.saying(email, { inResponseTo }), saml.keys);
      expect((await saml.postResponse(browser, xml)).status).to.equal(200);
      for (const each of [browser, saml.browser()])
        expect((await saml.postResponse(each, xml)).alert).to.include('already been used');
      expect(
        (await saml.postResponse(browser, goodResponse(saml.saying(email, { inResponseTo }), saml.keys))).alert,
      ).to.include('already been used');
    });
    it('[A27] accepts a response once when it is sent twice at the same moment', async () => {
      const browser = saml.browser();
      const xml = goodResponse(saml.saying(saml.someone(), { inResponseTo: await saml.begin(browser) }), saml.keys);
      const answers = await Promise.all([1, 2, 3, 4].map(() => saml.postResponse(browser, xml, {}, false)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 403, 403, 403]);
    });
    it('refuses a second time a response that began at the provider', async () => {
      const xml = goodResponse(saml.saying(saml.someone()), saml.keys);
      expect((await saml.postResponse(saml.browser(), xml)).status).to.equal(200);
      expect((await saml.postResponse(saml.browser(), xml)).alert).to.include('already been used');
    });
    it('forgets a used response once it would be refused for its age', async () => {
      const { container } = world.instance;
      const marks = () => container.get(Tokens.Reads).consumedTokens.list({}, { limit: 1000 });
      const known = new Set((await marks()).items.map(({ id }) => id));
      await saml.signIn(saml.someone());
      const mine = (await marks()).items.map((mark) => mark.snapshot()).filter(({ id }) => !known.has(id));
      expect(mine).to.have.lengthOf(3);
      for (const { expiresAt } of mine) expect(Date.parse(expiresAt) - Date.now()).to.be.within(30_000, 15 * MINUTE);
      const ids = mine.map(({ id }) => id);
      for (const attempt of [1, 2])
        await container.get(Tokens.JobRunner).run({
          name: 'forget-consumed-tokens',
          payload: { ids },
          attempt,
          lastAttempt: false,
          signal: new AbortController().signal,
        });
      expect((await marks()).items.filter(({ id }) => ids.includes(id))).to.deep.equal([]);
    });
    it('accepts the ticket after the response once, and only in the browser that began', async () => {
      const browser = saml.browser();
      const inResponseTo = await saml.begin(browser);
      const { headers } = await saml.postResponse(
        browser,
        goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys),
        {},
        false,
      );
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

  describe('forgery', () => {
    const signedResponse = (wrong: object) => (inResponseTo: string) =>
      goodResponse(saml.saying(saml.someone(), { inResponseTo, ...wrong }), saml.keys);
    const cases: Readonly<Record<string, (inResponseTo: string) => string>> = {
      'an unsigned assertion': (inResponseTo) =>
        responseXml(
          saml.saying(saml.someone(), { inResponseTo }),
          assertionXml(saml.saying(saml.someone(), { inResponseTo })),
        ),
      'a signed response around an unsigned assertion': (inResponseTo) =>
        signed(
          responseXml(saml.saying('a', { inResponseTo }), assertionXml(saml.saying(saml.someone(), { inResponseTo }))),
          { by: saml.keys, of: 'Response' },
        ),
      'the wrong key': (inResponseTo) => goodResponse(saml.saying(saml.someone(), { inResponseTo }), selfSigned()),
      'SHA-1': (inResponseTo) =>
        signed(
          responseXml(saml.saying('a', { inResponseTo }), assertionXml(saml.saying(saml.someone(), { inResponseTo }))),
          { by: saml.keys, method: RSA_SHA1 },
        ),
      'a comment in a name': (inResponseTo) =>
        goodResponse(saml.saying(saml.someone(), { inResponseTo }), saml.keys).replace(
          `@${saml.domain}<`,
          `@${saml.domain}<!-- -->.evil.example<`,
        ),
      'two assertions': (inResponseTo) => {
        const xml = signedResponse({})(inResponseTo);
        const { element } = cut(xml, 'Assertion');
        return xml.replace(element, element + element);
      },
      'two signatures': (inResponseTo) => {
        const xml = signedResponse({})(inResponseTo);
        const { element } = cut(xml, 'Signature');
        return xml.replace(element, element + element);
      },
      'another audience': signedResponse({ audience: 'https://other.example/saml' }),
      'another recipient': signedResponse({ recipient: 'https://other.example/acs' }),
      'another destination': signedResponse({ destination: 'https://other.example/acs' }),
      'another issuer': signedResponse({ issuer: 'urn:other' }),
      'what is expired': signedResponse({ notBefore: -10 * MINUTE, notOnOrAfter: -2 * MINUTE }),
      'what is not valid yet': signedResponse({ notBefore: 2 * MINUTE }),
      'a request that nobody made': signedResponse({ inResponseTo: '_made-up' }),
      'an external entity': (inResponseTo) =>
        `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signedResponse({})(inResponseTo)}`,
      'a billion laughs': (inResponseTo) =>
        `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${signedResponse({})(inResponseTo)}`,
    };
    for (const [forged, make] of Object.entries(cases))
      it(`[A26][A27][A29] refuses ${forged}`, async () => expect(await saml.refused(make)).to.be.a('string'));

    it('[A26] refuses all eight ways of wrapping a signed assertion', async () => {
      const own = await SamlWorld.create(await World.create(world.instance));
      const forge = (xml: string) => xml.replaceAll(own.someone('ann'), own.someone('eve'));
      for (const name of ['XSW1', 'XSW2', 'XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8'])
        await own.refused((inResponseTo) => {
          const saying = own.saying(own.someone('ann'), { inResponseTo });
          const both = signed(goodResponse(saying, own.keys), { by: own.keys, of: 'Response' });
          return wrapResponse(both, goodResponse(saying, own.keys), forge)[name]!;
        });
      expect(must(await own.world.admin.api.get(`/v1/orgs/${own.world.organizationId}/members`), 200).count).to.equal(
        1,
      );
    });
    it('[A27] refuses at one provider what was signed for another, even with the same keys', async () => {
      const twin = must(
        await world.admin.api.post(`${orgs()}/saml`, {
          label: 'Twin',
          entityID: saml.provider.entityID,
          ssoURL: saml.provider.ssoURL,
          certificate: saml.keys.certificate,
          idpInitiated: true,
        }),
        201,
      );
      const xml = goodResponse(
        { ...saml.saying(saml.someone()), audience: twin.service.entityID, recipient: twin.service.acsURL },
        saml.keys,
      );
      expect((await saml.postResponse(saml.browser(), xml)).status).to.equal(403);
      const browser = saml.browser();
      const inResponseTo = await saml.begin(browser);
      const crossed = goodResponse(
        {
          ...saml.saying(saml.someone(), { inResponseTo }),
          audience: twin.service.entityID,
          recipient: twin.service.acsURL,
        },
        saml.keys,
      );
      const { status, alert } = await browser.post(`/saml/${twin.id}/acs`, {
        SAMLResponse: Buffer.from(crossed).toString('base64'),
      });
      expect([status, alert]).to.deep.equal([403, 'The response belongs to another request. Please try again.']);
      must(await world.admin.api.delete(`${orgs()}/saml/${twin.id}`), 205);
    });
    it('[A29] refuses what is no SAML response', async () => {
      const anybody = saml.browser();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const [body, status] of [
        ['', 400],
        ['SAMLResponse=a&SAMLResponse=b', 400],
        ['SAMLResponse=%00', 400],
        ['SAMLResponse=', 403],
        [`SAMLResponse=${'A'.repeat(600_000)}`, 413],
      ] as const)
        expect(
          (await anybody.open(saml.path('acs'), { method: 'POST', body, headers: form })).status,
          body.slice(0, 30),
        ).to.equal(status);
      expect(
        (
          await anybody.open(saml.path('acs'), {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).to.equal(415);
      expect((await anybody.open(saml.path('acs'))).status).to.equal(405);
      expect((await anybody.open(`/saml/${'0'.repeat(20)}/login`)).status).to.equal(404);
      expect(
        (
          await anybody.open(`/saml/${'0'.repeat(20)}/acs`, {
            method: 'POST',
            body: 'SAMLResponse=PGEvPg',
            headers: form,
          })
        ).status,
      ).to.equal(404);
    });
  });
});
