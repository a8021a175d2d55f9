import { expect } from 'chai';
import fc from 'fast-check';
import { describeSpec } from '../../../../src/adapters/openapi/describe/describe-spec.ts';
import { apiLabelsOf } from '../../../../src/adapters/site/api-reference/api-labels.ts';
import { typeText } from '../../../../src/adapters/site/api-reference/render-schema.ts';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { buildPageDrafts } from '../../../../src/application/openapi-specs/page-drafts.ts';
import { diffSpecs } from '../../../../src/domain/openapi-specs/diff/diff-specs.ts';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { decodeModel } from '../../../../src/domain/openapi-specs/reference/reference-model.ts';
import { checkProperty } from '../../../support/properties.ts';

const A = { $ref: '#/components/schemas/A' };
/** Document with every part that is read. */
const WHOLE: JsonMap = {
  openapi: '3.1.0',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{r}.example.com', variables: { r: { default: 'eu', enum: ['eu'] } } }],
  security: [{ key: ['a'] }],
  tags: [{ name: 'Pets', description: 'Pets', 'x-displayName': 'All pets' }],
  paths: {
    '/p/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        tags: ['Pets'],
        summary: 'Summary',
        parameters: [
          {
            in: 'query',
            name: 'q',
            required: true,
            style: 'form',
            schema: { type: 'array', items: { enum: [1, null] } },
          },
          { in: 'cookie', name: 's', content: { 'application/json': { schema: {} } } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: A, example: { a: 1 }, examples: { x: { value: {} } } } },
        },
        responses: {
          200: {
            description: 'ok',
            headers: { H: { schema: {} } },
            content: { 'a/b': { schema: { oneOf: [A, { type: 'null' }] } } },
          },
          default: { $ref: '#/components/responses/E' },
        },
        security: [{ key: [] }],
      },
    },
  },
  webhooks: {
    born: { post: { requestBody: { content: { 'a/b': { schema: { anyOf: [{ type: 'string' }] } } } }, responses: {} } },
  },
  components: {
    parameters: { Id: { in: 'path', name: 'id', required: true, schema: { type: 'string', minLength: 1 } } },
    responses: { E: { description: 'error', content: { 'a/b': {} } } },
    securitySchemes: {
      key: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://example.com', scopes: { a: 'x' } } } },
    },
    schemas: {
      A: {
        type: ['object', 'null'],
        required: ['a'],
        additionalProperties: { type: 'number' },
        properties: {
          a: { type: 'string', readOnly: true, minimum: 1, not: { type: 'string' } },
          b: { type: 'array', items: A },
        },
        allOf: [{ $ref: '#/components/schemas/B' }],
      },
      B: true,
    },
  },
};
const pathsIn = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsIn(inner, [...at, key])])
    : [];

function withOdd(edits: readonly (readonly [readonly string[], unknown])[]): SpecDocument {
  const root = structuredClone(WHOLE);
  for (const [path, value] of edits) {
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as JsonMap | null | undefined)?.[key], root);
    if (typeof parent === 'object' && parent !== null) (parent as JsonMap)[path.at(-1)!] = structuredClone(value);
  }
  return new SpecDocument(root);
}

describe('OpenAPI documents with values of the wrong type', () => {
  const odd = fc.constantFrom<unknown>(
    null,
    5,
    'x',
    '',
    true,
    false,
    [],
    {},
    [null],
    [5, 'x', {}],
    A,
    { $ref: 5 },
    { $ref: '#/nowhere' },
    { a: null },
  );
  const documents = fc
    .array(fc.tuple(fc.constantFrom(...pathsIn(WHOLE)), odd), { minLength: 1, maxLength: 3 })
    .map(withOdd);

  it('[A47] ends at lists and alternatives that contain themselves', () => {
    const [L, V] = ['L', 'V'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const document = new SpecDocument({
      ...WHOLE,
      components: { schemas: { L: { type: 'array', items: L }, V: { minLength: 1, anyOf: [V] } } },
    });
    const { schemas, definitions } = describeSpec(document);
    expect(schemas[0]!.markdown).to.equal('*list of list of list*');
    expect(schemas[1]!.markdown).to.contain('*V*');
    const models = new Map([...definitions].map(([key, model]) => [key, decodeModel(model)]));
    const list = { ref: L!.$ref, types: [] };
    expect(typeText(list, models, apiLabelsOf('en'))).to.equal('array of array');
  });

  it('are compared and described without an error', () => {
    checkProperty(
      fc.property(documents, documents, (from, to) => {
        diffSpecs(from, to);
        describeSpec(from);
      }),
      { numRuns: 2_000 },
    );
    expect(
      diffSpecs(withOdd([[['components', 'responses', 'E', 'content', 'a/b'], null]]), withOdd([])).operations,
    ).to.deep.equal([]);
  });

  it('get titles in one printable line', () => {
    const titles = (name: string, operation: JsonMap): string[] => {
      const described = describeSpec(
        new SpecDocument({
          paths: { '/a\0b': { get: { tags: [name], ...operation } } },
          components: { schemas: { 'S\0 \ud800': {} } },
        }),
      );
      return runToCompletion(
        buildPageDrafts(
          'odd',
          described,
          { models: true, downloadLink: false, grouping: 'by-operation', expandOperations: true },
          undefined,
        ),
      ).flatMap(({ title, parts }) => [title, ...parts.map((part) => part.title)]);
    };
    expect(titles('a\0b\n c', { summary: '\ud800\ttext' })).to.deep.equal([
      'A b c',
      '\ufffd text',
      'Models',
      'S \ufffd',
    ]);
    expect(titles(' ', { summary: ' \n', operationId: '' })).to.deep.equal([
      'Operations',
      'GET /a b',
      'Models',
      'S \ufffd',
    ]);
    expect(titles(`${'x'.repeat(199)}😀`, {})[0]).to.equal(`X${'x'.repeat(198)}`);
  });
});
