import { expect } from 'chai';
import { decideAdmission, type Claimant } from '../../../src/domain/sso/admission.ts';

const claimant = (more: Partial<Claimant> = {}): Claimant => ({
  email: 'ann@ours.example',
  emailDomains: ['ours.example', 'second.example'],
  isKnown: false,
  ...more,
});
const theirs = { email: 'ann@theirs.example' };
const account = { disabled: false, belongsElsewhere: false, unproven: false, createdByProvider: false };
const elsewhere = { ...account, belongsElsewhere: true };
const unproven = { ...account, unproven: true };

describe('an identity provider', () => {
  for (const [title, given, verdict] of [
    ['brings in who is new and of the organization’s domains', {}, 'join'],
    ['brings in who is of another of its domains', { email: 'ann@second.example' }, 'join'],
    ['brings in nobody of other domains', theirs, 'email-not-ours'],
    ['brings in nobody of a domain below', { email: 'ann@sub.ours.example' }, 'email-not-ours'],
    ['brings in nobody of a domain that ends alike', { email: 'ann@notours.example' }, 'email-not-ours'],
    [
      'brings in nobody who has the domain before another one',
      { email: 'ann@ours.example@theirs.example' },
      'email-not-ours',
    ],
    ['brings in an account that belongs nowhere', { account }, 'join'],
    ['does not speak for an account that belongs elsewhere', { account: elsewhere }, 'account-elsewhere'],
    ['brings in such an account again that came through it before', { account: elsewhere, isKnown: true }, 'join'],
    ['does not bring in again who is of other domains by now', { ...theirs, account, isKnown: true }, 'email-not-ours'],
    ['speaks for members of its domains', { account: elsewhere, member: { sso: false } }, 'enter'],
    [
      'speaks for members of other domains who sign in through it',
      { ...theirs, account, member: { sso: true } },
      'enter',
    ],
    [
      'speaks for members who came through it before',
      { ...theirs, account, isKnown: true, member: { sso: false } },
      'enter',
    ],
    ['speaks for no other members', { ...theirs, account, member: { sso: false } }, 'email-not-ours'],
    [
      'speaks for nobody who is shut out',
      { account: { ...account, disabled: true }, isKnown: true, member: { sso: true } },
      'account-disabled',
    ],
    ['speaks for nobody where the organization has no domains', { emailDomains: [] }, 'email-not-ours'],
    [
      '[A62] takes over an account with an unproven address at a domain that the organization has proven',
      { account: unproven },
      'take-over',
    ],
    ['[A62] takes it over wherever it belongs', { account: { ...unproven, belongsElsewhere: true } }, 'take-over'],
    [
      '[A62] takes it over from a member of the organization',
      { account: unproven, member: { sso: true } },
      'take-over',
    ],
    ['[A62] refuses an unproven account at other domains', { ...theirs, account: unproven }, 'address-unproven'],
    [
      '[A63] refuses it for a member flagged for SSO',
      { ...theirs, account: unproven, member: { sso: true } },
      'address-unproven',
    ],
    [
      '[A63] refuses it for a person who is invited',
      { ...theirs, account: unproven, isKnown: true },
      'address-unproven',
    ],
    [
      '[A63] refuses it for a name that was recognized later',
      { ...theirs, account: unproven, isKnown: true, member: { sso: true } },
      'address-unproven',
    ],
    [
      '[A62] goes on with an account that it created itself',
      { ...theirs, account: { ...unproven, createdByProvider: true }, isKnown: true, member: { sso: true } },
      'enter',
    ],
    [
      '[A62] lets nobody in who is disabled, unproven or not',
      { account: { ...unproven, disabled: true } },
      'account-disabled',
    ],
  ] as const)
    it(title, () => expect(decideAdmission(claimant(given))).to.equal(verdict));
});
