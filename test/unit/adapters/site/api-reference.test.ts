import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { describeOperation } from '../../../../src/adapters/openapi/describe/describe-operation.ts';
import { readDocument } from '../../../../src/adapters/openapi/read-document.ts';
import { Html } from '../../../../src/adapters/html.ts';
import { apiLabelsOf } from '../../../../src/adapters/site/api-reference/api-labels.ts';
import { writeCodeSamples } from '../../../../src/adapters/site/api-reference/code-samples.ts';
import { ElementIds } from '../../../../src/adapters/site/api-reference/element-ids.ts';
import { readField, writeField } from '../../../../src/adapters/site/api-reference/field-text.ts';
import { SchemaRenderer } from '../../../../src/adapters/site/api-reference/render-schema.ts';
import { buildSampleRequest } from '../../../../src/adapters/site/api-reference/request-sample.ts';
import {
  parameterForm,
  serializeParameter,
  type ParameterForm,
} from '../../../../src/adapters/site/api-reference/serialize-parameter.ts';
import type { TryItRequest } from '../../../../src/adapters/site/api-reference/try-it-model.ts';
import { buildTryItRequest, serverOrigins } from '../../../../src/adapters/site/api-reference/try-it-request.ts';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { parseExactJson } from '../../../../src/domain/openapi-specs/exact-json.ts';
import { buildReference } from '../../../../src/domain/openapi-specs/reference/build-reference.ts';
import {
  decodeModel,
  encodeModel,
  type OperationModel,
} from '../../../../src/domain/openapi-specs/reference/reference-model.ts';
import { contentOf, textOf } from './support.ts';

interface Requests {
  readonly model: OperationModel;
  readonly url: string;
  /** Code by the name of the language. */
  readonly samples: ReadonlyMap<string, string>;
  readonly tryIt: TryItRequest | undefined;
}

/** Reads a document, as it is processed and rendered, and builds the requests of its only operation. */
async function requestsOf(document: JsonMap, url?: string): Promise<Requests> {
  const text = Buffer.from(JSON.stringify({ info: { title: 'T', version: '1' }, ...document }));
  const { reference } = await readDocument(text, url, () => Promise.reject(new Error('not expected')));
  const root = JSON.parse(Buffer.from(reference).toString()) as JsonMap;
  const { operations, definitions } = buildReference(new SpecDocument(root, url));
  const { model } = operations[0]!;
  const sample = buildSampleRequest(model, definitions);
  return {
    model,
    url: sample.url,
    samples: new Map(writeCodeSamples(sample).map(({ title, code }) => [title, code])),
    tryIt: buildTryItRequest(model, definitions),
  };
}
describe('SchemaRenderer.body', () => {
  it('names the limits of values in the language of the site', async () => {
    const schema = {
      type: 'array',
      uniqueItems: true,
      maxItems: 3,
      items: { type: 'string', minLength: 2, pattern: '^a' },
    };
    const { model } = await requestsOf({
      openapi: '3.1.0',
      ...SERVERS,
      paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema }], responses: {} } } },
    });
    const limitsIn = (language: string): readonly string[] =>
      new SchemaRenderer({
        labels: apiLabelsOf(language),
        definitions: new Map(),
        ids: new ElementIds([]),
        describe: (markdown) => new Html(markdown),
        code: (code) => new Html(code),
        number: () => 1,
        maxFields: 10,
        colorsSamples: false,
      })
        .body(model.parameters[0]!.schema, ['a'])
        .value.split('<span class="a-rule-name">')
        .slice(1)
        .map((part) => part.slice(0, part.indexOf('<')));
    expect(limitsIn('en')).to.deep.equal(['Maximum items', 'Unique items', 'items: Minimum length', 'items: Pattern']);
    expect(limitsIn('ja')).to.deep.equal(['最大要素数', '要素の重複なし', '要素: 最小文字数', '要素: パターン']);
  });
});

