import { expect } from 'chai';
import { checkText } from '../../../../src/adapters/openapi/check-text.ts';
import { readDocument } from '../../../../src/adapters/openapi/read-document.ts';
import { SpecDocument } from '../../../../src/domain/openapi-specs/document.ts';
import { UnreadableDocument } from '../../../../src/adapters/workers/worker-errors.ts';

type Web = Readonly<Record<string, unknown>>;
const ROOT = 'https://example.com/api/root.yaml';
const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' } };

async function read(
  text: unknown,
  web: Web = {},
  url: string | undefined = ROOT,
): Promise<{ document: any; reference: any; format: string; externals: number; requestedUrls: string[] }> {
  const requestedUrls: string[] = [];
  const found = await readDocument(
    Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)),
    url,
    async (address) => {
      requestedUrls.push(address);
      if (!(address in web)) throw new Error(`nothing at ${address}`);
      return { url: address, body: Buffer.from(JSON.stringify(web[address])) };
    },
  );
  const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
  return { ...found, document: parsed(found.document), reference: parsed(found.reference), requestedUrls };
}
const refused = async (text: unknown, web?: Web, url?: string): Promise<string> => {
  const error = await read(text, web, url).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(UnreadableDocument);
  return (error as Error).message;
};
const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

describe('readDocument', () => {
  it('keeps JSON and YAML as written', async () => {
    expect(await read({ ...HEAD, paths: {} })).to.deep.include({ format: 'json', document: { ...HEAD, paths: {} } });
    const yaml = await read(
      '\uFEFFopenapi: 3.0.3\ninfo: {title: T, version: 2024-01-02}\nx: &x {a: yes, b: 1}\ny:\n  <<: *x\n  b: 2\npaths: {}\n',
    );
    expect(yaml.format).to.equal('yaml');
    expect(yaml.document).to.deep.equal({
      openapi: '3.0.3',
      info: { title: 'T', version: '2024-01-02' },
      x: { a: 'yes', b: 1 },
      y: { a: 'yes', b: 2 },
      paths: {},
    });
  });

  it('keeps integers that a number would round, in JSON and in YAML', async () => {
    const limits =
      '{"maximum": 9223372036854775807, "exclusiveMinimum": -9223372036854775809, "enum": [18446744073709551615]}';
    const yaml = 'maximum: 9223372036854775807, exclusiveMinimum: -9223372036854775809, enum: [18446744073709551615]';
    for (const text of [
      `{"openapi":"3.0.3","info":{"title":"T"},"components":{"schemas":{"A":${limits}}}}`,
      `openapi: 3.0.3\ninfo: {title: T}\ncomponents: {schemas: {A: {${yaml}}}}\n`,
    ]) {
      const found = await readDocument(Buffer.from(text), undefined, () => Promise.reject(new Error('not expected')));
      for (const bytes of [found.document, found.reference])
        expect(Buffer.from(bytes).toString(), text).to.include(limits.replaceAll(' ', ''));
    }
  });

  it('converts every document to OpenAPI 3.1 too', async () => {
    const three = await read({
      ...HEAD,
      openapi: '3.0.3',
      paths: {},
      components: { schemas: { A: { type: 'string', nullable: true } } },
    });
    expect(three.document.components.schemas.A).to.deep.equal({ type: 'string', nullable: true });
    expect(three.reference.components.schemas.A.type).to.have.members(['string', 'null']);
    const two = await read({
      swagger: '2.0',
      info: HEAD.info,
      definitions: { A: { type: 'object' } },
      paths: {
        '/a': {
          post: {
            consumes: ['application/json'],
            parameters: [{ in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/A' } }],
            responses: { 200: { description: 'OK' } },
          },
        },
      },
    });
    expect(two.document.swagger).to.equal('2.0');
    expect(two.reference.openapi).to.match(/^3\.1/);
    expect(two.reference.components.schemas.A).to.deep.equal({ type: 'object' });
    expect(two.reference.paths['/a'].post.requestBody.content['application/json'].schema).to.deep.equal({
      $ref: '#/components/schemas/A',
    });
  });

  it('keeps form fields, shared bodies and media types of operations of Swagger 2.0', async () => {
    const file = { name: 'file', in: 'formData', type: 'file', required: true, description: 'The file' };
    const tags = { name: 'tags', in: 'formData', type: 'array', items: { type: 'string', enum: ['a'] } };
    const size = { name: 'size', in: 'formData', type: 'integer', minimum: 1, default: 2, 'x-example': 3 };
    const { reference } = await read({
      swagger: '2.0',
      info: HEAD.info,
      host: 'api.example.com',
      produces: ['application/json'],
      parameters: { Pet: { name: 'pet', in: 'body', required: true, schema: { type: 'object' } }, Tags: tags },
      paths: {
        '/pets': {
          post: {
            parameters: [file, { $ref: '#/parameters/Tags' }, size, { name: 'q', in: 'query', type: 'string' }],
            responses: {},
          },
          put: { parameters: [{ $ref: '#/parameters/Pet' }], responses: {} },
          patch: { consumes: ['application/x-www-form-urlencoded'], parameters: [size], responses: {} },
          get: { produces: ['text/csv'], responses: { 200: { description: 'A', schema: { type: 'string' } } } },
        },
      },
    });
    const { post, put, patch, get } = reference.paths['/pets'];
    expect(post.parameters).to.deep.equal([{ name: 'q', in: 'query', schema: { type: 'string' } }]);
    expect(post.requestBody.required).to.equal(true);
    const { schema } = post.requestBody.content['multipart/form-data'];
    expect(schema.required).to.deep.equal(['file']);
    expect(schema.properties.file).to.include({ type: 'string', description: 'The file' });
    expect(schema.properties.tags).to.deep.equal({ type: 'array', items: { type: 'string', enum: ['a'] } });
    expect(schema.properties.size).to.deep.include({ type: 'integer', minimum: 1, default: 2 });
    expect(put.requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    });
    expect(Object.keys(patch.requestBody.content)).to.deep.equal(['application/x-www-form-urlencoded']);
    expect(get.responses['200'].content).to.deep.equal({ 'text/csv': { schema: { type: 'string' } } });
    expect(reference.servers).to.deep.equal([{ url: 'https://api.example.com' }]);
  });

  it('gives operations of Swagger 2.0 the body and the form fields of their path, unless they replace them', async () => {
    const field = { name: 'kind', in: 'formData', type: 'string', enum: ['a'] };
    const body = { name: 'pet', in: 'body', schema: { type: 'object' } };
    const filter = { name: 'q', in: 'query', type: 'string' };
    const { reference } = await read({
      swagger: '2.0',
      info: HEAD.info,
      paths: {
        '/form': {
          parameters: [field, filter],
          post: { responses: {} },
          put: { parameters: [{ ...field, enum: ['b'] }], responses: {} },
        },
        '/body': {
          parameters: [body],
          post: { responses: {} },
          put: { parameters: [{ name: 'other', in: 'body', schema: { type: 'array' } }], responses: {} },
        },
      },
    });
    const kindsOf = ({ requestBody }: any): unknown =>
      requestBody.content['application/x-www-form-urlencoded'].schema.properties.kind.enum;
    const typeOf = ({ requestBody }: any): unknown => requestBody.content['application/json'].schema.type;
    const { '/form': form, '/body': ofBody } = reference.paths;
    expect(form.parameters).to.deep.equal([{ name: 'q', in: 'query', schema: { type: 'string' } }]);
    expect([kindsOf(form.post), kindsOf(form.put)]).to.deep.equal([['a'], ['b']]);
    expect([typeOf(ofBody.post), typeOf(ofBody.put)]).to.deep.equal(['object', 'array']);
  });

  it('names the problem of any other text', async () => {
    expect(await refused('a: b: c')).to.match(/^the document is neither JSON nor YAML: .*\(line 1, column \d+\)$/);
    expect(await refused('')).to.match(/^the document is neither JSON nor YAML/);
    expect(await refused('words')).to.equal('the document is not an object');
    expect(await refused([])).to.equal('the document is not an object');
    expect(await refused({ info: {} })).to.match(/^the document has neither openapi nor swagger/);
    expect(await refused({ ...HEAD, openapi: '4.0.0', paths: {} })).to.match(/^the version 4.0.0 is not supported/);
    expect(await refused({ swagger: '1.2', info: {}, paths: {} })).to.match(/^the version 1.2 is not supported/);
    expect(await refused({ openapi: '3.1.0', paths: {} })).to.equal('info is not an object');
    expect(await refused({ ...HEAD, paths: [] })).to.equal('paths is not an object');
    expect(await refused(HEAD)).to.equal('the document has neither paths nor components');
    expect(await refused(`{"openapi":"3.1.0","info":{},"paths":{},"__proto__":{}}`)).to.equal(
      'the document has a member __proto__',
    );
    await readDocument(Buffer.from([0xff, 0xfe]), undefined, () => Promise.reject(new Error('not asked'))).then(
      () => expect.fail('it was taken'),
      (error: Error) => expect(error.message).to.equal('the document is not valid UTF-8'),
    );
  });

  it('accepts nesting of a hundred levels and no more', async () => {
    await read({ ...HEAD, paths: {}, x: nested(99) });
    expect(await refused({ ...HEAD, paths: {}, x: nested(100) })).to.equal(
      'the document is nested deeper than 100 levels',
    );
    expect(await refused(`openapi: 3.1.0\nx: ${'['.repeat(100_000)}`)).to.match(
      /^the document expands beyond the limits: nesting exceeded/,
    );
  });

  it('[A47] counts what aliases stand for, and does not follow cycles', async () => {
    const bomb = [
      'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`),
    ];
    expect(await refused(['openapi: 3.1.0', 'info: {}', 'paths: {}', ...bomb].join('\n'))).to.equal(
      'the document has more than 3000000 values',
    );
    const long = `x: &x ${'y'.repeat(1_000_000)}\nxs: [${Array(70).fill('*x').join(', ')}]`;
    expect(await refused(`openapi: 3.1.0\ninfo: {}\npaths: {}\n${long}`)).to.match(
      /^the document has more than \d+ characters$/,
    );
    expect(await refused('openapi: 3.1.0\ninfo: {}\npaths: &p {a: *p}')).to.match(
      /^the document is nested deeper than 100 levels$|alias/,
    );
  });

  it('bundles external documents, each once, wherever they are referenced', async () => {
    const web = {
      'https://example.com/api/paths/pets.json': {
        get: { responses: { 200: { $ref: '../shared.json#/responses/Pets' } } },
      },
      'https://example.com/api/shared.json': {
        responses: {
          Pets: { description: 'Pets', content: { 'application/json': { schema: { $ref: '#/schemas/Pet' } } } },
        },
        schemas: { Pet: { $ref: 'root.yaml#/components/schemas/Pet' } },
      },
    };
    const schemas = { Pet: { type: 'object', properties: { default: { $ref: 'shared.json#/schemas/Pet' } } } };
    const { document, externals, requestedUrls } = await read(
      {
        ...HEAD,
        paths: { '/pets': { $ref: './paths/pets.json' }, '/more': { $ref: 'paths/pets.json#' } },
        components: { schemas },
      },
      web,
    );
    expect(externals).to.equal(2);
    expect(requestedUrls).to.have.members(Object.keys(web));
    const names = Object.keys(document['x-documents']);
    const holder = (part: string): string =>
      `#/x-documents/${names.find((name) => part in document['x-documents'][name])}`;
    expect(document.paths['/pets'].$ref).to.equal(holder('get'));
    expect(document.paths['/more'].$ref).to.equal(holder('get'));
    expect(document.components.schemas.Pet.properties.default.$ref).to.equal(`${holder('schemas')}/schemas/Pet`);
    const shared = document['x-documents'][names.find((name) => 'schemas' in document['x-documents'][name])!];
    expect(shared.schemas.Pet.$ref).to.equal('#/components/schemas/Pet');
    expect(shared.responses.Pets.content['application/json'].schema.$ref).to.equal(`${holder('schemas')}/schemas/Pet`);
  });

  it('names the other documents in the reference alone', async () => {
    const { document, reference } = await read(
      { ...HEAD, paths: { '/a': { $ref: 'paths/a%20b.yaml#/get' }, '/b': { $ref: 'models/Pet.json' } } },
      {
        'https://example.com/api/paths/a%20b.yaml': { get: {} },
        'https://example.com/api/models/Pet.json': { type: 'object' },
      },
    );
    expect(Object.values(reference['x-document-names'])).to.have.members(['a b', 'Pet']);
    expect(document).not.to.have.property('x-document-names');
  });

  it('resolves anchors, also of other documents and of dynamic references', async () => {
    const schemas = {
      'a/b': { $anchor: 'one', type: 'string' },
      B: { items: { $ref: '#one' } },
      C: { items: { $ref: 'other.json#two' } },
      D: { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' }, $anchor: { const: 'one' } } },
    };
    const web = { 'https://example.com/api/other.json': { x: [{ $anchor: 'two' }] } };
    const { document, reference } = await read({ ...HEAD, components: { schemas } }, web);
    expect(document.components.schemas.B.items.$ref).to.equal('#/components/schemas/a~1b');
    expect(document.components.schemas.C.items.$ref).to.equal('#/x-documents/1/x/0');
    expect(document.components.schemas.D.properties.next).to.deep.equal({ $dynamicRef: '#node' });
    expect(reference.components.schemas.D.properties.next.$ref).to.equal('#/components/schemas/D');
    expect(new SpecDocument({ title: 'T' }).resolvePointer('#unknown')).to.equal(undefined);
  });

  it('resolves references to schemas of the document by their $id, without loading anything', async () => {
    const ref = ($ref: string) => ({ $ref });
    const schemas = {
      Pet: {
        $id: 'https://example.com/schemas/pet',
        $defs: { tag: { $anchor: 'tag', type: 'string' } },
        properties: {
          tag: ref('#/$defs/tag'),
          other: ref('#tag'),
          owner: ref('owner'),
          self: ref('#'),
          a: ref('#/components/schemas/A'),
        },
      },
      Owner: { $id: '/schemas/owner', properties: { $id: { type: 'string' } } },
      Word: { $id: 'urn:example:word', type: 'string' },
      A: {
        properties: {
          pet: ref('https://example.com/schemas/pet'),
          tag: ref('https://example.com/schemas/pet#/$defs/tag'),
          anchor: ref('https://example.com/schemas/pet#tag'),
          owner: ref('/schemas/owner'),
          word: ref('urn:example:word'),
        },
      },
    };
    const text = { ...HEAD, components: { schemas } };
    const { document, externals } = await read(text);
    const { Pet, A } = document.components.schemas;
    const [pet, tag] = [ref('#/components/schemas/Pet'), ref('#/components/schemas/Pet/%24defs/tag')];
    const owner = ref('#/components/schemas/Owner');
    expect(externals).to.equal(0);
    expect(A.properties).to.deep.equal({
      pet,
      tag: ref('#/components/schemas/Pet/$defs/tag'),
      anchor: tag,
      owner,
      word: ref('#/components/schemas/Word'),
    });
    expect(Pet.properties).to.deep.equal({
      tag: ref('#/components/schemas/Pet/$defs/tag'),
      other: tag,
      owner,
      self: pet,
      a: ref('#/components/schemas/A'),
    });
    expect(
      checkText(
        Buffer.from(
          JSON.stringify({
            ...HEAD,
            components: { schemas: { Owner: schemas.Owner, A: { properties: { owner: ref('/schemas/owner') } } } },
          }),
        ),
      ),
    ).to.deep.equal([]);
  });

  it('gives specializations of a generic schema the schemas that they state for its anchors', async () => {
    const bound = ($ref: string): object => ({ item: { $dynamicAnchor: 'item', $ref } });
    const schemas = {
      Page: {
        $defs: { item: { $dynamicAnchor: 'item', not: {} } },
        properties: { items: { items: { $dynamicRef: '#item' } } },
      },
      Users: { $defs: bound('#/components/schemas/User'), $ref: '#/components/schemas/Page' },
      Orders: {
        $defs: { item: { $dynamicAnchor: 'item', type: 'object' } },
        allOf: [{ $ref: '#/components/schemas/Page' }, { title: 'Orders' }],
      },
      User: { type: 'object' },
      Tree: { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } },
      StrictTree: { $dynamicAnchor: 'node', $ref: '#/components/schemas/Tree', additionalProperties: false },
    };
    const { reference, document } = await read({ ...HEAD, components: { schemas } });
    const { Page, Users, Orders, Tree, StrictTree } = reference.components.schemas;
    const pageOf = ($ref: string): object => ({ properties: { items: { items: { $ref } } } });
    expect(Users)
      .to.deep.include({ allOf: [pageOf('#/components/schemas/User')] })
      .and.not.have.property('$ref');
    expect(Orders.allOf).to.deep.equal([
      { allOf: [pageOf('#/components/schemas/Orders/%24defs/item')] },
      { title: 'Orders' },
    ]);
    expect(Page.properties).to.deep.equal({ items: { items: { $ref: '#/components/schemas/Page/%24defs/item' } } });
    expect(Tree.properties.next).to.deep.equal({ $ref: '#/components/schemas/Tree' });
    expect(StrictTree.allOf).to.deep.equal([{ properties: { next: { $ref: '#/components/schemas/StrictTree' } } }]);
    expect(document.components.schemas).to.deep.equal(schemas);
  });

  it('gives generic schemas that refer to further ones what the outermost schema states for the anchors', async () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const anchor = (name: string, of: object): object => ({ [name]: { $dynamicAnchor: name, ...of } });
    const schemas = {
      Users: { $defs: anchor('item', ref('User')), ...ref('Labeled') },
      Labeled: {
        $defs: { ...anchor('item', { type: 'object' }), ...anchor('label', { type: 'string' }) },
        properties: { page: ref('Page'), user: ref('User') },
      },
      Page: {
        $defs: { ...anchor('item', { not: {} }), ...anchor('label', { not: {} }) },
        properties: {
          items: { items: { $dynamicRef: '#item' } },
          label: { $dynamicRef: '#label' },
          next: ref('Page'),
          parent: ref('Labeled'),
        },
      },
      Teams: { $defs: anchor('item', ref('Team')), allOf: [ref('Labeled')] },
      User: { type: 'object' },
      Team: { type: 'object' },
    };
    const { reference } = await read({ ...HEAD, components: { schemas } });
    const specialized = (place: string, item: string): object => ({
      properties: {
        page: {
          allOf: [
            {
              properties: {
                items: { items: ref(item) },
                label: ref('Labeled/%24defs/label'),
                next: { $ref: `${place}/properties/page/allOf/0` },
                parent: { $ref: place },
              },
            },
          ],
        },
        user: ref('User'),
      },
    });
    const { Users, Teams, Page } = reference.components.schemas;
    expect(Users.allOf).to.deep.equal([specialized('#/components/schemas/Users/allOf/0', 'User')]);
    expect(Teams.allOf).to.deep.equal([{ allOf: [specialized('#/components/schemas/Teams/allOf/0/allOf/0', 'Team')] }]);
    expect(Page.properties.next).to.deep.equal(ref('Page'));
  });

  it('leaves examples unchanged, whatever they contain', async () => {
    const data = { $ref: 'file:///etc/passwd' };
    const schema = {
      type: 'object',
      example: data,
      default: data,
      enum: [data],
      const: data,
      examples: [data],
      properties: { $ref: { type: 'string' }, example: { type: 'string' } },
    };
    const { document, requestedUrls } = await read({
      ...HEAD,
      paths: {},
      components: { schemas: { A: schema }, examples: { one: { value: data } } },
    });
    expect(document.components.schemas.A).to.deep.equal(schema);
    expect(requestedUrls).to.deep.equal([]);
  });

  it('[A47] loads only http and https URLs', async () => {
    const referring = ($ref: string): object => ({ ...HEAD, paths: {}, components: { schemas: { A: { $ref } } } });
    for (const address of ['file:///etc/passwd', 'ftp://example.com/a', 'data:application/json,{}', 'FILE:/etc/passwd'])
      expect(await refused(referring(address))).to.include('must use http or https');
    expect(await refused(referring('./other.json'), {}, '')).to.include('cannot be resolved to a URL');
  });

  it('rejects cycles of references, also across documents', async () => {
    const $ref = 'https://example.com/api/there.json';
    expect(
      await refused({ ...HEAD, paths: {}, components: { schemas: { A: { $ref: '#/components/schemas/A' } } } }),
    ).to.equal('the reference #/components/schemas/A leads only to itself');
    expect(
      await refused(
        { ...HEAD, paths: {}, components: { schemas: { A: { $ref } } } },
        { [$ref]: { $ref: 'root.yaml#/components/schemas/A' } },
      ),
    ).to.match(/leads only to itself$/);
    await read(
      { ...HEAD, paths: {}, components: { schemas: { A: { properties: { a: { $ref } } } } } },
      { [$ref]: { $ref: 'root.yaml#/components/schemas/A' } },
    );
  });

  it('[A47] accepts fifty external documents and chains of ten, and no more', async () => {
    const many = (count: number): object => ({
      ...HEAD,
      paths: {},
      components: {
        schemas: Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, { $ref: `${i}.json` }])),
      },
    });
    const leaves = Object.fromEntries(
      Array.from({ length: 51 }, (_, i) => [`https://example.com/api/${i}.json`, { type: 'string' }]),
    );
    expect((await read(many(50), leaves)).externals).to.equal(50);
    expect(await refused(many(51), leaves)).to.equal('the document references more than 50 other documents');
    const chain = (length: number): Web =>
      Object.fromEntries(
        Array.from({ length }, (_, i) => [
          `https://example.com/api/${i}.json`,
          i === length - 1 ? {} : { $ref: `${i + 1}.json` },
        ]),
      );
    expect((await read(many(1), chain(10))).externals).to.equal(10);
    expect(await refused(many(1), chain(11))).to.equal(
      'the document has references nested more than 10 documents deep',
    );
  });

  it('limits the total size of all documents', async () => {
    const large = { 'https://example.com/api/large.json': 'x'.repeat(16 * 1024 * 1024) };
    expect(
      await refused({ ...HEAD, paths: {}, components: { schemas: { A: { $ref: 'large.json' } } } }, large),
    ).to.match(/^the document and the documents that it references have more than \d+ bytes$/);
  });
});
