import { expect } from 'chai';
import { claimsOf } from '../../../src/application/sso/claims.ts';

const claims = (nameId: string, attributes: Record<string, readonly string[]> = {}, transient = false) =>
  claimsOf({
    id: '_a',
    inResponseTo: undefined,
    nameId,
    transient,
    attributes: new Map(Object.entries(attributes)),
    expiresAt: '',
  });

describe('claimsOf', () => {
  it('reads the address from an attribute under any of its names', () => {
    for (const name of [
      'mail',
      'Email',
      'emailAddress',
      'urn:oid:0.9.2342.19200300.100.1.3',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    ])
      expect(claims('x', { [name]: ['Ann@Example.com', 'other@example.com'] }).email, name).to.equal('ann@example.com');
  });
  it('uses the NameID as the address when there is no attribute and it is an address', () => {
    expect(claims('Ann@Example.com').email).to.equal('ann@example.com');
    for (const none of [
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'a@b@example.com',
      'ann@exämple.com',
      'ann @example.com',
      `${'x'.repeat(243)}@example.com`,
    ])
      expect(claims(none).email, none).to.equal(undefined);
    expect(claims(`${'x'.repeat(242)}@example.com`).email).to.have.lengthOf(254);
  });
  it('uses no other address when the attribute is not an address', () =>
    expect(claims('ann@example.com', { mail: ['nothing'] }).email).to.equal(undefined));
  it('reads a display name', () => {
    expect(claims('ann@example.com', { displayName: ['Ann'], cn: ['No'] }).displayName).to.equal('Ann');
    expect(claims('ann@example.com', { givenName: ['Ann'], sn: ['Other'] }).displayName).to.equal('Ann Other');
    expect(claims('ann@example.com').displayName).to.equal('ann');
    expect([...claims('ann@example.com', { name: ['\u{1F600}'.repeat(70)] }).displayName]).to.have.lengthOf(64);
  });
  it('identifies a person by the NameID, or by the address when the NameID is transient', () => {
    expect(claims('S-1-5', { mail: ['ann@example.com'] }).nameId).to.equal('S-1-5');
    expect(claims('_random', { mail: ['ann@example.com'] }, true).nameId).to.equal('ann@example.com');
    expect(claims('_random', {}, true).nameId).to.equal(undefined);
  });
});