const SERVERS = { servers: [{ url: 'https://api.example.org' }] };

describe('serializeParameter', () => {
  const LIST = ['blue', 'black', 'brown'];
  const MAP = { R: 100, G: 200, B: 150 };
  const write = (place: ParameterForm['in'], style: string, isExploded: boolean, value: unknown): string =>
    serializeParameter(
      parameterForm({
        name: 'color',
        in: place,
        isRequired: true,
        schema: { types: [] },
        examples: [],
        style,
        isExploded,
      }),
      value,
    );

  // The table "Style Examples" of OpenAPI 3.1.1: empty text, text, list, object.
  for (const [style, isExploded, place, expected] of [
    ['matrix', false, 'path', [';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
    ['matrix', true, 'path', [';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
    ['label', false, 'path', ['.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150']],
    ['label', true, 'path', ['.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
    ['simple', false, 'header', ['', 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
    ['simple', true, 'header', ['', 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
    ['form', false, 'query', ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
    ['form', true, 'query', ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
    ['spaceDelimited', false, 'query', [, , 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150']],
    ['pipeDelimited', false, 'query', [, , 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150']],
    ['deepObject', true, 'query', [, , , 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150']],
  ] as const)
    it(`writes ${style} with explode: ${isExploded} as OpenAPI shows it`, () => {
      for (const [index, value] of ['', 'blue', LIST, MAP].entries())
        if (expected[index] !== undefined)
          expect(write(place, style, isExploded, value), JSON.stringify(value)).to.equal(expected[index]);
    });

  it('uses the default style of the place, which alone decides that forms explode', () => {
    const form = (place: ParameterForm['in'], style?: string): unknown[] => {
      const { style: own, isExploded } = parameterForm({
        name: 'a',
        in: place,
        isRequired: true,
        schema: { types: [] },
        examples: [],
        ...(style !== undefined && { style }),
      });
      return [own, isExploded];
    };
    expect(form('query')).to.deep.equal(['form', true]);
    expect(form('cookie')).to.deep.equal(['form', true]);
    expect(form('path')).to.deep.equal(['simple', false]);
    expect(form('header')).to.deep.equal(['simple', false]);
    expect(form('query', 'pipeDelimited')).to.deep.equal(['pipeDelimited', false]);
    expect(form('path', 'constructor')).to.deep.equal(['simple', false]);
  });

  it('encodes values but not delimiters in paths and queries, and nothing in headers', () => {
    expect(write('query', 'form', false, ['a,b', 'c&d'])).to.equal('color=a%2Cb,c%26d');
    expect(write('path', 'simple', false, ['a/b', 'c'])).to.equal('a%2Fb,c');
    expect(write('header', 'simple', false, ['a b', 'c'])).to.equal('a b,c');
    expect(write('query', 'form', true, { 'a[]': 'é' })).to.equal('a%5B%5D=%C3%A9');
  });

  it('writes nested members of deep objects, and nothing for empty lists and objects', () => {
    expect(write('query', 'deepObject', true, { price: { gte: 1 }, in: ['a', 'b'] })).to.equal(
      'color%5Bprice%5D%5Bgte%5D=1&color%5Bin%5D=a&color%5Bin%5D=b',
    );
    for (const style of ['form', 'pipeDelimited', 'deepObject', 'label'])
      for (const isExploded of [true, false])
        for (const value of [[], {}]) expect(write('query', style, isExploded, value)).to.equal('');
  });
});

describe('readField', () => {
  it('reads the lists and objects that writeField wrote', () => {
    for (const value of [['a', 'b'], [], ['a,b', 'c'], [{ a: 1 }, null], ['[x']])
      expect(readField(writeField(value), 'list')).to.deep.equal(value);
    expect(writeField([1, 2])).to.equal('1,2');
    expect(readField(' a , b', 'list')).to.deep.equal(['a', 'b']);
    expect(readField('{"a": 1}', 'object')).to.deep.equal({ a: 1 });
    expect(readField('{"a": 1}', 'text')).to.equal('{"a": 1}');
    expect(readField('{"a"', 'object')).to.equal('{"a"');
  });
});

describe('requests of an API reference', () => {
  const PARAMETERS = [
    { name: 'ids', in: 'query', required: true, example: [1, 2, 3], schema: { type: 'array', items: {} } },
    { name: 'csv', in: 'query', required: true, explode: false, example: ['a', 'b'], schema: { type: 'array' } },
    { name: 'pipe', in: 'query', required: true, style: 'pipeDelimited', example: ['a', 'b'], schema: {} },
    { name: 'filter', in: 'query', required: true, style: 'deepObject', example: { a: 'x', b: 2 }, schema: {} },
    { name: 'obj', in: 'query', required: true, example: { r: 1, g: 2 }, schema: { type: 'object' } },
    { name: 'json', in: 'query', required: true, content: { 'application/json': { example: { r: 1 } } } },
    { name: 'at', in: 'path', required: true, style: 'matrix', example: [1, 2], schema: { type: 'array' } },
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'X-Ids', in: 'header', required: true, example: [1, 2], schema: { type: 'array' } },
  ];
  const QUERY = 'ids=1&ids=2&ids=3&csv=a,b&pipe=a%7Cb&filter%5Ba%5D=x&filter%5Bb%5D=2&r=1&g=2&json=%7B%22r%22%3A1%7D';

  it('write parameters by their style in samples of all languages', async () => {
    const { url, samples } = await requestsOf({
      openapi: '3.0.3',
      ...SERVERS,
      paths: { '/a{at}/{id}': { get: { parameters: PARAMETERS, responses: {} } } },
    });
    expect(url).to.equal(`https://api.example.org/a;at=1,2/{id}?${QUERY}`);
    expect(samples).to.have.lengthOf(9);
    for (const [language, code] of samples) expect(code, language).to.include(`/a;at=1,2/{id}?${QUERY}`);
    expect(samples.get('cURL')).to.include("'X-Ids: 1,2'");
  });

  it('write a parameter that is the whole query by its media type', async () => {
    const search = async (type: string, schema: object, example: unknown) => {
      const parameters = [
        { in: 'querystring', name: 'ignored', required: true, content: { [type]: { schema, example } } },
      ];
      const { url, tryIt } = await requestsOf({
        openapi: '3.2.0',
        ...SERVERS,
        paths: { '/a': { get: { parameters } } },
      });
      const [parameter] = tryIt!.parameters;
      const value = readField(parameter!.value, parameter!.kind);
      expect(serializeParameter(parameter!, value), type).to.equal(new URL(url).search.slice(1));
      return new URL(url).search;
    };
    const form = 'application/x-www-form-urlencoded';
    const object = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array' } } };
    expect(await search(form, object, { name: 'a&b', tags: ['x', 'y'], limit: 10 })).to.equal(
      '?name=a%26b&tags=x&tags=y&limit=10',
    );
    expect(await search(form, object, 'name=a%20b')).to.equal('?name=a%20b');
    expect(await search('application/json', object, { name: 'a' })).to.equal('?%7B%22name%22%3A%22a%22%7D');
    expect(await search('application/jsonpath', { type: 'string' }, '$.a.b[1:1]')).to.equal('?%24.a.b%5B1%3A1%5D');
  });

  it('list the members of a parameter that is the whole query as parameters of the query', async () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer', description: 'Number of pets' } } };
    const content = { 'application/x-www-form-urlencoded': { schema } };
    const parameters = [{ in: 'querystring', name: 'ignored', description: 'What to **find**', content }];
    const { model } = await requestsOf({ openapi: '3.2.0', paths: { '/a': { get: { parameters } } } });
    const operation = { method: 'get', path: '/a', model: encodeModel(model) };
    const html = contentOf('{% openapi-operation spec="s" path="/a" method="get" %}\n{% endopenapi-operation %}', {
      apiReferences: new Map([['s', { operations: [operation], schemas: [], definitions: new Map() }]]),
    });
    expect(html).to.match(
      /<h3[^>]* id="get-a-query">Query parameters<[^]*find<\/strong>[^]*x-www-form-urlencoded[^]*>limit<\/a>[^]*Number of pets/,
    );
    expect(html).not.to.include('ignored');
    const markdown = describeOperation(model, new Map());
    expect(markdown).to.match(
      /\*\*Query\*\*\n\nWhat to \*\*find\*\*\n\n`application\/x-www-form-urlencoded`[^]*`limit`/,
    );
    expect(markdown).not.to.include('ignored');
  });

  it('name schemas that contain themselves, by their type if they have no name', () => {
    const self = { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' };
    const schema = { type: 'object', properties: { child: self } };
    const { operations, definitions } = buildReference(
      new SpecDocument({ paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } } }),
    );
    const html = contentOf('{% openapi-operation spec="s" path="/a" method="post" %}\n{% endopenapi-operation %}', {
      apiReferences: new Map([
        [
          's',
          {
            operations: [{ method: 'post', path: '/a', model: encodeModel(operations[0]!.model) }],
            schemas: [],
            definitions: new Map([...definitions].map(([key, model]) => [key, encodeModel(model)])),
          },
        ],
      ]),
    });
    expect(html).to.include('Has the fields of object, as above.');
  });

  it('let readers fill in lists and objects of parameters', async () => {
    const { tryIt } = await requestsOf({
      openapi: '3.0.3',
      ...SERVERS,
      paths: { '/a{at}/{id}': { get: { parameters: PARAMETERS, responses: {} } } },
    });
    const query = tryIt!.parameters.filter((parameter) => parameter.in === 'query');
    expect(query.map(({ kind, value }) => [kind, value])).to.deep.equal([
      ['list', '1,2,3'],
      ['list', 'a,b'],
      ['list', 'a,b'],
      ['object', '{"a":"x","b":2}'],
      ['object', '{"r":1,"g":2}'],
      ['text', '{"r":1}'],
    ]);
  });

  it('follow the collection formats of Swagger 2', async () => {
    const list = (collectionFormat: string): object => ({
      name: collectionFormat,
      in: 'query',
      required: true,
      type: 'array',
      items: { type: 'string', enum: ['a'] },
      'x-example': { one: ['a', 'b'] },
      collectionFormat,
    });
    const { url } = await requestsOf({
      swagger: '2.0',
      host: 'api.example.org',
      paths: { '/a': { get: { parameters: ['csv', 'ssv', 'pipes', 'multi'].map(list), responses: {} } } },
    });
    expect(url.split('?')[1]).to.equal('csv=a,b&ssv=a%20b&pipes=a%7Cb&multi=a&multi=b');
  });

  const post = (content: JsonMap): JsonMap => ({
    openapi: '3.1.0',
    ...SERVERS,
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
  });
  const FILE = { type: 'string', format: 'binary' };
  const form = (openapi: string): JsonMap => ({
    openapi,
    ...SERVERS,
    components: { schemas: { File: FILE } },
    paths: {
      '/files': {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: {
                    file: FILE,
                    named: { $ref: '#/components/schemas/File' },
                    more: { type: 'array', items: FILE },
                    tags: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  });

  for (const version of ['3.0.3', '3.1.0'])
    it(`send files of forms of OpenAPI ${version}`, async () => {
      const { samples, tryIt } = await requestsOf(form(version));
      for (const option of ["'file=@file'", "'named=@file'", "'more=@file'", "'tags=a'", "'tags=b'"])
        expect(samples.get('cURL')).to.include(`--form ${option}`);
      expect(tryIt!.bodies[0]!.files).to.deep.equal([
        { name: 'file', isMultiple: false },
        { name: 'named', isMultiple: false },
        { name: 'more', isMultiple: true },
      ]);
    });

  it('read the files of forms in samples of all languages', async () => {
    const { samples } = await requestsOf(form('3.1.0'));
    for (const [language, code] of [
      ['JavaScript', 'form.append("file", fileInput.files[0]);'],
      ['Python', '("file", open("file", "rb"))'],
      ['Go', 'addFile(form, "file", "file")'],
      ['Ruby', "['file', File.open('file')]"],
      ['PHP', "'file' => new CURLFile('file')"],
      ['PHP', "'tags' => ['a', 'b']"],
      ['Java', '.addFormDataPart("file", "file", RequestBody.create(new File("file"),'],
      ['C#', '{ new ByteArrayContent(File.ReadAllBytes("file")), "file", "file" }'],
      ['PowerShell', "'file' = (Get-Item 'file')"],
      ['PowerShell', "'tags' = 'a', 'b'"],
    ] as const)
      expect(samples.get(language), language).to.include(code);
  });

  it('name methods that libraries have no word for', async () => {
    const body = { content: { 'application/json': { example: { a: 1 } } } };
    const { samples, tryIt } = await requestsOf({
      openapi: '3.2.0',
      ...SERVERS,
      paths: { '/pets': { query: { requestBody: body, responses: {} } } },
    });
    for (const [language, code] of [
      ['cURL', 'curl --request QUERY'],
      ['Ruby', "Net::HTTPGenericRequest.new('QUERY', true, true, url)"],
      ['C#', 'new HttpRequestMessage(new HttpMethod("QUERY"), '],
      ['PowerShell', "CustomMethod = 'QUERY'"],
    ] as const)
      expect(samples.get(language), language).to.include(code);
    expect(tryIt!.method).to.equal('QUERY');
  });

  it('state the type of forms that are written like queries', async () => {
    const schema = { type: 'object', properties: { a: { example: 'b' } } };
    const { samples } = await requestsOf(post({ 'application/x-www-form-urlencoded': { schema } }));
    // The content of C# states its type by itself.
    for (const [language, code] of samples)
      expect(code, language).to.include(
        language === 'C#' ? 'FormUrlEncodedContent' : 'application/x-www-form-urlencoded',
      );
    for (const language of ['cURL', 'PHP', 'PowerShell']) expect(samples.get(language), language).to.include("'a=b'");
    for (const language of ['Go', 'Java']) expect(samples.get(language), language).to.match(/dd\("a", "b"\)/);
  });

  it('write each item of a list of a form by itself, and other fields by the styles of the document', async () => {
    const type = 'application/x-www-form-urlencoded';
    const example = { list: ['a', 'b c'], joined: [1, 2], card: { number: 'x&y', of: { year: 30 } }, map: { k: 'v' } };
    const encoding = {
      joined: { style: 'form', explode: false },
      card: { style: 'deepObject', explode: true },
      odd: null,
    };
    const { samples, tryIt } = await requestsOf(post({ [type]: { example, encoding } }));
    const body =
      'list=a&list=b+c&joined=1%2C2&card%5Bnumber%5D=x%26y&card%5Bof%5D%5Byear%5D=30&map=%7B%22k%22%3A%22v%22%7D';
    expect(samples.get('PowerShell')).to.include(`Body = '${body}'`);
    expect(tryIt!.bodies[0]!.fields.map(({ name, style, isExploded }) => [name, style, isExploded])).to.deep.equal([
      ['joined', 'form', false],
      ['card', 'deepObject', true],
    ]);
    const multipart = await requestsOf(post({ 'multipart/form-data': { example, encoding } }));
    expect(multipart.tryIt!.bodies[0]!.fields).to.deep.equal([]);
    expect(multipart.samples.get('cURL')).to.include('--form \'card={"number":');
  });

  const ODD = `it's ‘so’ "x" $HOME #{y} \${z} \`id\` \\n back\\slash\nline 2 """`;
  const json = (example: unknown): JsonMap => post({ 'application/json': { example } });

  it('keep quotes, signs and line breaks of values in samples that can be run', async () => {
    const example = { text: ODD, "it's": {}, list: [[], null, true, { a: {} }] };
    const { samples } = await requestsOf(json(example));
    const fetchBody =
      'globalThis.fetch = (_, { body }) => (process.stdout.write(body), { text: () => "" }); console.log = () => {};';
    const curlBody = 'curl() { while [ "$1" != --data-raw ]; do shift; done; printf %s "$2"; }';
    const sent = [
      execFileSync(process.execPath, ['--input-type=module', '--eval', `${fetchBody}\n${samples.get('JavaScript')!}`]),
      execFileSync('sh', ['-c', `${curlBody}\n${samples.get('cURL')!}`]),
    ].map((body) => JSON.parse(body.toString()) as unknown);
    expect(sent).to.deep.equal([example, example]);
  });

  it('escape the signs that have a meaning in texts of each language', async () => {
    const { samples } = await requestsOf(json({ text: ODD }));
    const asJson = JSON.stringify(ODD);
    const inSingleQuotes = asJson.replace(/[\\']/g, '\\$&');
    for (const [language, code] of [
      ['Python', asJson],
      ['Go', JSON.stringify(JSON.stringify({ text: ODD }, null, 2))],
      ['Ruby', inSingleQuotes],
      ['PHP', asJson.replaceAll('$', '\\$')],
      ['Java', asJson.replaceAll('\\', '\\\\')],
      ['C#', asJson],
      ['PowerShell', asJson.replace(/['‘’]/g, '$&$&')],
    ] as const)
      expect(samples.get(language), language).to.include(code);
  });

  it('keep integers that a number would round', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      ...SERVERS,
      paths: {
        '/a': {
          post: {
            parameters: [{ name: 'id', in: 'query', required: true, example: 'LARGE' }],
            requestBody: { content: { 'application/json': { example: { id: 'LARGE' } } } },
            responses: {},
          },
        },
      },
    }).replaceAll('"LARGE"', '9007199254740993');
    const { reference } = await readDocument(Buffer.from(text), undefined, () => Promise.reject(new Error('none')));
    const root = parseExactJson(Buffer.from(reference).toString()) as JsonMap;
    const { operations, definitions } = buildReference(new SpecDocument(root));
    const model = decodeModel(encodeModel(operations[0]!.model));
    const { url } = buildSampleRequest(model, definitions);
    const samples = writeCodeSamples(buildSampleRequest(model, definitions));
    const { parameters, bodies } = buildTryItRequest(model, definitions)!;
    expect(url).to.equal('https://api.example.org/a?id=9007199254740993');
    for (const { title, code } of samples) expect(code.match(/9007199254740993/g), title).to.have.length(2);
    expect(samples.find(({ title }) => title === 'JavaScript')!.code).to.include(
      String.raw`body: "{\n  \"id\": 9007199254740993\n}"`,
    );
    expect([parameters[0]!.value, bodies[0]!.example]).to.deep.equal([
      '9007199254740993',
      '{\n  "id": 9007199254740993\n}',
    ]);
    expect(writeField(readField('[9007199254740993]', 'list'))).to.equal('9007199254740993');
  });

  it('keep empty objects apart from empty lists in PHP', async () => {
    expect((await requestsOf(json({}))).samples.get('PHP')).to.include('json_encode(new stdClass())');
    expect((await requestsOf(json([]))).samples.get('PHP')).to.include('json_encode([])');
  });

  it('write a text in JSON with quotation marks, and an example that states JSON as it is', async () => {
    expect((await requestsOf(json('word'))).samples.get('cURL')).to.include(`--data-raw '"word"'`);
    expect((await requestsOf(json('{"a": 1}'))).samples.get('cURL')).to.include(`--data-raw '{"a": 1}'`);
    expect((await requestsOf(json(null))).samples.get('Python')).to.include('payload = "null"');
  });

  it('have bodies in XML where the document states no other media type', async () => {
    const { model, samples, tryIt } = await requestsOf({
      openapi: '3.0.3',
      ...SERVERS,
      components: {
        schemas: { Pet: { properties: { id: { type: 'integer', example: 7, xml: { attribute: true } } } } },
      },
      paths: {
        '/a': {
          post: {
            requestBody: { content: { 'application/xml': { schema: { $ref: '#/components/schemas/Pet' } } } },
            responses: { 200: { content: { 'text/xml': { example: { id: 8 } } } } },
          },
        },
      },
    });
    const html = contentOf('{% openapi-operation spec="s" path="/a" method="post" %}\n{% endopenapi-operation %}', {
      apiReferences: new Map([
        [
          's',
          {
            operations: [{ method: 'post', path: '/a', model: encodeModel(model) }],
            schemas: [],
            definitions: new Map(),
          },
        ],
      ]),
    });
    expect(textOf(html)).to.include('<root>\n  <id>8</id>\n</root>');
    expect(tryIt!.bodies[0]!.example).to.equal('<?xml version="1.0" encoding="UTF-8"?>\n<Pet id="7"/>');
    expect(samples.get('cURL')).to.include('<Pet id="7"/>').and.not.include('{"id"');
  });

  it('send files of Swagger 2', async () => {
    const { samples, tryIt } = await requestsOf({
      swagger: '2.0',
      host: 'api.example.org',
      paths: {
        '/a': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [{ name: 'file', in: 'formData', type: 'file' }],
            responses: {},
          },
        },
      },
    });
    expect(samples.get('cURL')).to.include("--form 'file=@file'");
    expect(tryIt!.bodies[0]!.files).to.deep.equal([{ name: 'file', isMultiple: false }]);
  });

  for (const version of ['3.0.3', '3.1.0'])
    it(`send a file as the whole body of OpenAPI ${version}`, async () => {
      const content = { 'application/octet-stream': { schema: FILE } };
      const { model, tryIt, samples } = await requestsOf({
        openapi: version,
        ...SERVERS,
        paths: { '/a': { put: { requestBody: { content }, responses: {} } } },
      });
      expect(samples.get('cURL')).to.include("--data-binary '@file'");
      expect(samples.get('Python')).to.include('payload = open("file", "rb")');
      expect(model.body!.content[0]!.schema).to.deep.equal({ types: ['string'], format: 'binary' });
      expect(tryIt!.bodies[0]).to.deep.include({ type: 'application/octet-stream', isFile: true });
    });

  const at = (...urls: readonly string[]): JsonMap => ({
    openapi: '3.0.3',
    servers: urls.map((url) => ({ url })),
    paths: { '/a': { get: { responses: {} } } },
  });

  it('go to no server without an absolute URL', async () => {
    const { model, url, tryIt } = await requestsOf(at('/v1'));
    expect(url).to.equal('https://example.com/v1/a');
    expect(tryIt).to.equal(undefined);
    expect(serverOrigins(model)).to.deep.equal([]);
    expect((await requestsOf(at())).tryIt).to.equal(undefined);
    const { tryIt: some } = await requestsOf(at('/v1', 'https://api.example.org'));
    expect(some!.servers.map((server) => server.url)).to.deep.equal(['https://api.example.org']);
  });

  it('go to relative servers at the address of the document', async () => {
    const { model, url, tryIt } = await requestsOf(at('/v1'), 'https://api.example.org/specs/pets.yaml');
    expect(url).to.equal('https://api.example.org/v1/a');
    expect(tryIt!.servers.map((server) => server.url)).to.deep.equal(['https://api.example.org/v1']);
    expect(serverOrigins(model)).to.deep.equal(['https://api.example.org']);
  });
});
