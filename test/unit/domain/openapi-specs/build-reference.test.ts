import { expect } from 'chai';
import fc from 'fast-check';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { buildReference } from '../../../../src/domain/openapi-specs/reference/build-reference.ts';
import {
  decodeModel,
  encodeModel,
  type OperationModel,
  type SchemaModel,
} from '../../../../src/domain/openapi-specs/reference/reference-model.ts';
import { MAX_SCHEMAS } from '../../../../src/domain/openapi-specs/reference/schema-builder.ts';
import {
  membersOf,
  resolveSchema,
  schemasWithin,
} from '../../../../src/domain/openapi-specs/reference/schema-lookup.ts';
import { checkProperty } from '../../../support/properties.ts';

const reference = (more: JsonMap) =>
  buildReference(new SpecDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...more }));
const operation = (members: JsonMap, more: JsonMap = {}): OperationModel =>
  reference({ paths: { '/pets/{id}': { get: members } }, ...more }).operations[0]!.model;
const schema = (value: unknown, schemas: JsonMap = {}): SchemaModel => {
  const { definitions } = reference({ components: { schemas: { ...schemas, Tested: value } } });
  return resolveSchema({ ref: '#/components/schemas/Tested', types: [] }, definitions).schema;
};
const nested = (model: SchemaModel, ...names: readonly string[]): SchemaModel =>
  names.reduce((at, name) => at.properties!.find((property) => property.name === name)!.schema, model);

