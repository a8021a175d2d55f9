import { expect } from 'chai';
import {
  maxLevel,
  LEVELS,
  isAtLeast,
  type DefaultLevel,
  type Level,
  type Role,
} from '../../../../src/domain/permissions/level.ts';
import { isAllowed, POLICY, type Permission } from '../../../../src/domain/permissions/policy.ts';
import { effectiveLevel, nearestDefaultLevel } from '../../../../src/domain/permissions/access-facts.ts';

describe('levels', () => {
  it('include themselves and lower ones, and no higher one', () => {
    for (const [i, level] of LEVELS.entries())
      for (const [j, required] of LEVELS.entries())
        expect(isAtLeast(level, required), `${level} for ${required}`).to.equal(i >= j);
    expect(isAtLeast(undefined, 'read')).to.equal(false);
  });
  it('have a maximum, unless there is none', () => {
    expect(maxLevel(['read', null, 'review', undefined, 'edit'])).to.equal('review');
    expect(maxLevel([null, undefined])).to.equal(undefined);
  });
});

describe('effectiveLevel', () => {
  const rows: readonly [Role | undefined, readonly Level[], DefaultLevel, Level | undefined, string][] = [
    [undefined, [], 'admin', undefined, 'non-members have none, whatever the default'],
    [undefined, ['admin'], 'inherit', undefined, 'non-members have none, even with a remaining grant'],
    [null, [], 'admin', undefined, 'guests have no default'],
    [null, [], 'inherit', undefined, 'guests inherit nothing'],
    [null, ['comment'], null, 'comment', 'guests have their grants'],
    [null, ['comment', 'review', 'read'], null, 'review', 'guests have the highest of their grants'],
    ['read', [], 'inherit', 'read', 'members inherit their role'],
    ['create', [], 'inherit', 'create', 'members inherit any role'],
    ['create', [], 'read', 'read', 'a lower stated default replaces the role'],
    ['read', [], 'edit', 'edit', 'a higher stated default replaces the role'],
    ['create', [], null, undefined, 'the default none replaces the role'],
    ['read', ['edit'], null, 'edit', 'a grant adds to the default'],
    ['read', ['comment'], 'review', 'review', 'a default above the grant applies'],
    ['read', ['admin'], 'review', 'admin', 'a grant above the default applies'],
    ['review', ['comment'], 'inherit', 'review', 'a lower grant does not reduce the level'],
    ['admin', [], null, 'admin', 'administrators are admin everywhere'],
    ['admin', ['read'], 'read', 'admin', 'administrators are admin with any grant'],
  ];
  for (const [role, granted, defaultLevel, expected, why] of rows)
    it(`is ${expected ?? 'none'} for ${role === undefined ? 'a non-member' : (role ?? 'a guest')} with the grants [${granted.join()}] and the default ${defaultLevel ?? 'none'}: ${why}`, () =>
      expect(effectiveLevel({ role, grantedLevels: granted, defaultLevel })).to.equal(expected));
});

describe('nearestDefaultLevel', () => {
  const rows: readonly [readonly DefaultLevel[], DefaultLevel][] = [
    [[], 'inherit'],
    [['inherit', 'inherit'], 'inherit'],
    [['read', 'admin'], 'read'],
    [['inherit', 'edit', 'admin'], 'edit'],
    [[null, 'admin'], null],
    [['inherit', null, 'admin'], null],
  ];
  for (const [chain, expected] of rows)
    it(`returns ${expected} for [${chain.map(String).join(', ')}]`, () =>
      expect(nearestDefaultLevel(chain)).to.equal(expected));
});

describe('isAllowed', () => {
  const least: Readonly<Partial<Record<Permission, Level>>> = Object.fromEntries(
    Object.entries(POLICY).flatMap(([name, { level }]) =>
      (LEVELS as readonly string[]).includes(level) ? [[name, level]] : [],
    ),
  );
  it('grants permissions by level, to members and guests alike', () => {
    for (const [permission, required] of Object.entries(least))
      for (const level of [undefined, ...LEVELS])
        expect(
          isAllowed(permission as Permission, { level, member: true, operator: false }),
          `${permission} at ${level}`,
        ).to.equal(isAtLeast(level, required));
  });
  it('grants operators the instance and nothing else', () => {
    for (const permission of Object.keys(POLICY) as Permission[]) {
      const expected = ['operator', 'anyone', 'unconfined'].includes(POLICY[permission].level);
      expect(isAllowed(permission, { level: undefined, member: false, operator: true }), permission).to.equal(expected);
      if (POLICY[permission].level === 'operator')
        expect(isAllowed(permission, { level: 'admin', member: true, operator: false }), permission).to.equal(false);
    }
  });
  it('denies account-wide permissions to credentials confined to one organization', () => {
    const rights = { level: 'admin', member: true, operator: false } as const;
    for (const permission of Object.keys(POLICY) as Permission[]) {
      const { level } = POLICY[permission];
      expect(isAllowed(permission, { ...rights, confined: true }), permission).to.equal(
        level !== 'unconfined' && level !== 'operator',
      );
      expect(isAllowed(permission, { ...rights, confined: false }), permission).to.equal(level !== 'operator');
    }
  });
  it('grants readers no permission to change anything', () => {
    for (const [permission, level] of Object.entries(least))
      if (level === 'read') expect(permission).to.match(/:(view|list-people|track)$/);
  });
});
