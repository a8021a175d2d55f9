import { expect } from 'chai';
import {
  capDefaultLevel,
  narrowDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../../../src/domain/permissions/level.ts';

describe('narrowDefaultLevel', () => {
  const rows: readonly (readonly [source: DefaultLevel, copy: DefaultLevel, narrowed: DefaultLevel])[] = [
    ['edit', 'read', 'read'],
    ['read', 'edit', 'read'],
    [null, 'admin', null],
    [null, 'inherit', null],
    ['read', null, null],
    ['inherit', null, null],
    ['edit', 'inherit', 'edit'],
    ['inherit', 'edit', 'inherit'],
    ['inherit', 'inherit', 'inherit'],
  ];
  for (const [source, copy, narrowed] of rows)
    it(`[A95] narrows ${copy} to ${narrowed} when the source has ${source}`, () => {
      expect(narrowDefaultLevel(source, copy)).to.equal(narrowed);
    });
});

describe('capDefaultLevel', () => {
  const rows: readonly (readonly [stated: DefaultLevel, level: Level, most: DefaultLevel])[] = [
    ['admin', 'create', 'create'],
    ['create', 'create', 'create'],
    ['read', 'create', 'read'],
    ['inherit', 'read', 'inherit'],
    [null, 'admin', null],
  ];
  for (const [stated, level, most] of rows)
    it(`caps ${stated} to ${most} for the level ${level}`, () => {
      expect(capDefaultLevel(stated, level)).to.equal(most);
    });
});
