import { expect } from 'chai';
import { parseRison } from '../../../../src/adapters/http/sites/rison.ts';

describe('parseRison', () => {
  for (const [text, value] of [
    [
      "(staff:!t,plan:pro,unsigned:(seats:2.5,teams:!(red,'blue sky')))",
      { staff: true, plan: 'pro', unsigned: { seats: 2.5, teams: ['red', 'blue sky'] } },
    ],
    ['()', {}],
    ['!()', []],
    ["'it!'s!!'", "it's!"],
    ['!(!t,!f,!n,-1,1e3)', [true, false, null, -1, 1000]],
    ["('a b':1)", { 'a b': 1 }],
  ] as const)
    it(`reads ${text}`, () => {
      expect(parseRison(text)).to.deep.equal(value);
    });

  for (const text of [
    '',
    '(',
    '(a)',
    '(a:1',
    '(a:1,)',
    '!x',
    "'open",
    '(a:1)b',
    '(__proto__:1)',
    '!('.repeat(10) + ')'.repeat(10),
  ])
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(parseRison(text)).to.equal(undefined);
    });
});
