import { expect } from 'chai';
import { admit, type Claimant } from '../../../../src/domain/sso/admission.ts';

const claimant = (more: Partial<Claimant> = {}): Claimant => ({ email: 'ann@ours.example', emailDomains: ['ours.example', 'second.example'], known: false, ...more });
const theirs = { email: 'ann@theirs.example' };
const account = { disabled: false, elsewhere: false };
const elsewhere = { disabled: false, elsewhere: true };

describe('an identity provider', () => {
  for (const [title, given, verdict] of [
    ['brings in who is new and of the organization’s domains', {}, 'join'],
    ['brings in who is of another of its domains', { email: 'ann@second.example' }, 'join'],
    ['brings in nobody of other domains', theirs, 'email-not-ours'],
    ['brings in nobody of a domain below', { email: 'ann@sub.ours.example' }, 'email-not-ours'],
    ['brings in nobody of a domain that ends alike', { email: 'ann@notours.example' }, 'email-not-ours'],
    ['brings in nobody who has the domain before another one', { email: 'ann@ours.example@theirs.example' }, 'email-not-ours'],
    ['brings in an account that belongs nowhere', { account }, 'join'],
    ['does not speak for an account that belongs elsewhere', { account: elsewhere }, 'account-elsewhere'],
    ['brings in such an account again that came through it before', { account: elsewhere, known: true }, 'join'],
    ['does not bring in again who is of other domains by now', { ...theirs, account, known: true }, 'email-not-ours'],
    ['speaks for members of its domains', { account: elsewhere, member: { sso: false } }, 'enter'],
    ['speaks for members of other domains who sign in through it', { ...theirs, account, member: { sso: true } }, 'enter'],
    ['speaks for members who came through it before', { ...theirs, account, known: true, member: { sso: false } }, 'enter'],
    ['speaks for no other members', { ...theirs, account, member: { sso: false } }, 'email-not-ours'],
    ['speaks for nobody who is shut out', { account: { disabled: true, elsewhere: false }, known: true, member: { sso: true } }, 'account-disabled'],
    ['speaks for nobody where the organization has no domains', { emailDomains: [] }, 'email-not-ours'],
  ] as const)
    it(title, () => expect(admit(claimant(given))).to.equal(verdict));
});
