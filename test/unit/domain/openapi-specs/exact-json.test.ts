import { expect } from 'chai';
import fc from 'fast-check';
import { parseExactJson, stringifyExactJson } from '../../../../src/domain/openapi-specs/exact-json.ts';
import { checkProperty } from '../../../support/properties.ts';

describe('parseExactJson', () => {
  it('reads integers that a number would round as bigints', () => {
    expect(
      parseExactJson('[9223372036854775807,-9223372036854775808, 9007199254740991, 9007199254740993]'),
    ).to.deep.equal([9223372036854775807n, -9223372036854775808n, 9007199254740991, 9007199254740993n]);
    expect(parseExactJson('9223372036854775807')).to.equal(9223372036854775807n);
  });

  it('reads texts, fractions, exponents and integers without end as JSON.parse does', () => {
    for (const text of [
      '{"9223372036854775807":"9223372036854775807","a\\"":"\\\\","b":[1.12345678901234567890,12345678901234567.5]}',
      '[12345678901234567890e2,1e0000000000000000001,1e+0000000000000000001,1e-0000000000000000001]',
      `[${'9'.repeat(300)}]`,
      '["\\u00009223372036854775807"]',
    ])
      expect(parseExactJson(text), text).to.deep.equal(JSON.parse(text));
  });

  it('refuses what is not JSON', () => {
    expect(() => parseExactJson('{9223372036854775807: 1}')).to.throw(SyntaxError);
  });

  it('reads a text that is nested too deeply for exact integers', () => {
    const text = `${'['.repeat(50_000)}9223372036854775807${']'.repeat(50_000)}`;
    expect(() => parseExactJson(text)).not.to.throw();
  });

  it('takes time in proportion to the text', function () {
    this.timeout(5_000);
    const text = `["${'\\\\'.repeat(500_000)}",${'"1234567890123456",'.repeat(100_000)}${'1'.repeat(500_000)}]`;
    expect(parseExactJson(text)).to.have.length(100_002);
  });
});

describe('stringifyExactJson', () => {
  it('writes bigints as integers and everything else as JSON.stringify does', () => {
    expect(stringifyExactJson({ a: [9223372036854775807n], b: '\0' + '123', c: 'x"\0' }, 1)).to.equal(
      '{\n "a": [\n  9223372036854775807\n ],\n "b": "\\u0000123",\n "c": "x\\"\\u0000"\n}',
    );
    expect(stringifyExactJson([1, undefined])).to.equal('[1,null]');
  });

  it('writes what parseExactJson reads', () => {
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
        fc.array(tie('json')),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('json'),
        ),
      ),
    }));
    checkProperty(
      fc.property(json, (value) => {
        const written = stringifyExactJson(value);
        expect(stringifyExactJson(parseExactJson(written))).to.equal(written);
      }),
    );
  });
});
