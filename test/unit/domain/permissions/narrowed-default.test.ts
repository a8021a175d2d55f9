import { expect } from 'chai';
import {
  capDefaultLevel,
  narrowDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../../../src/domain/permissions/level.ts';

describe('narrowedDefault', () => {
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
    it(`[A95] makes ${copy} on a copy ${narrowed} when its source has ${source}`, () => {
      expect(narrowDefaultLevel(source, copy)).to.equal(narrowed);
    });
});

describe('defaultAtMost', () => {
  const rows: readonly (readonly [stated: DefaultLevel, level: Level, most: DefaultLevel])[] = [
    ['admin', 'create', 'create'],
    ['create', 'create', 'create'],
    ['read', 'create', 'read'],
    ['inherit', 'read', 'inherit'],
    [null, 'admin', null],
  ];
  for (const [stated, level, most] of rows)
    it(`takes ${stated} for ${most} from somebody with the level ${level}`, () => {
      expect(capDefaultLevel(stated, level)).to.equal(most);
    });
});
