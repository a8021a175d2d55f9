import { expect } from 'chai';
import * as z from 'zod';
import { readExamples } from '../../../../scripts/openapi/api-document.ts';
import { findExampleProblem } from '../../../../scripts/openapi/examples/recorder.ts';
import { Stabilizer } from '../../../../scripts/openapi/examples/stable.ts';
import type { Route } from '../../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../../src/adapters/http/routes.ts';

const examples = readExamples();

describe('examples of the API reference', () => {
  for (const route of ROUTES)
    it(`fit the schemas of ${route.useCase.name}`, () => {
      expect(findExampleProblem(route, examples[route.useCase.name]), 'run `npm run examples`').to.equal(undefined);
    });

  it('exist for operations of the route table only', () => {
    const names = new Set(ROUTES.map(({ useCase }) => useCase.name));
    expect(Object.keys(examples).filter((name) => !names.has(name))).to.deep.equal([]);
  });

  it('contain no secret and no address of the machine on which they were recorded', () => {
    const text = JSON.stringify(examples);
    expect(text).not.to.match(/\bq[a-z]_(?!x{32})[\w-]{32}/);
    expect(text).not.to.match(/127\.0\.0\.1|localhost:|file:\/\/|PRIVATE KEY/);
  });
});

describe('findExampleProblem', () => {
  const body = z.object({ title: z.string() });
  const schema = z.object({ id: z.string() });
  const route = {
    body,
    returns: { statuses: { 200: { description: 'OK', schema } } },
  } as unknown as Route;
  const example = { request: { title: 'Guides' }, response: { id: '1' } };

  it('finds nothing wrong with bodies that fit', () => {
    expect(findExampleProblem(route, example)).to.equal(undefined);
  });
  it('reports a missing example, request or response', () => {
    expect(findExampleProblem(route, undefined)).to.equal('has no example');
    expect(findExampleProblem(route, { response: example.response })).to.match(/needs a request/);
    expect(findExampleProblem(route, { request: example.request })).to.match(/needs a response/);
  });
  it('reports a request or a response that the schemas refuse', () => {
    expect(findExampleProblem(route, { ...example, request: { title: 1 } })).to.match(/^request: /);
    expect(findExampleProblem(route, { ...example, response: {} })).to.match(/^response: /);
  });
  it('reports members of the response that the schema does not have', () => {
    expect(findExampleProblem(route, { ...example, response: { id: '1', name: 'Guides' } })).to.match(/members/);
  });
});

describe('Stabilizer', () => {
  const clock = { from: Date.parse('2030-01-01T00:00:00Z'), to: Date.parse('2026-03-02T09:00:00Z') };
  const id = '0VboEfRFaDJjXf6Mc4IK';
  const other = '0Vbpq8XhAt6Q8hSxHdvb';
  const stable = <T>(examples: T, seen: readonly (readonly [operation: string, response: unknown])[] = []): T => {
    const stabilizer = new Stabilizer({
      clock,
      replacements: [['http://127.0.0.1:4711', 'https://help.example']],
      words: new Set(['getOpenAPISpecBySlug']),
    });
    for (const [operation, response] of seen) stabilizer.observe(operation, response);
    return stabilizer.stable(examples);
  };

  it('replaces an id by the same one wherever it is', () => {
    const { a, b } = stable({
      a: { id, url: `https://quire.example.com/v1/spaces/${id}` },
      b: { parent: id },
    });
    expect(a.id).not.to.equal(id);
    expect(a.url).to.equal(`https://quire.example.com/v1/spaces/${a.id}`);
    expect(b.parent).to.equal(a.id);
  });
  it('replaces ids without digits, and leaves names of operations', () => {
    expect(stable({ a: { id: 'AVbyyFvxCWAJqIukafar', action: 'getOpenAPISpecBySlug' } }).a)
      .to.include({ action: 'getOpenAPISpecBySlug' })
      .and.not.include({ id: 'AVbyyFvxCWAJqIukafar' });
  });
  it('gives ids by the place at which a response contained them first, so that they are the same in each run', () => {
    const run = (first: string, second: string) =>
      stable({ createSpace: { id: second, parent: first } }, [
        ['createCollection', { id: first }],
        ['createSpace', { id: second, parent: first }],
      ]);
    expect(run(id, other)).to.deep.equal(run(other, id));
  });
  it('leaves ids and instants as they are when further operations were called', () => {
    const examples = { createSpace: { id, at: '2030-01-01T00:10:00.100Z' } };
    const later = { createSpace: { id, at: '2030-01-01T00:10:00.700Z' } };
    const more = stable(later, [
      ['createFont', { id: other }],
      ['createSpace', { id }],
    ]);
    expect(more).to.deep.equal(stable(examples, [['createSpace', { id }]]));
  });
  it('replaces tokens, secrets and sealed links', () => {
    const text = JSON.stringify(
      stable({
        a: {
          token: 'qr_Zk3tX0aVnUjhP9bQ2wLrYd8sKf5mEo7c',
          secret: '784b2922b659b2d50dacd37e854b95c6',
          url: 'https://quire.example.com/files/kS9iXydKVTY_7ihc1-uU1FsiMFZib0RmY2pBcENRejl6NmtPN1ciLCIwV',
        },
      }),
    );
    expect(text).not.to.match(/Zk3tX0|784b29|kS9iXy/);
  });
  it('moves instants of the run to whole minutes and leaves others alone', () => {
    expect(stable({ a: { at: '2030-01-01T00:01:00.200Z', before: '2020-01-01T00:00:00.000Z' } })).to.deep.equal({
      a: { at: '2026-03-02T09:01:00.000Z', before: '2020-01-01T00:00:00.000Z' },
    });
  });
  it('replaces the addresses given', () => {
    expect(stable({ a: 'http://127.0.0.1:4711/x' })).to.deep.equal({ a: 'https://help.example/x' });
  });
});
