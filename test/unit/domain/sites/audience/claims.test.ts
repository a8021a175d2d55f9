import { expect } from 'chai';
import {
  UNSIGNED_DESCRIPTION,
  type ListClaim,
  type ObjectClaim,
  type ScalarClaim,
  type VisitorSchema,
} from '../../../../../src/domain/sites/audience/claim-schema.ts';
import { validateClaims, parseClaims } from '../../../../../src/domain/sites/audience/claims.ts';
import { listTemplateConditions } from '../../../../../src/domain/sites/audience/template-conditions.ts';
import { findConditionProblem } from '../../../../../src/domain/sites/audience/condition.ts';

const text = (description = 'Text') => ({ type: 'string' as const, description });
const SCHEMA: VisitorSchema = {
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'], description: 'Plan' },
    seats: { type: 'number', description: 'Seats' },
    'odd-name': { type: 'boolean', description: 'Odd' },
    account: {
      type: 'object',
      description: 'Account',
      properties: { region: text(), admin: { type: 'boolean', description: 'Runs it' } },
      additionalProperties: false,
    },
    groups: { type: 'array', description: 'Groups', items: text() },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      additionalProperties: false,
      properties: {
        language: text(),
        flags: { type: 'array', description: 'Flags', items: { type: 'number', description: 'Flag' } },
        deep: {
          type: 'object',
          description: '',
          properties: { on: { type: 'boolean', description: '' } },
          additionalProperties: false,
        },
      },
    },
  },
  additionalProperties: false,
};

describe('visitor claims', () => {
  it('are limited to those of the schema, with the right type', () => {
    const said = {
      plan: 'pro',
      seats: 3,
      'odd-name': true,
      account: { region: 'eu', admin: 'yes', more: 1 },
      groups: ['a', 'b'],
      exp: 7,
      unsigned: { language: 'xx' },
    };
    expect(validateClaims(SCHEMA, said, { language: 'fr', flags: [1, 2], other: true })).to.deep.equal({
      plan: 'pro',
      seats: 3,
      'odd-name': true,
      account: { region: 'eu' },
      groups: ['a', 'b'],
      unsigned: { language: 'fr', flags: [1, 2] },
    });
    const wrong = { plan: 'gold', seats: '3', 'odd-name': 1, account: [], groups: ['a', 1], unsigned: {} };
    expect(validateClaims(SCHEMA, wrong, { language: 7, flags: 'x', deep: null })).to.deep.equal({ unsigned: {} });
    expect(validateClaims(SCHEMA, { groups: Array.from({ length: 201 }, () => 'a') }, {})).to.deep.equal({
      unsigned: {},
    });
    expect(validateClaims(SCHEMA, { groups: Array.from({ length: 200 }, () => 'a') }, {})['groups']).to.have.lengthOf(
      200,
    );
  });

  it('are all signed ones without a schema, limited in depth, and none that visitors state', () => {
    const deep = (n: number): unknown => (n === 0 ? 'end' : { in: deep(n - 1) });
    const claims = validateClaims(
      undefined,
      { plan: 'pro', deep: deep(20), unsigned: { a: 1 } },
      { language: 'fr' },
    ) as any;
    expect(claims.plan).to.equal('pro');
    expect(claims.unsigned).to.deep.equal({});
    expect(JSON.stringify(claims).split('in').length - 1).to.equal(7);
    expect(
      Object.keys(validateClaims(undefined, JSON.parse('{"__proto__":{"a":1}}') as object as never, {})),
    ).to.deep.equal(['unsigned']);
  });

  it('are parsed from a query string by the schema', () => {
    const read = (...said: [string, string][]) => parseClaims(SCHEMA, said);
    expect(read(['language', 'true'], ['flags', '1'], ['flags', '-2.5'], ['deep.on', 'true'])).to.deep.equal({
      language: 'true',
      flags: [1, -2.5],
      deep: { on: true },
    });
    for (const [name, value] of [
      ['flags', ''],
      ['flags', '1e999'],
      ['flags', 'x'],
      ['deep', 'true'],
      ['deep.on', '1'],
      ['deep.on.x', 'true'],
      ['deep.off', 'true'],
      ['plan', 'pro'],
      ['', 'x'],
      ['__proto__.on', 'true'],
      ['constructor', 'x'],
    ] as const)
      expect(read([name, value]), `${name}=${value}`).to.deep.equal({});
    expect(read(['language', 'en'], ['language', 'fr'])).to.deep.equal({ language: 'fr' });
    expect(parseClaims(undefined, [['language', 'fr']])).to.deep.equal({});
  });

  it('[A19] may have the names of members of every object, which stay as they are', () => {
    const call: ScalarClaim = { type: 'string', description: 'Call' };
    const object: ObjectClaim = {
      type: 'object',
      description: 'Text',
      properties: { call },
      additionalProperties: false,
    };
    const list: ListClaim = { type: 'array', description: 'Values', items: call };
    const own: VisitorSchema = {
      type: 'object',
      properties: {
        unsigned: { ...object, description: UNSIGNED_DESCRIPTION, properties: { toString: object, valueOf: list } },
      },
      additionalProperties: false,
    };
    const claims = parseClaims(own, [
      ['toString.call', 'x'],
      ['valueOf', 'a'],
      ['valueOf', 'b'],
    ]);
    expect(Object.hasOwn(Object.prototype.toString, 'call')).to.equal(false);
    expect(JSON.stringify(claims)).to.equal('{"toString":{"call":"x"},"valueOf":["a","b"]}');
  });

  it('are offered as template conditions', () => {
    const templates = listTemplateConditions(SCHEMA);
    expect(templates.map(({ condition }) => condition)).to.deep.equal([
      'visitor.claims.plan == "free"',
      'visitor.claims.plan == "pro"',
      'visitor.claims.seats > 0',
      'visitor.claims["odd-name"] == true',
      'visitor.claims["odd-name"] == false',
      'visitor.claims.account.region != null',
      'visitor.claims.account.admin == true',
      'visitor.claims.account.admin == false',
      'visitor.claims.unsigned.language != null',
      'visitor.claims.unsigned.deep.on == true',
      'visitor.claims.unsigned.deep.on == false',
    ]);
    for (const { condition } of templates)
      expect(findConditionProblem(condition, SCHEMA), condition).to.equal(undefined);
  });

  it('must be in the schema to be used in conditions, at any position', () => {
    const right = [
      'true',
      'visitor',
      'visitor.claims',
      'visitor.claims.account.region.length',
      'visitor.claims.groups[0]',
      'visitor.claims[visitor.claims.plan]',
      '[visitor.claims.plan].includes("a") ? visitor.claims.seats : !visitor.claims["odd-name"]',
    ];
    for (const condition of right) expect(findConditionProblem(condition, SCHEMA), condition).to.equal(undefined);
    for (const at of [
      'X',
      '!X',
      '-X',
      'X + 1',
      '1 && X',
      'X ? 1 : 2',
      '1 ? X : 2',
      '1 ? 2 : X',
      '[1, X]',
      '"a".includes(X)',
      'X.includes("a")',
      'visitor.claims[X]',
      'X[visitor.claims.plan]',
    ]) {
      expect(findConditionProblem(at.replace('X', 'visitor.claims.account.nobody'), SCHEMA), at).to.match(
        /claim account\.nobody is not defined/,
      );
      expect(findConditionProblem(at.replace('X', 'visitor.claims.nobody')), at).to.equal(undefined);
      expect(findConditionProblem(at.replace('X', 'process')), at).to.match(/process is not defined/);
    }
  });
});
