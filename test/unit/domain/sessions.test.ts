import { expect } from 'chai';
import { networkOf } from '../../../src/application/sessions/rate-limits.ts';
import { findPasswordProblem } from '../../../src/domain/sessions/password-rules.ts';

const wrong = (password: string): string | undefined =>
  findPasswordProblem(password, ['ann.bell@example.com', 'Annabelle Bell']);

describe('findPasswordProblem', () => {
  it('requires 10 to 200 characters, as people count them', () => {
    const text = (length: number): string => 'a😀cde'.repeat(50).match(/./gu)!.slice(0, length).join('');
    expect(wrong(text(9))).to.match(/at least 10/);
    expect(wrong(text(10))).to.equal(undefined);
    expect(wrong(text(200))).to.equal(undefined);
    expect(wrong(text(201))).to.match(/at most 200/);
  });

  for (const password of [
    'password123',
    '!!Password!!',
    'p@ssw0rd123',
    'passwordpassword',
    'qwertyuiop1',
    '1234567890',
    '0987654321',
    'abcdefghij',
    'QWERTYUIOP',
    '1q2w3e4r5t',
    'Welcome2024!',
    'administrator',
  ])
    it(`rejects the common password ${password}`, () => expect(wrong(password)).to.match(/is too common/));
  for (const password of ['aaaaaaaaaa', 'ababababab', '1212121212'])
    it(`rejects ${password}, which has too few different characters`, () =>
      expect(wrong(password)).to.match(/more different/));
  for (const password of ['ann.bell@example.com', 'Annabelle Bell', 'annabelle bell1'])
    it(`rejects ${password}, which contains the name or address`, () =>
      expect(wrong(password)).to.match(/name or e-mail address/));
  for (const password of [
    'my password is long',
    'tr0ub4dor&3',
    'correct horse battery staple',
    'Annabelle Bell likes tea',
  ])
    it(`accepts ${password}`, () => expect(wrong(password)).to.equal(undefined));
});

describe('networkOf', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ] as const)
    it(`returns ${network} for ${address}`, () => expect(networkOf(address)).to.equal(network));
});
