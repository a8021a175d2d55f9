import { expect } from 'chai';
import fc from 'fast-check';
import { diffSpecs } from '../../../../src/domain/openapi-specs/diff/diff-specs.ts';
import type { PartChange, SpecDiff } from '../../../../src/domain/openapi-specs/diff/spec-diff.ts';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { checkProperty } from '../../../support/properties.ts';

type Schema = JsonMap | boolean;
const between = (from: JsonMap, to: JsonMap): SpecDiff =>
  diffSpecs(new SpecDocument(structuredClone(from)), new SpecDocument(structuredClone(to)));
const json = (schema: unknown): JsonMap => ({ content: { 'application/json': { schema } } });
const document = (operation: JsonMap, schemas: JsonMap = {}, path = '/a/{id}'): JsonMap => ({
  paths: { [path]: { post: operation } },
  components: { schemas },
});
const asking = (schema: unknown, schemas?: JsonMap): JsonMap =>
  document({ requestBody: json(schema), responses: {} }, schemas);
const answering = (schema: unknown, schemas?: JsonMap): JsonMap =>
  document({ responses: { 200: json(schema) } }, schemas);
const describeChanges = (changes: readonly PartChange[]): string[] =>
  changes.map(({ change, part, what, breaking }) =>
    `${change} ${part} ${what}${breaking ? ' !' : ''}`.replace(/ +/g, ' '),
  );
const ofOperation = (from: JsonMap, to: JsonMap): string[] =>
  between(from, to).operations.flatMap(({ changes }) => describeChanges(changes));
/** Returns the changes of a schema in a request and in a response. */
const ofSchema = (from: Schema, to: Schema): readonly [inRequest: string[], inResponse: string[]] => {
  const [inRequest, inResponse] = [ofOperation(asking(from), asking(to)), ofOperation(answering(from), answering(to))];
  return [
    inRequest.map((text) => text.replace('body application/json', '').replace(/ +/g, ' ')),
    inResponse.map((text) => text.replace('200 application/json', '').replace(/ +/g, ' ')),
  ];
};

