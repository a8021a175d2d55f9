import { expect } from 'chai';
import {
  canAssignLevels,
  canChangeDefaultLevel,
  LEVELS,
  type DefaultLevel,
} from '../../../../src/domain/permissions/level.ts';

describe('canAssignLevels', () => {
  it('accepts levels up to the own one, and no level at all', () => {
    for (const [rank, own] of LEVELS.entries())
      expect(LEVELS.filter((level) => canAssignLevels(own, [level]))).to.deep.equal(LEVELS.slice(0, rank + 1));
    expect(canAssignLevels('read', [null, undefined, 'inherit'])).to.equal(true);
    expect(canAssignLevels('create', ['read', 'admin'])).to.equal(false);
    expect(canAssignLevels(undefined, ['read'])).to.equal(false);
  });
});

describe('canChangeDefaultLevel', () => {
  it('requires the present and the new default not to exceed the own level, unless nothing changes', () => {
    const cases: readonly (readonly [DefaultLevel, DefaultLevel, boolean])[] = [
      ['read', 'create', true],
      ['inherit', null, true],
      ['admin', 'admin', true],
      ['admin', 'read', false],
      ['read', 'admin', false],
      ['admin', 'inherit', false],
    ];
    for (const [before, after, expected] of cases)
      expect(canChangeDefaultLevel('create', before, after), `${before} to ${after}`).to.equal(expected);
    expect(canChangeDefaultLevel('admin', 'read', 'admin')).to.equal(true);
  });
});
