import { expect } from 'chai';
import {
  canAssignLevels,
  canChangeDefaultLevel,
  LEVELS,
  type DefaultLevel,
} from '../../../../src/domain/permissions/level.ts';

describe('mayDecideOn', () => {
  it('holds for levels up to the own one, and for none at all', () => {
    for (const [rank, own] of LEVELS.entries())
      expect(LEVELS.filter((level) => canAssignLevels(own, [level]))).to.deep.equal(LEVELS.slice(0, rank + 1));
    expect(canAssignLevels('read', [null, undefined, 'inherit'])).to.equal(true);
    expect(canAssignLevels('create', ['read', 'admin'])).to.equal(false);
    expect(canAssignLevels(undefined, ['read'])).to.equal(false);
  });
});

describe('mayReplaceDefault', () => {
  it('holds where neither the present nor the future default is above the own level, or nothing changes', () => {
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
