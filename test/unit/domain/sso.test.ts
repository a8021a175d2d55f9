import { expect } from 'chai';
import type { Id, OrganizationId } from '../../../src/domain/kernel/id.ts';
import { decideAdmission, type Claimant } from '../../../src/domain/sso/admission.ts';
import { SamlProvider } from '../../../src/domain/sso/saml-provider.ts';

const claimant = (more: Partial<Claimant> = {}): Claimant => ({
  email: 'ann@ours.example',
  emailDomains: ['ours.example', 'second.example'],
  isKnown: false,
  ...more,
});
const theirs = { email: 'ann@theirs.example' };
const account = { disabled: false, hasOtherMemberships: false, unproven: false, createdByProvider: false };
const foreignAccount = { ...account, hasOtherMemberships: true };
const unproven = { ...account, unproven: true };

describe('decideAdmission', () => {
  for (const [title, input, verdict] of [
    ['admits new people of the organization’s domains', {}, 'join'],
    ['admits new people of a second domain', { email: 'ann@second.example' }, 'join'],
    ['rejects people of other domains', theirs, 'email-not-ours'],
    ['rejects people of a subdomain', { email: 'ann@sub.ours.example' }, 'email-not-ours'],
    ['rejects people of a domain with the same ending', { email: 'ann@notours.example' }, 'email-not-ours'],
    [
      'rejects an address with the domain before another @',
      { email: 'ann@ours.example@theirs.example' },
      'email-not-ours',
    ],
    ['admits an account without organizations', { account }, 'join'],
    ['rejects an account of another organization', { account: foreignAccount }, 'account-elsewhere'],
    [
      'admits an account of another organization that used the provider before',
      { account: foreignAccount, isKnown: true },
      'join',
    ],
    [
      'rejects a returning person whose domain is no longer the organization’s',
      { ...theirs, account, isKnown: true },
      'email-not-ours',
    ],
    ['signs in members of its domains', { account: foreignAccount, member: { sso: false } }, 'enter'],
    [
      'signs in members of other domains who use single sign-on',
      { ...theirs, account, member: { sso: true } },
      'enter',
    ],
    [
      'signs in members who used the provider before',
      { ...theirs, account, isKnown: true, member: { sso: false } },
      'enter',
    ],
    ['rejects other members', { ...theirs, account, member: { sso: false } }, 'email-not-ours'],
    [
      'rejects disabled accounts',
      { account: { ...account, disabled: true }, isKnown: true, member: { sso: true } },
      'account-disabled',
    ],
    ['rejects everybody while the organization has no domains', { emailDomains: [] }, 'email-not-ours'],
    [
      '[A62] takes over an account with an unproven address at a domain that the organization has proven',
      { account: unproven },
      'take-over',
    ],
    [
      '[A62] takes over such an account of another organization',
      { account: { ...unproven, hasOtherMemberships: true } },
      'take-over',
    ],
    ['[A62] takes over such an account of a member', { account: unproven, member: { sso: true } }, 'take-over'],
    ['[A62] refuses an unproven account at other domains', { ...theirs, account: unproven }, 'address-unproven'],
    [
      '[A63] refuses an unproven account of a member with single sign-on',
      { ...theirs, account: unproven, member: { sso: true } },
      'address-unproven',
    ],
    [
      '[A63] refuses an unproven account of an invited person',
      { ...theirs, account: unproven, isKnown: true },
      'address-unproven',
    ],
    [
      '[A63] refuses an unproven account whose name was recognized later',
      { ...theirs, account: unproven, isKnown: true, member: { sso: true } },
      'address-unproven',
    ],
    [
      '[A62] signs in to an unproven account that the provider created',
      { ...theirs, account: { ...unproven, createdByProvider: true }, isKnown: true, member: { sso: true } },
      'enter',
    ],
    [
      '[A62] rejects a disabled account, proven or not',
      { account: { ...unproven, disabled: true } },
      'account-disabled',
    ],
  ] as const)
    it(title, () => expect(decideAdmission(claimant(input))).to.equal(verdict));
});

describe('SamlProvider', () => {
  const bare = { label: 'L', entityID: null, ssoURL: null, defaultTeam: null, defaultRole: null, idpInitiated: false };
  const added = (certificate: string | null) =>
    SamlProvider.add({
      ...bare,
      certificate,
      id: 'p' as Id,
      organizationId: 'o' as OrganizationId,
      at: '2030-01-01T00:00:00.000Z',
    });

  it('records that a certificate was set or removed, and nothing where there was none', () => {
    const provider = added(null);
    expect(provider.takeEvents().map(({ data }) => data)).to.deep.equal([bare]);
    provider.change({ certificate: 'c' });
    provider.change({ certificate: null });
    expect(provider.takeEvents().map(({ data }) => data)).to.deep.equal([
      { certificate: 'given' },
      { certificate: 'removed' },
    ]);
    expect(added('c').takeEvents()[0]!.data).to.deep.include({ certificate: 'given' });
  });
});
