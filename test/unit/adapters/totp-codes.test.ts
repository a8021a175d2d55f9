import { expect } from 'chai';
import fc from 'fast-check';
import { totpCodes } from '../../../src/adapters/totp-codes.ts';
import { totpCode } from '../../support/totp-code.ts';
import { checkProperty } from '../../support/properties.ts';

/** Secret of the RFC's examples: "12345678901234567890" in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('totpCodes', () => {
  // RFC 6238, appendix B, SHA-1.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)
    it(`accepts the code of RFC 6238 at ${seconds} s`, () => {
      expect(totpCodes.stepOf(SECRET, code.slice(2), new Date(seconds * 1000).toISOString())).to.equal(
        Math.floor(seconds / 30),
      );
    });
  // RFC 4226, appendix D.
  for (const [count, code] of [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].entries())
    it(`accepts the code of RFC 4226 at count ${count}`, () =>
      expect(totpCodes.stepOf(SECRET, code, new Date(count * 30_000).toISOString())).to.equal(count));

  it('accepts codes one step early or late, and no more', () => {
    const at = new Date(1_000_000 * 30_000).toISOString();
    for (const [step, known] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const code = totpCode(SECRET, 1_000_000 + step);
      expect(totpCodes.stepOf(SECRET, code, at), String(step)).to.equal(known ? 1_000_000 + step : undefined);
    }
  });

  it('accepts six digits, with spaces or without', () => {
    const at = new Date(30_000).toISOString();
    const code = totpCode(SECRET, 1);
    expect(totpCodes.stepOf(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, at)).to.equal(1);
    checkProperty(
      fc.property(
        fc.string(),
        (text) =>
          void expect(totpCodes.stepOf(SECRET, text, at)).to.equal(
            [0, 1, 2].find((step) => totpCode(SECRET, step) === text),
          ),
      ),
    );
  });

  it('generates different secrets of 160 bits, and URIs for authenticator apps', () => {
    const secrets = new Set(Array.from({ length: 100 }, () => totpCodes.newSecret()));
    expect(secrets.size).to.equal(100);
    for (const secret of secrets) expect(secret).to.match(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpCodes.uri(SECRET, { issuer: 'Our docs', account: 'a+b@example.com' }));
    expect(uri.href)
      .to.match(/^otpauth:\/\/totp\/Our%20docs:a%2Bb%40example\.com\?/)
      .and.not.include('+');
    expect(Object.fromEntries(uri.searchParams)).to.deep.equal({
      secret: SECRET,
      issuer: 'Our docs',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it('generates ten recovery codes of 80 bits, whose hashes ignore formatting', () => {
    const codes = totpCodes.newRecoveryCodes();
    expect(new Set(codes).size).to.equal(10);
    for (const code of codes) {
      expect(code).to.match(/^[a-z2-7]{8}-[a-z2-7]{8}$/);
      expect(totpCodes.hashRecoveryCode(` ${code.toUpperCase().replace('-', ' ')}`)).to.equal(
        totpCodes.hashRecoveryCode(code),
      );
    }
    expect(totpCodes.hashRecoveryCode(codes[0]!)).not.to.equal(totpCodes.hashRecoveryCode(codes[1]!));
  });
});
