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
  it('reach themselves and what is below, and nothing above', () => {
    for (const [i, level] of LEVELS.entries())
      for (const [j, required] of LEVELS.entries())
        expect(isAtLeast(level, required), `${level} for ${required}`).to.equal(i >= j);
    expect(isAtLeast(undefined, 'read')).to.equal(false);
  });
  it('have a highest, unless there is none', () => {
    expect(maxLevel(['read', null, 'review', undefined, 'edit'])).to.equal('review');
    expect(maxLevel([null, undefined])).to.equal(undefined);
  });
});

describe('the level on a space', () => {
  const rows: readonly [Role | undefined, readonly Level[], DefaultLevel, Level | undefined, string][] = [
    [undefined, [], 'admin', undefined, 'a stranger has none, whatever the default'],
    [undefined, ['admin'], 'inherit', undefined, 'a stranger has none, not even by a grant that was left'],
    [null, [], 'admin', undefined, 'a guest has nothing by default'],
    [null, [], 'inherit', undefined, 'a guest inherits nothing'],
    [null, ['comment'], null, 'comment', 'a guest has what was granted'],
    [null, ['comment', 'review', 'read'], null, 'review', 'a guest has the highest of what was granted'],
    ['read', [], 'inherit', 'read', 'a member inherits the own role'],
    ['create', [], 'inherit', 'create', 'whatever it is'],
    ['create', [], 'read', 'read', 'a stated default is instead of the role, also when it is less'],
    ['read', [], 'edit', 'edit', 'also when it is more'],
    ['create', [], null, undefined, 'no default access is none, whatever the role'],
    ['read', ['edit'], null, 'edit', 'a grant is beside the default'],
    ['read', ['comment'], 'review', 'review', 'the higher of the two holds, here the default'],
    ['read', ['admin'], 'review', 'admin', 'here the grant'],
    ['review', ['comment'], 'inherit', 'review', 'a grant takes nothing away'],
    ['admin', [], null, 'admin', 'administrators are admin everywhere'],
    ['admin', ['read'], 'read', 'admin', 'whatever was granted'],
  ];
  for (const [role, granted, defaultLevel, expected, why] of rows)
    it(`is ${expected ?? 'none'} for ${role === undefined ? 'a stranger' : (role ?? 'a guest')} with [${granted.join()}] where the default is ${defaultLevel ?? 'none'}: ${why}`, () =>
      expect(effectiveLevel({ role, grantedLevels: granted, defaultLevel })).to.equal(expected));
});

describe('the default that holds', () => {
  const rows: readonly [readonly DefaultLevel[], DefaultLevel][] = [
    [[], 'inherit'],
    [['inherit', 'inherit'], 'inherit'],
    [['read', 'admin'], 'read'],
    [['inherit', 'edit', 'admin'], 'edit'],
    [[null, 'admin'], null],
    [['inherit', null, 'admin'], null],
  ];
  for (const [chain, expected] of rows)
    it(`of [${chain.map(String).join(', ')}] is ${expected}`, () =>
      expect(nearestDefaultLevel(chain)).to.equal(expected));
});

describe('the policy', () => {
  const least: Readonly<Partial<Record<Permission, Level>>> = Object.fromEntries(
    Object.entries(POLICY).flatMap(([name, { level }]) =>
      (LEVELS as readonly string[]).includes(level) ? [[name, level]] : [],
    ),
  );
  it('gives what a level reaches, to members and guests alike', () => {
    for (const [permission, required] of Object.entries(least))
      for (const level of [undefined, ...LEVELS])
        expect(
          isAllowed(permission as Permission, { level, member: true, operator: false }),
          `${permission} at ${level}`,
        ).to.equal(isAtLeast(level, required));
  });
  it('gives the operator the instance and nothing else', () => {
    for (const permission of Object.keys(POLICY) as Permission[]) {
      const expected = ['operator', 'anyone', 'unconfined'].includes(POLICY[permission].level);
      expect(isAllowed(permission, { level: undefined, member: false, operator: true }), permission).to.equal(expected);
      if (POLICY[permission].level === 'operator')
        expect(isAllowed(permission, { level: 'admin', member: true, operator: false }), permission).to.equal(false);
    }
  });
  it('keeps the whole account from a credential that is for one organization only', () => {
    const rights = { level: 'admin', member: true, operator: false } as const;
    for (const permission of Object.keys(POLICY) as Permission[]) {
      const { level } = POLICY[permission];
      expect(isAllowed(permission, { ...rights, confined: true }), permission).to.equal(
        level !== 'unconfined' && level !== 'operator',
      );
      expect(isAllowed(permission, { ...rights, confined: false }), permission).to.equal(level !== 'operator');
    }
  });
  it('lets nobody who only reads change anything', () => {
    for (const [permission, level] of Object.entries(least))
      if (level === 'read') expect(permission).to.match(/:(view|list-people)$/);
  });
});
