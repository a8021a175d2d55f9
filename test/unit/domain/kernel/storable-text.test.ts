import { expect } from 'chai';
import {
  findTextProblem,
  requireStorable,
  sanitizeText,
  UnstorableText,
} from '../../../../src/domain/kernel/storable-text.ts';

describe('sanitizeText', () => {
  it('[A84] replaces NUL characters and lone surrogates and nothing else', () => {
    expect(sanitizeText('a\0b\ud800c\udc00')).to.equal('a\ufffdb\ufffdc\ufffd');
    for (const text of ['', 'a\u0001\u007f\ufffe', '😀', 'é\n\t']) expect(sanitizeText(text)).to.equal(text);
    expect([findTextProblem('\0'), findTextProblem('\udc00'), findTextProblem('😀')]).to.deep.equal([
      'contains a NUL character',
      'contains a lone surrogate',
      undefined,
    ]);
  });
});

describe('requireStorable', () => {
  it('[A84] checks members, names, lists and maps', () => {
    for (const value of [
      '\0',
      ['a', '\0'],
      { a: { b: ['\ud800'] } },
      { 'a\0': 1 },
      new Map([['a', '\0']]),
      [undefined, '\0'],
      [null, '\0'],
    ]) {
      expect(() => requireStorable(value), JSON.stringify(value)).to.throw(UnstorableText);
    }
    for (const value of [undefined, null, 1, 'a', { a: [1, true, null, undefined] }, Buffer.from('\0')])
      requireStorable(value);
  });
});
