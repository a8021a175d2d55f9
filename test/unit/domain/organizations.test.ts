import { expect } from 'chai';
import { Member } from '../../../src/domain/members.ts';
import { emailDomainOf, Organization } from '../../../src/domain/organizations/organization.ts';

const AT = '2030-01-01T00:00:00.000Z';
const types = (of: { takeEvents(): { type: string }[] }): string[] => of.takeEvents().map(({ type }) => type);

describe('Organization', () => {
  const found = (emailDomains: string[] = []) => Organization.create({ id: 'o', title: 'O', emailDomains, at: AT });

  it('keeps each e-mail domain once, in lower case, at creation and after a change', () => {
    const organization = found(['B.example', 'a.example', 'b.EXAMPLE']);
    expect(organization.snapshot().emailDomains).to.deep.equal(['b.example', 'a.example']);
    organization.change({ emailDomains: ['C.example', 'c.example'] });
    expect(organization.snapshot().emailDomains).to.deep.equal(['c.example']);
  });

  it('records the changed fields, and nothing if nothing changed', () => {
    const organization = found(['a.example']);
    organization.takeEvents();
    organization.change({ title: 'O', emailDomains: ['A.example'], hostname: null, sso: undefined });
    expect(organization.takeEvents()).to.deep.equal([]);
    organization.change({ title: 'P', ai: false, defaultRole: 'read' });
    expect(organization.takeEvents()).to.deep.equal([
      { type: 'organization.changed', aggregateId: 'o', data: { title: 'P', defaultRole: 'read' } },
    ]);
    expect(organization.snapshot()).to.include({ title: 'P', defaultRole: 'read' });
  });

  for (const [email, domain] of [
    ['ann@a.example', 'a.example'],
    ['ann@A.Example', 'a.example'],
    ['"ann@evil.example"@a.example', 'a.example'],
    ['ann@a.example@evil.example', 'evil.example'],
    ['ann@b.a.example', 'b.a.example'],
  ] as const)
    it(`returns ${domain} as the domain of ${email}`, () => expect(emailDomainOf(email)).to.equal(domain));

  it('uses the part of an address after the last @', () =>
    expect(emailDomainOf('a@b@C.example')).to.equal('c.example'));
});

describe('Member', () => {
  const join = (sso?: boolean) =>
    Member.join({ id: 'm', organizationId: 'o', userId: 'u', role: 'read', ...(sso !== undefined && { sso }), at: AT });

  it('records activity to the minute, without an event', () => {
    const member = join();
    member.takeEvents();
    expect([member.recordActivity(AT), member.snapshot().lastSeenAt]).to.deep.equal([true, AT]);
    expect([member.recordActivity('2030-01-01T00:00:59.999Z'), member.snapshot().lastSeenAt]).to.deep.equal([
      false,
      AT,
    ]);
    expect(member.recordActivity('2030-01-01T00:01:00.000Z')).to.equal(true);
    expect(member.takeEvents()).to.deep.equal([]);
  });

  it('enables single sign-on once', () => {
    const member = join();
    expect(member.snapshot().sso).to.equal(false);
    member.enableSso();
    member.enableSso();
    expect([member.snapshot().sso, types(member)]).to.deep.equal([true, ['member.joined', 'member.sso-set']]);
    expect(join(true).snapshot().sso).to.equal(true);
  });

  it('changes the role only if it differs', () => {
    const member = join();
    member.changeRole('read');
    member.changeRole(null);
    member.leave();
    expect(types(member)).to.deep.equal(['member.joined', 'member.role-changed', 'member.removed']);
  });
});
