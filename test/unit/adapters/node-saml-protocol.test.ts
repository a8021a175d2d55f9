import { createPublicKey, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'chai';
import { parseXml } from '../../../src/adapters/saml/xml.ts';
import { NodeSamlProtocol } from '../../../src/adapters/saml/node-saml-protocol.ts';
import { SignInRefused, type SignInRefusal } from '../../../src/domain/sso/sign-in-refused.ts';
import {
  assertionXml,
  goodResponse,
  posted,
  responseXml,
  RSA_SHA1,
  RSA_SHA256,
  SHA1,
  signed,
  cut,
  type SamlResponseData,
} from '../../support/sso/saml-documents.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { wrapResponse } from '../../support/sso/wrapped-responses.ts';

const idp = selfSigned();
const other = selfSigned('Somebody else');
const protocol = new NodeSamlProtocol();
const service = { entityID: 'https://docs.example/saml/p', acsURL: 'https://docs.example/saml/p/acs' };
const peer = { entityID: 'urn:idp', ssoURL: 'https://idp.example/sso?tenant=1', certificate: idp.certificate };
const NOW = '2030-06-01T12:00:00.000Z';
const MINUTE = 60_000;

const saying: SamlResponseData = {
  issuer: 'urn:idp',
  audience: service.entityID,
  recipient: service.acsURL,
  inResponseTo: '_request',
  nameId: 'ann@example.com',
  now: Date.parse(NOW),
  attributes: { name: 'Ann' },
};
const read = (xml: string, of = peer) => protocol.readResponse(service, of, posted(xml), NOW);
async function refusalOf(promise: Promise<unknown>): Promise<SignInRefusal> {
  return promise.then(
    () => expect.fail('it was taken'),
    (error: unknown) => {
      if (!(error instanceof SignInRefused)) throw error;
      return error.reason;
    },
  );
}
const refused = (title: string, reason: SignInRefusal | readonly SignInRefusal[], make: () => string): void =>
  void it(`does not take ${title}`, async () => expect(await refusalOf(read(make()))).to.be.oneOf([reason].flat()));
/** Creates a response that is invalid in some values but signed by the provider. */
const signedResponse = (wrong: Partial<SamlResponseData>): string => goodResponse({ ...saying, ...wrong }, idp);

describe('NodeSamlProtocol', () => {
  it('accepts a response whose assertion the provider signed', async () => {
    const assertion = await read(
      goodResponse(
        { ...saying, assertionId: '_one', attributes: { mail: 'ann@example.com', groups: ['a', 'b'], empty: '' } },
        idp,
      ),
    );
    expect(assertion).to.deep.equal({
      id: '_one',
      inResponseTo: '_request',
      nameId: 'ann@example.com',
      transient: false,
      attributes: new Map([
        ['mail', ['ann@example.com']],
        ['groups', ['a', 'b']],
        ['empty', []],
      ]),
      expiresAt: new Date(Date.parse(NOW) + 6 * MINUTE).toISOString(),
    });
  });
  it('accepts a response that is signed as well', async () => {
    const twice = signed(signed(responseXml(saying, assertionXml(saying)), { by: idp }), { by: idp, of: 'Response' });
    expect((await read(twice)).nameId).to.equal('ann@example.com');
  });
  it('accepts a signature of either of two certificates', async () => {
    const both = { ...peer, certificate: `${other.certificate}\n${idp.certificate}` };
    expect((await read(goodResponse(saying, idp), both)).nameId).to.equal('ann@example.com');
    expect((await read(goodResponse(saying, other), both)).nameId).to.equal('ann@example.com');
  });
  it('accepts RSA with SHA-512, and responses without a request', async () => {
    const begunThere = { ...saying, inResponseTo: undefined };
    const xml = signed(responseXml(begunThere, assertionXml(begunThere)), {
      by: idp,
      method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    });
    expect((await read(xml)).inResponseTo).to.equal(undefined);
  });
  it('limits the lifetime of an assertion to ten minutes, whatever it states', async () => {
    const { expiresAt } = await read(signedResponse({ notOnOrAfter: 600 * MINUTE }));
    expect(expiresAt).to.equal(new Date(Date.parse(NOW) + 11 * MINUTE).toISOString());
  });

  describe('refuses by signature', () => {
    refused('an unsigned response', 'unsigned', () => responseXml(saying, assertionXml(saying)));
    refused('a response that is signed around an assertion that is not', 'unsigned', () =>
      signed(responseXml(saying, assertionXml(saying)), { by: idp, of: 'Response' }),
    );
    refused('what another key signed', 'signature', () => goodResponse(saying, other));
    refused('what another key signed that comes along with its certificate', 'signature', () =>
      signed(responseXml(saying, assertionXml(saying)), { by: other, keyInfo: other.certificate }),
    );
    refused('a signed assertion in a response that another key signed', 'signature', () =>
      signed(goodResponse(saying, idp), { by: other, of: 'Response' }),
    );
    refused('a signature with SHA-1', 'algorithm', () =>
      signed(responseXml(saying, assertionXml(saying)), { by: idp, method: RSA_SHA1 }),
    );
    refused('a digest with SHA-1', 'algorithm', () =>
      signed(responseXml(saying, assertionXml(saying)), { by: idp, digest: SHA1 }),
    );
    refused('an HMAC under the public key', 'algorithm', () => {
      const spki = createPublicKey(
        new X509Certificate(idp.certificate).publicKey.export({ type: 'spki', format: 'pem' }) as string,
      ).export({ type: 'spki', format: 'pem' }) as string;
      expect(spki).to.include('PUBLIC KEY');
      return goodResponse(saying, idp).replace(RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1');
    });
    refused('a name that was changed afterwards', 'signature', () =>
      goodResponse(saying, idp).replace('>ann@', '>eve@'),
    );
    refused('an attribute that was added afterwards', 'signature', () =>
      goodResponse(saying, idp).replace(
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>eve@example.com</saml:AttributeValue></saml:Attribute>',
      ),
    );
    refused('two signatures of one assertion', 'signature', () => {
      const xml = goodResponse(saying, idp);
      const { element } = cut(xml, 'Signature');
      return xml.replace(element, element + element);
    });
    refused('a signature that stands elsewhere', 'signature', () => {
      const { element, rest } = cut(goodResponse(saying, idp), 'Signature');
      return rest
        .replace('<saml:Subject>', `<saml:Subject>${element}`)
        .replace('<saml:Conditions', `${element}<saml:Conditions`);
    });
    refused('an id that two elements have', 'signature', () =>
      goodResponse({ ...saying, assertionId: '_same' }, idp).replace('<samlp:Status>', '<samlp:Status ID="_same">'),
    );
    refused('a signature without the removal of itself', ['signature'], () =>
      signed(responseXml(saying, assertionXml(saying)), {
        by: idp,
        transforms: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
      }),
    );
  });

  describe('refuses signature wrapping', () => {
    const forge = (xml: string) => xml.replaceAll('ann@example.com', 'eve@example.com');
    const valid = goodResponse(saying, idp);
    const validResponse = signed(responseXml(saying, assertionXml(saying)), { by: idp, of: 'Response' });
    for (const [name, xml] of Object.entries(wrapResponse(validResponse, valid, forge))) {
      it(`is well-formed and contains the data of the attacker (${name})`, () => {
        expect(() => parseXml(xml)).not.to.throw();
        expect(xml).to.include('eve@example.com').and.to.include('ann@example.com');
        expect(xml).to.include('<ds:SignatureValue>');
      });
      refused(`the attacker's assertion (${name})`, ['malformed', 'signature', 'unsigned'], () => xml);
    }
    refused('an assertion that is there twice', ['malformed', 'signature'], () => {
      const { element } = cut(valid, 'Assertion');
      return valid.replace(element, element + element);
    });
    refused('a second, unsigned assertion', 'malformed', () =>
      valid.replace('</samlp:Response>', `${assertionXml({ ...saying, nameId: 'eve@example.com' })}</samlp:Response>`),
    );
    refused('a second assertion of another namespace', 'malformed', () =>
      valid.replace('</samlp:Response>', '<Assertion xmlns="urn:none"/></samlp:Response>'),
    );
  });

  describe('refuses by encoding', () => {
    for (const [title, nameId] of [
      ['a comment', 'ann@example.com<!-- -->.evil.test'],
      ['CDATA', '<![CDATA[ann@example.com]]>'],
      ['an instruction', 'ann@example.com<?x y?>.evil.test'],
    ] as const) {
      refused(`${title} within a name`, 'malformed', () =>
        goodResponse(saying, idp).replace('ann@example.com', nameId),
      );
      refused(`${title} within a name that was signed so`, 'malformed', () => signedResponse({ nameId }));
    }
    refused('a document type', 'malformed', () => `<!DOCTYPE x>${goodResponse(saying, idp)}`);
    refused(
      'an external entity',
      'malformed',
      () =>
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${goodResponse(saying, idp).replace('ann@example.com', '&e;')}`,
    );
    refused('entities that grow', 'malformed', () => {
      const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
      return `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>${goodResponse(saying, idp).replace('ann@example.com', '&l10;')}`;
    });
    refused('an entity that nobody declared', ['malformed', 'signature'], () =>
      goodResponse(saying, idp).replace('ann@', '&ann;@'),
    );
    refused('what is nested too deeply', 'malformed', () =>
      goodResponse(saying, idp).replace(
        '</samlp:Response>',
        `${'<a>'.repeat(900)}${'</a>'.repeat(900)}</samlp:Response>`,
      ),
    );
    refused('far too many elements', 'malformed', () =>
      goodResponse(saying, idp).replace('</samlp:Response>', `${'<a/>'.repeat(5_000)}</samlp:Response>`),
    );
    refused('what is far too long', 'malformed', () =>
      goodResponse(saying, idp).replace('</samlp:Response>', `${' '.repeat(300_000)}</samlp:Response>`),
    );
    refused('what is no XML', 'malformed', () => 'SAMLResponse');
    refused('broken XML', 'malformed', () => goodResponse(saying, idp).replace('</samlp:Response>', ''));
    it('rejects text that is not base64, not UTF-8 or empty', async () => {
      for (const encoded of [
        '',
        '%%%',
        '=',
        Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'),
        Buffer.from(goodResponse(saying, idp), 'utf16le').toString('base64'),
      ])
        expect(await refusalOf(protocol.readResponse(service, peer, encoded, NOW)), encoded.slice(0, 10)).to.equal(
          'malformed',
        );
    });
    it('accepts base64 with line breaks', async () => {
      const encoded = posted(`<?xml version="1.0" encoding="UTF-8"?>\n${goodResponse(saying, idp)}`).replace(
        /.{76}/g,
        '$&\r\n',
      );
      expect((await protocol.readResponse(service, peer, encoded, NOW)).nameId).to.equal('ann@example.com');
    });
  });

  describe('refuses by content', () => {
    refused('another issuer', 'issuer', () => signedResponse({ issuer: 'urn:other' }));
    refused('another issuer in the assertion only', 'issuer', () =>
      signed(responseXml(saying, assertionXml({ ...saying, issuer: 'urn:other' })), { by: idp }),
    );
    refused('another audience', 'audience', () => signedResponse({ audience: 'https://docs.example/saml/q' }));
    refused('no audience', 'audience', () => signedResponse({ conditions: '' }));
    refused('one of two restrictions that names others', 'audience', () =>
      signedResponse({
        conditions: [service.entityID, 'urn:other']
          .map((each) => `<saml:AudienceRestriction><saml:Audience>${each}</saml:Audience></saml:AudienceRestriction>`)
          .join(''),
      }),
    );
    refused('a condition that is not known', 'malformed', () =>
      signedResponse({
        conditions: `<saml:AudienceRestriction><saml:Audience>${service.entityID}</saml:Audience></saml:AudienceRestriction><saml:Condition/>`,
      }),
    );
    refused('another recipient', 'recipient', () =>
      signedResponse({ recipient: 'https://evil.example/acs', destination: service.acsURL }),
    );
    refused('another destination', 'recipient', () => signedResponse({ destination: 'https://evil.example/acs' }));
    refused('a signed response without a destination', 'recipient', () =>
      signed(goodResponse({ ...saying, destination: null }, idp), { by: idp, of: 'Response' }),
    );
    refused('two requests, one inside and one outside', 'in-response-to', () =>
      signedResponse({ responseTo: '_another' }),
    );
    refused('a failure', 'not-successful', () =>
      signedResponse({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    );
    refused('two names', 'malformed', () =>
      signedResponse({
        nameIdXml: '<saml:NameID>ann@example.com</saml:NameID><saml:NameID>eve@example.com</saml:NameID>',
      }),
    );
    refused('an element within a name', 'malformed', () =>
      signedResponse({ nameIdXml: '<saml:NameID>ann@<b/>example.com</saml:NameID>' }),
    );
    refused('an encrypted assertion', 'encrypted', () =>
      goodResponse(saying, idp).replaceAll('saml:Assertion', 'saml:EncryptedAssertion'),
    );
  });

  describe('refuses by time, with a tolerance of one minute', () => {
    const at = { now: Date.parse(NOW) };
    for (const [title, wrong, reason] of [
      ['ended', { notOnOrAfter: -MINUTE, confirmedUntil: 5 * MINUTE }, 'expired'],
      ['was confirmed until then only', { confirmedUntil: -MINUTE }, 'expired'],
      ['begins later', { notBefore: MINUTE + 1 }, 'not-yet-valid'],
      ['was made in the future', { made: MINUTE + 1 }, 'not-yet-valid'],
      ['was made eleven minutes ago', { made: -11 * MINUTE }, 'expired'],
    ] as const)
      refused(`what ${title}`, reason, () => signedResponse({ ...at, ...wrong }));
    for (const [title, edge] of [
      ['ended less than a minute ago', { notOnOrAfter: -MINUTE + 1, notBefore: -5 * MINUTE }],
      ['begins in a minute', { notBefore: MINUTE }],
      ['was made in a minute', { made: MINUTE }],
      ['was made less than eleven minutes ago', { made: -11 * MINUTE + 1 }],
    ] as const)
      it(`accepts an assertion that ${title}`, async () =>
        expect((await read(signedResponse({ ...at, ...edge }))).nameId).to.equal('ann@example.com'));
    it('rejects malformed times', async () => {
      for (const [from, to] of [
        [/NotOnOrAfter="[^"]+"/g, 'NotOnOrAfter="never"'],
        [/IssueInstant="[^"]+"/g, 'IssueInstant="2030"'],
      ] as const)
        expect(
          await refusalOf(read(signed(responseXml(saying, assertionXml(saying).replace(from, to)), { by: idp }))),
        ).to.be.oneOf(['malformed', 'signature']);
    });
  });

  it('reports problems of certificates', () => {
    const bare = idp.certificate.replace(/-----[^-]+-----|\s/g, '');
    for (const good of [
      idp.certificate,
      bare,
      bare.replace(/.{64}/g, '$&\r\n'),
      `  ${idp.certificate}\n\n${other.certificate}`,
    ])
      expect(protocol.findCertificateProblem(good)).to.equal(undefined);
    for (const bad of [
      'x',
      '',
      bare.slice(0, -8),
      idp.key,
      `${idp.certificate}and more`,
      `${idp.certificate}${bare}`,
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    ])
      expect(protocol.findCertificateProblem(bad), bad.slice(0, 40)).to.be.a('string');
    expect(protocol.findCertificateProblem(selfSigned('EC', { kind: 'ec' }).certificate)).to.include('RSA');
    expect(protocol.findCertificateProblem(selfSigned('Small', { bits: 1024 }).certificate)).to.equal(undefined);
    expect(protocol.findCertificateProblem(selfSigned('Smaller', { bits: 1016 }).certificate)).to.include('1024');
  });

  it('requests sign-in by redirect with the given id', async () => {
    const url = new URL(await protocol.requestURL(service, peer, '_id'));
    expect(url.origin + url.pathname).to.equal('https://idp.example/sso');
    expect(url.searchParams.get('tenant')).to.equal('1');
    const request = parseXml(inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString());
    const said = Object.fromEntries(Array.from(request.attributes).map(({ name, value }) => [name, value]));
    expect(said).to.include({
      ID: '_id',
      Version: '2.0',
      AssertionConsumerServiceURL: service.acsURL,
      Destination: peer.ssoURL,
      ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
    });
    expect(request.textContent).to.include(service.entityID);
    expect(url.searchParams.has('Signature')).to.equal(false);
  });

  it('describes the service provider for any base URL', () => {
    const xml = protocol.metadata({ entityID: 'https://docs.example/a&"b', acsURL: 'https://docs.example/a&"b/acs' });
    const root = parseXml(xml);
    expect(root.localName).to.equal('EntityDescriptor');
    expect(Array.from(root.attributes).find(({ name }) => name === 'entityID')!.value).to.equal(
      'https://docs.example/a&"b',
    );
    expect(xml)
      .to.include('WantAssertionsSigned="true"')
      .and.to.include('Location="https://docs.example/a&amp;&quot;b/acs"');
  });
});
