import { expect } from 'chai';
import * as z from 'zod';
import { check, checkBody } from '../../../../src/adapters/http/kernel/input.ts';
import { ROUTES } from '../../../../src/adapters/http/routes.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';

/** Returns the issues of a refused value as `path: message`. */
function issuesOf(schema: z.ZodType, value: unknown): string[] {
  try {
    check(schema, value);
  } catch (error) {
    if (error instanceof Invalid) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}
const shapes = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle') }),
  z.object({ kind: z.literal('square') }),
]);

describe('validation messages', () => {
  for (const [schema, value, message] of [
    [z.string(), undefined, 'is required'],
    [z.enum(['a', 'b']), undefined, 'is required'],
    [z.string(), null, 'must be a string'],
    [z.int(), 1.5, 'must be an integer'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.object({}), [], 'must be an object'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.union([z.string(), z.number()]), true, 'must be a string or a number'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.string().max(3), 'abcd', 'must have at most 3 characters'],
    [z.string().length(4), 'abc', 'must have exactly 4 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    [z.array(z.string()).min(2), [], 'must have at least 2 items'],
    [z.number().min(5), 4, 'must be at least 5'],
    [z.number().gt(5), 5, 'must be greater than 5'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().multipleOf(5), 6, 'must be a multiple of 5'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal('x'), 'y', 'must be x'],
    [z.url(), 'x', 'must be a URL'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.iso.datetime(), 'x', 'must be a time in ISO 8601, such as 2026-01-31T12:00:00Z'],
    [z.string().regex(/^\d+$/), 'x', 'must match the pattern /^\\d+$/'],
    [z.string().regex(/^\d+$/, 'must be digits'), 'x', 'must be digits'],
  ] as const)
    it(`say "${message}" for ${JSON.stringify(value) ?? 'nothing'}`, () => {
      expect(issuesOf(z.object({ field: schema }), { field: value })).to.deep.equal([`field: ${message}`]);
    });

  it('name the variants of an object', () => {
    expect(issuesOf(shapes, { kind: 'line' })).to.deep.equal(['kind: must be one of circle, square']);
    expect(issuesOf(shapes, {})).to.deep.equal(['kind: is required and must be one of circle, square']);
  });

  it('say why the name of a member is invalid', () => {
    const schema = z.object({ field: z.record(z.string().min(1).max(3), z.string()) });
    expect(issuesOf(schema, { field: { name: 'a', '': 'b' } })).to.deep.equal([
      'field.name: has an invalid name (must have at most 3 characters)',
      'field: has an invalid name (must have at least 1 character)',
    ]);
  });

  it('name a field once if its value breaks several rules with the same message', () => {
    const webAddress = z
      .string()
      .max(10)
      .url('must be an http or https URL')
      .refine((url) => url.startsWith('http'), 'must be an http or https URL');
    expect(issuesOf(z.object({ url: webAddress }), { url: '/x' })).to.deep.equal(['url: must be an http or https URL']);
    expect(issuesOf(z.array(webAddress), ['/x', '/y'.repeat(6)])).to.deep.equal([
      '0: must be an http or https URL',
      '1: must have at most 10 characters',
      '1: must be an http or https URL',
    ]);
  });

  it('name the body if it is wrong as a whole', () => {
    const schema = z
      .object({ a: z.string().optional() })
      .refine(({ a }) => a !== 'x', 'must have a letter besides x')
      .refine(({ a }) => a !== 'y', 'a letter is wrong');
    for (const [body, message] of [
      [[], 'the body must be an object'],
      [{ a: 'x' }, 'the body must have a letter besides x'],
      [{ a: 'y' }, 'a letter is wrong'],
      [{ a: 1 }, 'a: must be a string'],
    ] as const)
      expect(() => checkBody(schema, body), JSON.stringify(body)).to.throw(Invalid, new RegExp(`^${message}$`));
  });

  it('say that a field is required, whatever the body lacks', () => {
    const others = ROUTES.flatMap(({ useCase, body }) =>
      issuesOf(body ?? z.object({}), {})
        // An issue of the body as a whole names no field.
        .filter((issue) => !issue.endsWith(': is required') && !issue.startsWith(': '))
        .map((issue) => `${useCase.name} ${issue}`),
    );
    expect(others).to.deep.equal(['requestReviewersForChangeRequest users: must name at least one user or team']);
  });
});
