import { expect } from 'chai';
import { checkText } from '../../../../src/adapters/openapi/check-text.ts';
import { UnreadableDocument } from '../../../../src/adapters/workers/worker-errors.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };
const check = (text: unknown): readonly string[] =>
  checkText(Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));
const schemas = (of: Readonly<Record<string, unknown>>): object => ({ ...HEAD, components: { schemas: of } });
const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('checkText', () => {
  it('lists the referenced documents, each once', () => {
    expect(check(HEAD)).to.deep.equal([]);
    const refs = ['https://example.com/a.json#/x', 'https://example.com/a.json#/y', 'HTTP://Example.com/b', '#/paths'];
    expect([...check(schemas(Object.fromEntries(refs.map(($ref, i) => [`A${i}`, { $ref }]))))].sort()).to.deep.equal([
      'http://example.com/b',
      'https://example.com/a.json',
    ]);
  });

  it('rejects references to files, relative URLs and other schemes', () => {
    for (const $ref of [
      'file:///etc/passwd',
      'FILE:/etc/passwd',
      'ftp://example.com/a',
      'data:application/json,{}',
      'C:\\secrets.json',
      'jar:file:/a.jar!/b',
    ])
      expect(() => check(schemas({ A: { $ref } })), $ref).to.throw(UnreadableDocument, /must use http or https/);
    for (const $ref of ['/etc/passwd', '../../etc/passwd#/x', 'other.yaml', '//example.com/a', '\\\\server\\share'])
      expect(() => check(schemas({ A: { $ref } })), $ref).to.throw(UnreadableDocument, /cannot be resolved to a URL/);
  });

  it('[A47] rejects cycles of references, but accepts recursive schemas', () => {
    expect(() => check(schemas({ A: to('A') }))).to.throw(
      UnreadableDocument,
      'the reference #/components/schemas/A leads only to itself',
    );
    expect(() => check(schemas({ A: to('B'), B: to('C'), C: to('B') }))).to.throw(
      UnreadableDocument,
      /leads only to itself/,
    );
    expect(() => check({ ...HEAD, paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } } })).to.throw(
      UnreadableDocument,
      /leads only to itself/,
    );
    const tree = { type: 'object', properties: { left: to('Tree'), right: to('Node') }, items: { $ref: '#' } };
    expect(check(schemas({ Tree: tree, Node: to('Tree'), Lost: to('Nothing') }))).to.deep.equal([]);
  });

  it('follows a long chain of references once from any start', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`A${i}`, i === 19_999 ? { type: 'string' } : to(`A${i + 1}`)]),
    );
    expect(cpuTimeOf(() => expect(check(schemas(chain))).to.deep.equal([]))).to.be.below(5_000);
  });

  it('rejects more external documents than the limit', () => {
    const many = (count: number): object =>
      schemas(
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, { $ref: `https://example.com/${i}` }])),
      );
    expect(check(many(50))).to.have.lengthOf(50);
    expect(() => check(many(51))).to.throw(UnreadableDocument, 'the document references more than 50 other documents');
  });

  it('rejects documents that expand beyond the limits', () => {
    const bomb = [
      'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`),
    ];
    expect(() => check(bomb.join('\n'))).to.throw(UnreadableDocument, 'the document has more than 3000000 values');
    expect(() => check(`x: ${'['.repeat(100_000)}`)).to.throw(UnreadableDocument, /nesting exceeded/);
    expect(() => check('['.repeat(101) + ']'.repeat(101))).to.throw(
      UnreadableDocument,
      'the document is nested deeper than 100 levels',
    );
    const merges = [
      'm0: &m0 {a: 1}',
      ...Array.from({ length: 200 }, (_, i) => `m${i + 1}: &m${i + 1}\n  <<: *m${i}\n  k${i}: 1`),
    ].join('\n');
    expect(() => check(merges)).to.throw(UnreadableDocument, /merge keys exceeded/);
  });

  it('accepts text that is not a document', () => {
    for (const text of ['a: b: c', '{"a": ', 'words', '[]', '42', '{"info": {}}'])
      expect(check(text), text).to.deep.equal([]);
    expect(checkText(Buffer.from([0xff, 0xfe]))).to.deep.equal([]);
  });
});