describe('diffSpecs', () => {
  it('compares integers that a number would round', () => {
    const [inRequest] = ofSchema({ maximum: 9223372036854775807n }, { maximum: 9223372036854775806n });
    expect(inRequest).to.deep.equal(['changed maximum !']);
    expect(ofSchema({ enum: [9007199254740993n] }, { enum: [9007199254740993n] })).to.deep.equal([[], []]);
  });

  it('reports nothing for equal documents with members in another order', () => {
    const schemas = {
      A: {
        type: 'object',
        properties: { a: { $ref: '#/components/schemas/A' }, b: { enum: [1, 2] } },
        required: ['a', 'b'],
      },
    };
    const other = {
      A: {
        required: ['b', 'a'],
        properties: { b: { enum: [2, 1] }, a: { $ref: '#/components/schemas/A' } },
        type: 'object',
        description: 'in words',
      },
    };
    expect(
      between(asking({ $ref: '#/components/schemas/A' }, schemas), asking({ $ref: '#/components/schemas/A' }, other)),
    ).to.deep.equal({ breaking: false, operations: [], schemas: [] });
  });

  it('reports added and removed operations, ignoring the names of path parameters', () => {
    const { breaking, operations } = between(
      { paths: { '/a/{id}': { get: {}, put: {} } } },
      { paths: { '/a/{name}': { get: {}, patch: {} } } },
    );
    expect(
      operations.map(({ change, method, path, breaking: breaks }) => [change, method, path, breaks]),
    ).to.deep.equal([
      ['removed', 'put', '/a/{id}', true],
      ['added', 'patch', '/a/{name}', false],
    ]);
    expect(breaking).to.equal(true);
  });

  it('reports newly required and ignored parameters as breaking', () => {
    const having = (...parameters: JsonMap[]): JsonMap => document({ parameters, responses: {} });
    const limit = { in: 'query', name: 'limit', schema: { type: 'integer', maximum: 10 } };
    const header = { in: 'header', name: 'X-A' };
    expect(ofOperation(having(), having(limit))).to.deep.equal(['added query limit parameter']);
    expect(ofOperation(having(), having({ ...limit, required: true }))).to.deep.equal([
      'added query limit required parameter !',
    ]);
    expect(ofOperation(having(limit), having())).to.deep.equal(['removed query limit parameter !']);
    expect(ofOperation(having(limit), having({ ...limit, required: true }))).to.deep.equal([
      'changed query limit required !',
    ]);
    expect(ofOperation(having({ ...limit, required: true }), having(limit))).to.deep.equal([
      'changed query limit required',
    ]);
    expect(ofOperation(having(limit), having({ ...limit, schema: { type: 'integer', maximum: 9 } }))).to.deep.equal([
      'changed query limit maximum !',
    ]);
    expect(ofOperation(having(limit), having({ ...limit, schema: { type: 'integer' } }))).to.deep.equal([
      'changed query limit maximum',
    ]);
    expect(ofOperation(having(header), having({ in: 'header', name: 'x-a' }))).to.deep.equal([]);
    const named = (name: string): JsonMap =>
      document({ parameters: [{ in: 'path', name, required: true, schema: { type: 'string' } }] }, {}, `/a/{${name}}`);
    expect(ofOperation(named('id'), named('key'))).to.deep.equal([]);
  });

  it('reports bodies and their media types', () => {
    const taking = (requestBody?: JsonMap): JsonMap => document({ ...(requestBody && { requestBody }), responses: {} });
    expect(ofOperation(taking(), taking(json(true)))).to.deep.equal(['added body body']);
    expect(ofOperation(taking(), taking({ ...json(true), required: true }))).to.deep.equal([
      'added body required body !',
    ]);
    expect(ofOperation(taking(json(true)), taking())).to.deep.equal(['removed body body !']);
    expect(ofOperation(taking(json(true)), taking({ ...json(true), required: true }))).to.deep.equal([
      'changed body required !',
    ]);
    const both = { content: { 'application/json': {}, 'text/csv': {} } };
    expect(ofOperation(taking(json(true)), taking(both))).to.deep.equal(['added body text/csv media type']);
    expect(ofOperation(taking(both), taking(json(true)))).to.deep.equal(['removed body text/csv media type !']);
  });

  it('reports responses and their headers', () => {
    const answers = (responses: JsonMap): JsonMap => document({ responses });
    expect(ofOperation(answers({ 200: {} }), answers({ 200: {}, 404: {} }))).to.deep.equal(['added 404 response']);
    expect(ofOperation(answers({ 200: {}, 404: {} }), answers({ 200: {} }))).to.deep.equal(['removed 404 response']);
    expect(ofOperation(answers({ 200: {} }), answers({ 204: {} }))).to.deep.equal([
      'removed 200 response !',
      'added 204 response',
    ]);
    expect(ofOperation(answers({ 200: { headers: { ETag: {} } } }), answers({ 200: {} }))).to.deep.equal([
      'removed 200 header ETag header !',
    ]);
  });

  it('reports security requirements', () => {
    const open = document({ responses: {} });
    const locked = (...security: JsonMap[]): JsonMap => document({ security, responses: {} });
    expect(ofOperation(open, locked({ key: [] }))).to.deep.equal(['changed security !']);
    expect(ofOperation(locked({ key: [] }), open)).to.deep.equal(['changed security']);
    expect(ofOperation(locked({ key: [] }), locked({ key: [] }, { token: [] }))).to.deep.equal(['changed security']);
    expect(ofOperation({ ...open, security: [{ key: [] }] }, locked({ key: [] }))).to.deep.equal([]);
  });

  it('reports changed transports of credentials, but not names, descriptions or unused scopes', () => {
    const by = (name: string, scheme: JsonMap, scopes: string[] = []): JsonMap => ({
      ...document({ security: [{ [name]: scopes }], responses: {} }),
      components: { securitySchemes: { [name]: scheme } },
    });
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    expect(ofOperation(by('key', key), by('key', { ...key, name: 'X-Token' }))).to.deep.equal(['changed security !']);
    expect(ofOperation(by('key', key), by('key', { ...key, in: 'query' }))).to.deep.equal(['changed security !']);
    expect(ofOperation(by('key', key), by('other', { ...key, name: 'x-key', description: 'in words' }))).to.deep.equal(
      [],
    );
    const [change] = between(by('key', key), by('key', { ...key, name: 'X-Token' })).operations[0]!.changes;
    expect(change!.from).to.include('x-key').and.not.equal(change!.to);
    const oauth = (tokenUrl: string, ...scopes: string[]): JsonMap => ({
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl, scopes: Object.fromEntries(scopes.map((scope) => [scope, 'in words'])) },
      },
    });
    expect(
      ofOperation(by('oauth', oauth('https://a', 'r'), ['r']), by('oauth', oauth('https://a', 'r', 'w'), ['r'])),
    ).to.deep.equal([]);
    expect(ofOperation(by('oauth', oauth('https://a'), ['r']), by('oauth', oauth('https://b'), ['r']))).to.deep.equal([
      'changed security !',
    ]);
    expect(
      ofOperation(by('oauth', oauth('https://a'), ['r', 'w']), by('oauth', oauth('https://a'), ['r'])),
    ).to.deep.equal(['changed security']);
    expect(
      ofOperation(by('oauth', oauth('https://a'), ['r']), by('oauth', oauth('https://a'), ['r', 'w'])),
    ).to.deep.equal(['changed security !']);
  });

  it('reports servers, wherever they are defined', () => {
    const at = (...servers: (string | JsonMap)[]): JsonMap => ({
      ...document({ responses: {} }),
      servers: servers.map((one) => (typeof one === 'string' ? { url: one } : one)),
    });
    expect(ofOperation(at('https://a/v1'), at('https://a/v2'))).to.deep.equal(['changed servers !']);
    expect(ofOperation(at('https://a'), at('https://a', 'https://b'))).to.deep.equal(['changed servers']);
    expect(ofOperation(at('https://a', 'https://b'), at('https://b'))).to.deep.equal(['changed servers !']);
    expect(ofOperation(at(), at('https://a'))).to.deep.equal(['changed servers']);
    expect(
      ofOperation(at('https://a', 'https://b'), at('https://b/', { url: 'https://a', description: 'in words' })),
    ).to.deep.equal([]);
    const region = (value: string): JsonMap => ({ url: 'https://{region}', variables: { region: { default: value } } });
    expect(ofOperation(at(region('eu')), at(region('us')))).to.deep.equal(['changed servers !']);
    expect(ofOperation(at('https://a'), document({ servers: [{ url: 'https://a' }], responses: {} }))).to.deep.equal(
      [],
    );
    const ofPath = { paths: { '/a/{id}': { servers: [{ url: 'https://b' }], post: { responses: {} } } } };
    expect(ofOperation(at('https://a'), { ...at('https://a'), ...ofPath })).to.deep.equal(['changed servers !']);
    const webhook = { webhooks: { born: { post: {} } } };
    expect(between({ ...webhook, servers: [{ url: 'https://a' }] }, webhook).operations).to.deep.equal([]);
  });

  it('reports annotations as not breaking', () => {
    const noted = (note: JsonMap): JsonMap => document({ ...note, responses: {} });
    expect(ofOperation(noted({}), noted({ deprecated: true }))).to.deep.equal(['changed deprecated']);
    expect(ofOperation(noted({ operationId: 'a' }), noted({ operationId: 'b' }))).to.deep.equal([
      'changed operationId',
    ]);
    expect(ofOperation(noted({ summary: 'a' }), noted({ summary: 'b' }))).to.deep.equal([]);
  });

  const object = (properties: JsonMap, ...required: string[]): Schema => ({ type: 'object', properties, required });
  const CASES: readonly (readonly [
    title: string,
    from: Schema,
    to: Schema,
    inRequest: string[],
    inResponse: string[],
  ])[] = [
    ['a narrowed type', { type: ['string', 'null'] }, { type: 'string' }, ['changed type !'], ['changed type']],
    ['a widened type', { type: 'integer' }, { type: 'number' }, ['changed type'], ['changed type !']],
    ['a replaced type', { type: 'integer' }, { type: 'string' }, ['changed type !'], ['changed type !']],
    ['a removed enum value', { enum: ['a', 'b'] }, { enum: ['a'] }, ['changed enum !'], ['changed enum']],
    ['an added enum value', { enum: ['a'] }, { enum: ['a', 'b'] }, ['changed enum'], ['changed enum !']],
    ['a new restriction to values', {}, { const: 'a' }, ['changed enum !'], ['changed enum']],
    ['a raised lower bound', { minLength: 1 }, { minLength: 2 }, ['changed minLength !'], ['changed minLength']],
    ['a raised upper bound', { maximum: 1 }, { maximum: 2 }, ['changed maximum'], ['changed maximum !']],
    ['a replaced pattern', { pattern: 'a' }, { pattern: 'b' }, ['changed pattern !'], ['changed pattern !']],
    ['an added property', object({}), object({ a: true }), ['added a property'], ['added a property']],
    [
      'an added required property',
      object({}),
      object({ a: true }, 'a'),
      ['added a required property !'],
      ['added a required property'],
    ],
    ['a removed property', object({ a: true }, 'a'), object({}), ['removed a property !'], ['removed a property !']],
    [
      'a property that became required',
      object({ a: true }),
      object({ a: true }, 'a'),
      ['changed a required !'],
      ['changed a required'],
    ],
    [
      'a property that became optional',
      object({ a: true }, 'a'),
      object({ a: true }),
      ['changed a required'],
      ['changed a required !'],
    ],
    [
      'a nested property',
      object({ a: { items: object({ b: { type: 'string' } }) } }),
      object({ a: { items: object({ b: { type: 'boolean' } }) } }),
      ['changed a[].b type !'],
      ['changed a[].b type !'],
    ],
    [
      'forbidden additional properties',
      { type: 'object' },
      { type: 'object', additionalProperties: false },
      ['changed additionalProperties !'],
      ['changed additionalProperties'],
    ],
    [
      'an added alternative',
      { oneOf: [{ type: 'string' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      ['added oneOf'],
      ['added oneOf !'],
    ],
    ['an added allOf schema', { allOf: [] }, { allOf: [{ type: 'string' }] }, ['added allOf !'], ['added allOf']],
    [
      'first alternatives',
      { type: 'object' },
      { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      ['added anyOf !', 'added anyOf !'],
      ['added anyOf', 'added anyOf'],
    ],
    ['removed alternatives', { oneOf: [{ type: 'string' }] }, {}, ['removed oneOf'], ['removed oneOf !']],
    ['a lower bound of 0', {}, { minLength: 0, minItems: 0, minProperties: 0 }, [], []],
    ['a new lower bound', {}, { minItems: 1 }, ['changed minItems !'], ['changed minItems']],
    [
      'a rare keyword',
      { type: 'array' },
      { type: 'array', prefixItems: [{ type: 'string' }] },
      ['changed prefixItems !'],
      ['changed prefixItems'],
    ],
    [
      'changed propertyNames',
      { patternProperties: { a: { type: 'string' } } },
      { patternProperties: { a: { type: 'integer' } } },
      ['changed patternProperties !'],
      ['changed patternProperties !'],
    ],
    [
      'an added required read-only property',
      object({}),
      object({ a: { readOnly: true } }, 'a'),
      ['added a required property'],
      ['added a required property'],
    ],
    [
      'a read-only property that became required',
      object({ a: { readOnly: true } }),
      object({ a: { readOnly: true } }, 'a'),
      ['changed a required'],
      ['changed a required'],
    ],
    [
      'a replaced type of a read-only property',
      object({ a: { readOnly: true, type: 'integer' } }),
      object({ a: { readOnly: true, type: 'string' } }),
      ['changed a type'],
      ['changed a type !'],
    ],
    [
      'a removed write-only property',
      object({ a: { writeOnly: true } }),
      object({}),
      ['removed a property !'],
      ['removed a property'],
    ],
    ['an annotation', {}, { readOnly: true }, ['changed readOnly'], ['changed readOnly']],
  ];
  for (const [title, from, to, inRequest, inResponse] of CASES) {
    it(`reports ${title}`, () => {
      expect(ofSchema(from, to)).to.deep.equal([inRequest, inResponse]);
    });
  }

  it('reports a change of a named schema once, by the directions of its use', () => {
    const named = { $ref: '#/components/schemas/A' };
    const wrapped = (type: string): JsonMap => ({
      A: { properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { type },
    });
    const diff = between(asking(named, wrapped('integer')), asking(named, wrapped('number')));
    expect(diff.operations).to.deep.equal([]);
    expect(diff.schemas.map(({ name, change, breaking }) => [name, change, breaking])).to.deep.equal([
      ['B', 'changed', false],
    ]);
    expect(
      between(answering(named, wrapped('integer')), answering(named, wrapped('number'))).schemas[0],
    ).to.deep.include({ name: 'B', breaking: true });
    expect(between(document({}, wrapped('integer')), document({}, wrapped('string'))).breaking).to.equal(false);
  });

  it('compares properties in both directions if they are read-only in one document only', () => {
    const shared = (type: string): JsonMap => ({
      ...asking({ properties: { a: { $ref: '#/x-documents/A', readOnly: true }, b: { $ref: '#/x-documents/A' } } }),
      'x-documents': { A: { type } },
    });
    expect(ofOperation(shared('integer'), shared('string'))).to.deep.equal([
      'changed body application/json a type',
      'changed body application/json b type !',
    ]);
  });

  it('follows references whose names differ', () => {
    const [a, b] = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
    const tree = (self: JsonMap): JsonMap => ({
      type: 'object',
      properties: { next: self, value: { type: 'string' } },
    });
    const renamed = between(asking(a, { A: tree(a) }), asking(b, { B: tree(b) }));
    expect(renamed.operations).to.deep.equal([]);
    expect(renamed.schemas.map(({ name, change, breaking }) => [name, change, breaking])).to.deep.equal([
      ['A', 'removed', false],
      ['B', 'added', false],
    ]);
  });

  it('treats a webhook as sent to users of the API', () => {
    const sending = (schema: JsonMap): JsonMap => ({
      webhooks: { 'pet-added': { post: { requestBody: json(schema), responses: {} } } },
    });
    const { operations } = between(sending({ type: 'integer' }), sending({ type: 'number' }));
    expect(operations[0]).to.deep.include({ webhook: true, path: 'pet-added', breaking: true });
  });

  const leaf = fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }) }),
    fc.record({ $ref: fc.constantFrom('A', 'B', 'C').map((name) => `#/components/schemas/${name}`) }),
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'schema' },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), {
          maxKeys: 3,
          depthIdentifier: 'schema',
        }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
      }),
      fc.record({ oneOf: fc.array(tie('schema'), { maxLength: 2, depthIdentifier: 'schema' }) }),
    ),
  }));
  const operation = fc.record({
    parameters: fc.uniqueArray(
      fc.record({ in: fc.constant('query'), name: fc.constantFrom('p', 'q'), required: fc.boolean(), schema: schema! }),
      { selector: ({ name }) => name },
    ),
    requestBody: schema!.map(json),
    responses: fc.dictionary(fc.constantFrom('200', '404'), schema!.map(json), { maxKeys: 2 }),
  });
  const paths = fc.dictionary(
    fc.constantFrom('/a', '/b', '/c/{d}'),
    fc.dictionary(fc.constantFrom('get', 'post'), operation, { maxKeys: 2 }),
    { maxKeys: 3 },
  );
  const documents = fc
    .record({
      paths,
      components: fc.record({ schemas: fc.dictionary(fc.constantFrom('A', 'B', 'C'), schema!, { maxKeys: 3 }) }),
    })
    .map((value) => value as unknown as JsonMap);
  const names = ({ operations, schemas }: SpecDiff, kind: string): string[] =>
    [
      ...operations.filter(({ change }) => change === kind).map(({ method, path }) => `${method} ${path}`),
      ...schemas.filter(({ change }) => change === kind).map(({ name }) => name),
    ].sort();

  it('reports nothing between a document and itself', () => {
    checkProperty(
      fc.property(
        documents,
        (one) => void expect(between(one, one)).to.deep.equal({ breaking: false, operations: [], schemas: [] }),
      ),
    );
  });

  it('reports additions as removals, and the same changes, in reverse', () => {
    checkProperty(
      fc.property(documents, documents, (from, to) => {
        const [there, back] = [between(from, to), between(to, from)];
        expect(names(there, 'added')).to.deep.equal(names(back, 'removed'));
        expect(names(there, 'removed')).to.deep.equal(names(back, 'added'));
        expect(names(there, 'changed')).to.deep.equal(names(back, 'changed'));
      }),
    );
  });

  it('is not breaking only if no part is', () => {
    checkProperty(
      fc.property(documents, documents, (from, to) => {
        const { breaking, operations, schemas } = between(from, to);
        const parts = [...operations, ...schemas].flatMap((one) => [
          one.breaking,
          ...one.changes.map((change) => change.breaking),
        ]);
        expect(breaking).to.equal(parts.includes(true));
      }),
    );
  });
});