describe('buildReference', () => {
  it('keeps integers that a number would round, also as a model in JSON', () => {
    const model = decodeModel(
      encodeModel(schema({ maximum: 9223372036854775807n, default: 9007199254740993n, enum: [9007199254740993n] })),
    );
    expect(model.constraints).to.deep.equal([{ label: 'maximum', value: '9223372036854775807' }]);
    expect(model.default).to.deep.equal({ value: 9007199254740993n });
    expect(model.values).to.deep.equal([9007199254740993n]);
  });

  it('describes parameters with the servers and the authorization of the document', () => {
    const model = operation(
      {
        summary: 'Get a pet',
        operationId: 'getPet',
        deprecated: true,
        externalDocs: { url: 'https://docs.example.com', description: 'More' },
        parameters: [
          { name: 'verbose', in: 'query', schema: { type: 'boolean', default: false } },
          { name: 'id', in: 'path', schema: { type: 'integer', minimum: 1 } },
          { name: 'odd', in: 'body', schema: {} },
        ],
        responses: {
          200: {
            description: 'A pet',
            headers: { ETag: { required: true, schema: { type: 'string' } } },
            content: { 'application/json': { example: { id: 1 }, schema: { type: 'object' } } },
          },
        },
      },
      {
        servers: [
          { url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
        ],
        security: [{ token: [] }, { flow: ['pets:read'] }, {}],
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'Bearer' },
            flow: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://example.com/token' } } },
          },
        },
      },
    );
    expect(model).to.deep.include({
      kind: 'operation',
      method: 'get',
      path: '/pets/{id}',
      title: 'Get a pet',
      operationId: 'getPet',
      isDeprecated: true,
      externalDocs: { url: 'https://docs.example.com', description: 'More' },
      servers: [
        {
          url: 'https://{region}.example.com',
          variables: [{ name: 'region', default: 'eu', values: ['eu', 'us'] }],
        },
      ],
      security: [
        [{ name: 'token', type: 'http', scheme: 'bearer', scopes: [] }],
        [
          {
            name: 'flow',
            type: 'oauth2',
            flows: [{ name: 'clientCredentials', tokenUrl: 'https://example.com/token' }],
            scopes: ['pets:read'],
          },
        ],
        [],
      ],
    });
    expect(model.parameters.map(({ name, in: place, isRequired }) => [name, place, isRequired])).to.deep.equal([
      ['id', 'path', true],
      ['verbose', 'query', false],
    ]);
    expect(model.responses).to.deep.equal([
      {
        status: '200',
        description: 'A pet',
        headers: [{ name: 'ETag', isRequired: true, schema: { types: ['string'] } }],
        content: [{ type: 'application/json', schema: { types: ['object'] }, examples: [{ value: { id: 1 } }] }],
      },
    ]);
  });

  it('keeps null among several alternatives, behind the others', () => {
    const { variants } = schema({ anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'integer' }] });
    expect(variants).to.deep.equal([
      { kind: 'anyOf', options: [{ types: ['string'] }, { types: ['integer'] }, { types: ['null'] }] },
    ]);
  });

  it('describes operations of the methods of OpenAPI 3.2', () => {
    const responses = { 200: { summary: 'Found' } };
    const methods = { query: { responses }, get: {}, additionalOperations: { COPY: {}, post: {}, 'rm -rf': {} } };
    const callbacks = { done: { '{$url}': { additionalOperations: { NOTIFY: {} } } } };
    const { operations } = reference({ paths: { '/pets': { ...methods, put: { callbacks } } } });
    expect(operations.map(({ model }) => model.title)).to.deep.equal([
      'GET /pets',
      'QUERY /pets',
      'PUT /pets',
      'COPY /pets',
    ]);
    expect(operations[1]!.model.responses[0]!.description).to.equal('Found');
    expect(operations[2]!.model.callbacks).to.deep.equal([{ name: 'done', requests: ['NOTIFY {$url}'] }]);
  });

  it('describes the items of streams, and examples as data, of OpenAPI 3.2', () => {
    const media = { itemSchema: { type: 'integer' }, examples: { one: { dataValue: [1, 2] } } };
    const { responses } = operation({ responses: { 200: { content: { 'application/jsonl': media } } } });
    expect(responses[0]!.content).to.deep.equal([
      {
        type: 'application/jsonl',
        schema: { types: ['array'], items: { types: ['integer'] } },
        examples: [{ name: 'one', value: [1, 2] }],
      },
    ]);
  });

  it('resolves relative servers against the URL of the document, and leaves the others', () => {
    const urlsAt = (url: string | undefined, ...servers: readonly JsonMap[]): readonly string[] =>
      buildReference(new SpecDocument({ paths: { '/a': { get: {} } }, servers }, url)).operations[0]!.model.servers.map(
        (server) => server.url,
      );
    const base = 'https://me:secret@api.example.org/specs/pets.yaml?token=secret';
    const variables = { a: { default: 'https://other.example.org' }, b: { default: '/v1' }, c: { default: 'v1' } };
    const cases: readonly (readonly [string, string])[] = [
      ['/v1', 'https://api.example.org/v1'],
      ['v1/{c}', 'https://api.example.org/specs/v1/{c}'],
      ['./{c}/x', 'https://api.example.org/specs/{c}/x'],
      ['../v1', 'https://api.example.org/v1'],
      ['{c}/x', 'https://api.example.org/specs/{c}/x'],
      ['{b}/x', 'https://api.example.org{b}/x'],
      ['{a}/x', '{a}/x'],
      ['//{c}.example.org/X', 'https://{c}.example.org/X'],
      ['#', 'https://api.example.org/specs/#'],
      ['https://{c}.example.org', 'https://{c}.example.org'],
      ['http://[', 'http://['],
      ['//[', 'https://['],
    ];
    for (const [url, expected] of cases) {
      expect(urlsAt(base, { url, variables }), url).to.deep.equal([expected]);
      expect(urlsAt(undefined, { url, variables }), url).to.deep.equal([url]);
    }
    expect(urlsAt(base)).to.deep.equal(['https://api.example.org/']);
    expect(urlsAt(undefined)).to.deep.equal([]);
  });

  it('recognizes files by the type of their content, and encoded texts by their encoding', () => {
    const formatOf = (value: JsonMap): unknown => schema(value).format;
    expect(schema({ contentMediaType: 'image/png' })).to.deep.include({ types: ['string'], format: 'binary' });
    expect(formatOf({ type: ['string', 'null'], contentMediaType: 'application/octet-stream' })).to.equal('binary');
    expect(formatOf({ type: 'string', contentMediaType: 'application/pdf' })).to.equal('binary');
    expect(formatOf({ type: 'string', contentMediaType: 'application/vnd.api+json' })).to.equal(undefined);
    expect(formatOf({ type: 'string', contentMediaType: 'text/html' })).to.equal(undefined);
    expect(formatOf({ type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' })).to.equal('byte');
    expect(formatOf({ type: 'string', contentEncoding: 'quoted-printable' })).to.equal(undefined);
    expect(formatOf({ type: 'string', format: 'x', contentMediaType: 'image/png' })).to.equal('x');
    const { body } = operation({
      requestBody: {
        content: { 'image/png': {}, 'application/octet-stream': { schema: {} }, 'application/json': {}, '*/*': {} },
      },
    });
    const file = { types: ['string'], format: 'binary' };
    expect(body!.content.map((media) => media.schema)).to.deep.equal([file, file, undefined, undefined]);
  });

  it('names examples by their summary, and leaves out those that are too long', () => {
    const { body } = operation({
      requestBody: {
        content: {
          'application/json': {
            examples: { a: { summary: 'A small one', value: 1 }, b: { value: null }, c: { value: 'x'.repeat(5_000) } },
          },
        },
      },
    });
    expect(body!.content[0]!.examples).to.deep.equal([
      { name: 'A small one', value: 1 },
      { name: 'b', value: null },
    ]);
  });

  it('states types, formats, limits, allowed values and marks of fields', () => {
    const model = schema({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', format: 'uuid', readOnly: true, example: 'x' },
        age: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 150, default: null },
        size: { enum: ['s', 'l'], deprecated: true, title: 'Size' },
        tags: { type: 'array', items: { type: 'string', pattern: '^a' }, uniqueItems: true, maxItems: 3 },
      },
      additionalProperties: { type: 'number' },
    });
    expect(model.properties).to.deep.equal([
      {
        name: 'id',
        isRequired: true,
        schema: { types: ['string'], format: 'uuid', readOnly: true, examples: ['x'] },
      },
      {
        name: 'age',
        isRequired: false,
        schema: {
          types: ['integer', 'null'],
          constraints: [
            { label: 'minimum', value: '0' },
            { label: 'less than', value: '150' },
          ],
          default: { value: null },
        },
      },
      { name: 'size', isRequired: false, schema: { types: [], values: ['s', 'l'], deprecated: true, title: 'Size' } },
      {
        name: 'tags',
        isRequired: false,
        schema: {
          types: ['array'],
          items: { types: ['string'], constraints: [{ label: 'pattern', value: '^a' }] },
          constraints: [
            { label: 'maximum items', value: '3' },
            { label: 'unique items', value: '' },
          ],
        },
      },
    ]);
    expect(model.additional).to.deep.equal({ types: ['number'] });
  });

  it('merges allOf with the members of the schema itself, whose own texts win', () => {
    const { definitions } = reference({
      components: {
        schemas: {
          Dog: {
            description: 'A dog',
            allOf: [
              { $ref: '#/components/schemas/Animal' },
              { properties: { name: { description: 'Call name' } }, required: ['name'] },
            ],
            properties: { breed: { type: 'string' } },
          },
          Animal: {
            type: 'object',
            description: 'An animal',
            properties: { name: { type: 'string', maxLength: 9 } },
          },
        },
      },
    });
    const model = definitions.get('#/components/schemas/Dog')!;
    expect(model).to.deep.include({ types: ['object'], description: 'A dog' });
    expect(model.properties!.map(({ name, isRequired }) => [name, isRequired])).to.deep.equal([
      ['breed', false],
      ['name', true],
    ]);
    expect(resolveSchema(nested(model, 'name'), definitions).schema).to.deep.equal({
      types: ['string'],
      description: 'Call name',
      constraints: [{ label: 'maximum length', value: '9' }],
    });
  });

  it('keeps a reference with its own description, and a choice between a reference and null as nullable', () => {
    const schemas = { Owner: { type: 'object', description: 'An owner' } };
    const model = schema(
      {
        properties: {
          wrapped: { allOf: [{ $ref: '#/components/schemas/Owner' }], description: 'Who feeds it' },
          nullable: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
        },
      },
      schemas,
    );
    const owner = { ref: '#/components/schemas/Owner', name: 'Owner' };
    expect(nested(model, 'wrapped')).to.deep.equal({ ...owner, types: [], description: 'Who feeds it' });
    expect(nested(model, 'nullable')).to.deep.equal({ ...owner, types: ['null'] });
  });

  it('keeps null of OpenAPI 3.0 beside references, allOf and alternatives', () => {
    const pet = { $ref: '#/components/schemas/Pet' };
    const schemas = { Pet: { type: 'object', properties: { name: { type: 'string' } } } };
    for (const value of [
      { ...pet, nullable: true },
      { allOf: [pet], nullable: true },
      { oneOf: [pet], nullable: true },
      { allOf: [pet, { properties: { age: { type: 'integer' } } }], nullable: true },
      { type: 'object', 'x-nullable': true },
    ])
      expect(schema(value, schemas).types, JSON.stringify(value)).to.deep.equal(['object', 'null']);
    expect(schema({ anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true }).types).to.deep.equal(['null']);
    expect(schema({ allOf: [{ ...schemas.Pet, nullable: true }, pet] }, schemas).types).to.deep.equal(['object']);
  });

  it('names schemas of other documents by their key, or by the name of the document', () => {
    const { definitions } = reference({
      'x-documents': { 1: { type: 'object' }, 2: { Tree: { type: 'object' }, paths: { a: { b: {} } } } },
      'x-document-names': { 1: 'Pet' },
      components: {
        schemas: {
          Tested: {
            properties: {
              a: { $ref: '#/x-documents/1' },
              b: { $ref: '#/x-documents/2/Tree' },
              c: { $ref: '#/x-documents/2' },
              d: { $ref: '#/x-documents/2/paths/a/b' },
            },
          },
        },
      },
    });
    const model = resolveSchema({ ref: '#/components/schemas/Tested', types: [] }, definitions).schema;
    const names = model.properties!.map(({ schema: of }) => resolveSchema(of, definitions).schema.name);
    expect(names).to.deep.equal(['Pet', 'Tree', undefined, undefined]);
  });

  it('gives responses, parameters, headers and bodies the description of a reference to them', () => {
    const described = (ref: string) => ({ $ref: `#/components/${ref}`, description: 'Own words' });
    const { responses, parameters, body } = operation(
      {
        parameters: [described('parameters/Limit')],
        requestBody: described('requestBodies/Pet'),
        responses: { 200: described('responses/Pet'), 404: { $ref: '#/components/responses/Pet' } },
      },
      {
        components: {
          parameters: { Limit: { name: 'limit', in: 'query', description: 'Shared', schema: {} } },
          requestBodies: { Pet: { description: 'Shared', content: {} } },
          headers: { Age: { description: 'Shared', schema: {} } },
          responses: { Pet: { description: 'Shared', headers: { Age: described('headers/Age') } } },
        },
      },
    );
    expect(parameters.map(({ description }) => description)).to.deep.equal(['Own words']);
    expect(body?.description).to.equal('Own words');
    expect(responses.map(({ description }) => description)).to.deep.equal(['Own words', 'Shared']);
    expect(responses[1]!.headers.map(({ description }) => description)).to.deep.equal(['Own words']);
  });

  it('leaves out properties that no value is valid for', () => {
    const Base = { type: 'object', properties: { kept: {}, dropped: { type: 'string' }, never: false } };
    const model = schema({ allOf: [{ $ref: '#/components/schemas/Base' }], properties: { dropped: false } }, { Base });
    expect(model.properties!.map(({ name }) => name)).to.deep.equal(['kept']);
  });

  it('lists the items of tuples by position, and properties whose names match a pattern', () => {
    const types = { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } };
    const listed = (value: unknown): unknown =>
      membersOf(schema(value)).map((member) => [member.name, ...member.schema.types]);
    const names = [
      ['[0]', 'string'],
      ['[1]', 'integer'],
    ];
    expect(listed(types)).to.deep.equal([...names, ['[2…]', 'boolean']]);
    expect(listed({ items: types.prefixItems })).to.deep.equal(names);
    expect(schema(types).types).to.deep.equal(['array']);
    const patternProperties = { '^x-': { type: 'string' }, '^y-': false };
    expect(listed({ patternProperties })).to.deep.equal([['/^x-/', 'string']]);
    expect(schema({ patternProperties }).types).to.deep.equal(['object']);
  });

  it('lists the options of oneOf with the property that decides between them', () => {
    const model = schema(
      {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'string' }],
        discriminator: { propertyName: 'kind' },
      },
      { Cat: { type: 'object' } },
    );
    expect(model.variants).to.deep.equal([
      {
        kind: 'oneOf',
        discriminator: 'kind',
        options: [{ ref: '#/components/schemas/Cat', name: 'Cat', types: [] }, { types: ['string'] }],
      },
    ]);
  });

  it('[A47] builds schemas that contain themselves in every way', () => {
    const self = { $ref: '#/components/schemas/Tested' };
    for (const value of [
      { properties: { child: self }, items: self, additionalProperties: self },
      { allOf: [self, { properties: { a: {} } }] },
      { oneOf: [self, self], allOf: [{ allOf: [self] }] },
      { anyOf: [{ allOf: [self] }, { type: 'null' }] },
      self,
    ])
      expect(schema(value)).to.be.an('object');
    expect(nested(schema({ properties: { child: self } }), 'child').ref).to.equal(self.$ref);
  });

  it('[A47] cuts documents with more schemas than the limit', () => {
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`p${i}`, { type: 'string' }]));
    const allOf = [{ properties }];
    const schemas = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`S${i}`, { allOf }]));
    const { definitions } = reference({ components: { schemas } });
    let built = 0;
    for (const model of definitions.values()) {
      built++;
      built += model.properties?.filter(({ schema: of }) => of.isCut !== true).length ?? 0;
    }
    expect(built).to.be.within(MAX_SCHEMAS - 1_000, MAX_SCHEMAS + 1_000);
  });

  it('contains the name of every property, and ends, for all schemas', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'toString', '<b>', '');
    const reference_ = fc.constantFrom('A', 'B', 'C').map((each) => ({ $ref: `#/components/schemas/${each}` }));
    const { tree } = fc.letrec<{ tree: JsonMap }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        reference_,
        fc.record({ type: fc.constantFrom('string', 'integer', 'array', 'object') }),
        fc.record({ properties: fc.dictionary(name, tie('tree')) }),
        fc.record({ $ref: fc.constant('#/components/schemas/A'), properties: fc.dictionary(name, tie('tree')) }),
        fc.record({ items: tie('tree') }),
        fc.record({ allOf: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie('tree'), { maxLength: 3 }), properties: fc.dictionary(name, tie('tree')) }),
        fc.record({ anyOf: fc.array(tie('tree'), { maxLength: 3 }), additionalProperties: tie('tree') }),
      ),
    }));
    checkProperty(
      fc.property(fc.record({ A: tree, B: tree, C: tree }), (schemas) => {
        const { definitions } = reference({ components: { schemas } });
        const shown = new Set<string>();
        for (const model of definitions.values()) {
          const open = [model];
          for (let each = open.pop(); each !== undefined; each = open.pop()) {
            each.properties?.forEach((property) => shown.add(property.name));
            open.push(...schemasWithin(each));
          }
        }
        expect([...shown].sort()).to.deep.equal([...propertyNames(Object.values(schemas))].sort());
      }),
    );
  });
});

function propertyNames(schemas: readonly JsonMap[]): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [...schemas];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { properties = {}, items, additionalProperties, allOf, oneOf, anyOf } = each as Record<string, any>;
    for (const [key, value] of Object.entries(properties as JsonMap)) {
      names.add(key);
      open.push(value);
    }
    for (const inner of [items, additionalProperties, ...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])])
      if (inner !== undefined) open.push(inner);
  }
  return names;
}
