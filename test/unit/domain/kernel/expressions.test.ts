import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { evaluate, evaluateCondition, evaluateToText } from '../../../../src/domain/kernel/expressions/evaluate.ts';
import {
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_LENGTH,
  MAX_EXPRESSION_RESULT_LENGTH,
} from '../../../../src/domain/kernel/expressions/expression.ts';
import { parseExpression } from '../../../../src/domain/kernel/expressions/parse-expression.ts';
import { checkProperty } from '../../../support/properties.ts';

const SCOPE = {
  visitor: {
    claims: {
      unsigned: {
        plan: 'growth',
        beta: true,
        seats: 12,
        groups: ['staff', 'eu'],
        'odd-name': 'x',
        no: false,
        nothing: null,
      },
    },
  },
  space: { vars: { version: '2.1', count: 3 } },
};

function valueOf(text: string, scope: Readonly<Record<string, unknown>> = SCOPE): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message} at ${parsed.error.at}`);
  const result = evaluate(parsed.expression, scope);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
function errorOf(text: string): { message: string; at: number } {
  const parsed = parseExpression(text);
  if (parsed.ok) throw new Error(`${text} was read`);
  return parsed.error;
}

describe('expressions', () => {
  const CASES: readonly (readonly [string, unknown])[] = [
    ['visitor.claims.unsigned.beta', true],
    ['visitor.claims.unsigned.beta === true', true],
    ['visitor.claims.unsigned.plan == "growth"', true],
    ["visitor.claims.unsigned['odd-name'] === 'x'", true],
    ['visitor.claims.unsigned?.plan !== "partner" && visitor.claims.unsigned?.["plan"] !== "starter"', true],
    ['!visitor.claims.unsigned.missing', true],
    ['visitor.claims.nobody.at.all', undefined],
    ['nobody?.at.all', undefined],
    ['"staff" in visitor.claims.unsigned.groups', true],
    ['"plan" in visitor.claims.unsigned ? visitor.claims.unsigned.plan : "none"', 'growth'],
    ['visitor.claims.unsigned.groups.includes("eu")', true],
    ['["starter", "growth",].includes(visitor.claims.unsigned.plan)', true],
    ['visitor.claims.unsigned.groups[1]', 'eu'],
    ['visitor.claims.unsigned.groups.length', 2],
    ['visitor.claims.unsigned.plan.toUpperCase() + "-" + space.vars.version', 'GROWTH-2.1'],
    ['visitor.claims.unsigned.plan.startsWith("gro")', true],
    ['visitor.claims.unsigned.seats >= 12 && visitor.claims.unsigned.seats < 13', true],
    ['visitor.claims.unsigned.nothing ?? "fallback"', 'fallback'],
    ['visitor.claims.unsigned.no || "other"', 'other'],
    ['1 + 2 * 3 - -4 % 3', 8],
    ['(1 + 2) * 3', 9],
    ['"3" == space.vars.count', true],
    ['"3" === space.vars.count', false],
    ['null == undefined', true],
    ['false ? 1 : true ? 2 : 3', 2],
    ['"a\\u0062\\n\\\'"', "ab\n'"],
    ['"a" < "b"', true],
    ['1 == 1 == true', true],
  ];
  for (const [text, value] of CASES) it(`evaluates ${text}`, () => expect(valueOf(text)).to.equal(value));

  it('short-circuits logical operators', () => {
    expect(valueOf('false && nobody.x')).to.equal(false);
    expect(valueOf('1 || nobody')).to.equal(1);
  });

  for (const text of [
    'constructor',
    'visitor.constructor',
    'visitor["__proto__"]',
    'visitor.claims.unsigned.groups.constructor',
    '"a".constructor',
    '[].push',
    'visitor.hasOwnProperty',
    'visitor.toString',
    '(1).constructor',
    'toString',
  ]) {
    it(`cannot access a prototype in ${text}`, () => expect(valueOf(text)).to.equal(undefined));
  }
  it('does not return functions of the data', () => expect(valueOf('a.f', { a: { f: () => 1 } })).to.equal(undefined));

  const WRONG: readonly (readonly [string, number])[] = [
    ['', 0],
    ['a b', 2],
    ['a +', 3],
    ['(a', 2],
    ['a = 1', 2],
    ['a.b(1)', 2],
    ['f(1)', 1],
    ['"open', 0],
    ['a; b', 1],
    ['a.', 2],
    ['`${a}`', 0],
    ['a ? b', 5],
    ['in', 0],
    ['[1, 2', 5],
    ['a => a', 2],
    ['1.a', 2],
    ['new Date()', 4],
  ];
  for (const [text, at] of WRONG)
    it(`reports the position of the error in ${JSON.stringify(text)}`, () => expect(errorOf(text).at).to.equal(at));

  it('accepts expressions up to the maximum length', () => {
    expect(parseExpression('a'.repeat(MAX_EXPRESSION_LENGTH)).ok).to.equal(true);
    expect(errorOf('a'.repeat(MAX_EXPRESSION_LENGTH + 1)).message).to.contain(String(MAX_EXPRESSION_LENGTH));
  });
  it('accepts expressions up to the maximum depth', () => {
    const nested = (depth: number): string => '('.repeat(depth) + '1' + ')'.repeat(depth);
    expect(valueOf(nested(MAX_EXPRESSION_DEPTH - 1))).to.equal(1);
    expect(errorOf(nested(MAX_EXPRESSION_DEPTH)).message).to.contain('deeper');
    expect(errorOf('!'.repeat(2000) + 'a').message).to.contain('deeper');
    expect(errorOf('a' + '.a'.repeat(2000)).message).to.contain('in a row');
    expect(errorOf('1' + '+1'.repeat(2000)).message).to.contain('in a row');
  });
  it('produces texts up to the maximum length', () => {
    const half = 'x'.repeat(MAX_EXPRESSION_RESULT_LENGTH / 2);
    expect(valueOf('a + a', { a: half })).to.have.length(MAX_EXPRESSION_RESULT_LENGTH);
    expect(() => valueOf('a + a + "x"', { a: half })).to.throw('more than');
  });
  it('stops evaluations that take too many steps', () => {
    const a = Array.from({ length: 60_000 }, (_, i) => i);
    expect(valueOf('a.includes(1)', { a })).to.equal(true);
    expect(() => valueOf('a.includes(1) && a.includes(2)', { a })).to.throw('too many steps');
  });

  it('evaluates a condition to a boolean', () => {
    expect(evaluateCondition('visitor.claims.unsigned.plan', SCOPE)).to.equal(true);
    expect(evaluateCondition('visitor.claims.unsigned.no', SCOPE)).to.equal(false);
    expect(evaluateCondition('this is nothing', SCOPE)).to.equal(false);
  });
  it('evaluates inline expressions to text', () => {
    expect(evaluateToText('space.vars.count', SCOPE)).to.equal('3');
    expect(evaluateToText('visitor.claims.unsigned.groups', SCOPE)).to.equal('staff,eu');
    for (const text of ['space.vars', 'space.vars.missing', 'not an expression'])
      expect(evaluateToText(text, SCOPE)).to.equal(undefined);
  });

  it('returns a value or an error for every text', () => {
    const words = fc.constantFrom(
      'a',
      '.',
      '?.',
      '[',
      ']',
      '(',
      ')',
      '"x"',
      '1',
      '+',
      '&&',
      '?',
      ':',
      'in',
      '!',
      ',',
      'includes',
      '==',
      ' ',
      'null',
    );
    checkProperty(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
        ),
        (text) => {
          const parsed = parseExpression(text);
          if (parsed.ok) evaluate(parsed.expression, { a: { a: ['x', 1] } });
          else expect(parsed.error.at).to.be.within(0, text.length);
        },
      ),
    );
  });
  it('agrees with JavaScript on numbers, booleans and texts', () => {
    const leaf = fc.oneof(
      fc.integer({ min: 0, max: 99 }).map(String),
      fc.constantFrom('true', 'false', '"a"', '"b"', 'null', 'undefined'),
    );
    const tree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(tie('node'), fc.constantFrom('===', '!==', '&&', '||'), tie('node'))
          .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
        tie('node').map((a) => `!${a}`),
        fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      ),
    })).node;
    checkProperty(
      fc.property(tree, (text) => {
        expect(valueOf(text)).to.equal(runInNewContext(text));
      }),
    );
  });
});
