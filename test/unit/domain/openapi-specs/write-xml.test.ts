import { expect } from 'chai';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { buildReference } from '../../../../src/domain/openapi-specs/reference/build-reference.ts';
import { writeXml } from '../../../../src/domain/openapi-specs/reference/write-xml.ts';

/** Writes a value by the schema `Tested`; lines after the declaration. */
function xml(value: unknown, schema: unknown, schemas: JsonMap = {}): readonly string[] {
  const { definitions } = buildReference(new SpecDocument({ components: { schemas: { ...schemas, Tested: schema } } }));
  const [declaration, ...lines] = writeXml(value, { ref: '#/components/schemas/Tested', types: [] }, definitions).split(
    '\n',
  );
  expect(declaration).to.equal('<?xml version="1.0" encoding="UTF-8"?>');
  return lines;
}

describe('writeXml', () => {
  it('names elements by their properties and the outermost one by its schema, unless they state a name', () => {
    const properties = { id: { type: 'integer' }, tag: { type: 'string', xml: { name: 'label' } } };
    expect(xml({ id: 1, tag: 'a & <b>', other: null }, { properties })).to.deep.equal([
      '<Tested>',
      '  <id>1</id>',
      '  <label>a &amp; &lt;b&gt;</label>',
      '  <other/>',
      '</Tested>',
    ]);
    expect(xml({}, { properties, xml: { name: 'pet' } })).to.deep.equal(['<pet/>']);
    expect(writeXml({ a: true }, undefined, new Map())).to.include('<root>\n  <a>true</a>\n</root>');
  });

  it('writes attributes, prefixes and namespaces', () => {
    const properties = {
      name: { type: 'string' },
      id: { type: 'integer', xml: { attribute: true } },
      lang: { type: 'string', xml: { attribute: true, prefix: 'x', namespace: 'https://example.com/x' } },
    };
    const schema = { properties, xml: { prefix: 'p', namespace: 'https://example.com/p' } };
    expect(xml({ name: 'n', id: 7, lang: '"en"' }, schema)).to.deep.equal([
      '<p:Tested xmlns:p="https://example.com/p" id="7" xmlns:x="https://example.com/x" x:lang="&quot;en&quot;">',
      '  <name>n</name>',
      '</p:Tested>',
    ]);
  });

  // The examples of lists in the specification of OpenAPI 3.0.4.
  const lists: readonly (readonly [array: JsonMap, items: JsonMap, lines: readonly string[]])[] = [
    [{}, {}, ['<list>a</list>', '<list>b</list>']],
    [{ name: 'outer' }, { name: 'item' }, ['<item>a</item>', '<item>b</item>']],
    [{ wrapped: true }, {}, ['<list>', '  <list>a</list>', '  <list>b</list>', '</list>']],
    [
      { wrapped: true, name: 'outer' },
      { name: 'item' },
      ['<outer>', '  <item>a</item>', '  <item>b</item>', '</outer>'],
    ],
    [{ wrapped: true, name: 'outer' }, {}, ['<outer>', '  <outer>a</outer>', '  <outer>b</outer>', '</outer>']],
    [{ wrapped: true }, { name: 'item' }, ['<list>', '  <item>a</item>', '  <item>b</item>', '</list>']],
  ];
  for (const [array, items, lines] of lists)
    it(`writes a list with ${JSON.stringify(array)} and items with ${JSON.stringify(items)} as OpenAPI shows it`, () => {
      const list = { type: 'array', items: { type: 'string', xml: items }, xml: array };
      expect(xml({ list: ['a', 'b'] }, { properties: { list } }).slice(1, -1)).to.deep.equal(
        lines.map((line) => `  ${line}`),
      );
    });

  it('puts the items of a list that is the whole document into one element', () => {
    const Pet = { properties: { id: { type: 'integer' } } };
    const items = { $ref: '#/components/schemas/Pet' };
    expect(xml([{ id: 1 }], { type: 'array', items }, { Pet })).to.deep.equal([
      '<Tested>',
      '  <Pet>',
      '    <id>1</id>',
      '  </Pet>',
      '</Tested>',
    ]);
  });

  it('writes text between attributes as the types of nodes of OpenAPI 3.2 state', () => {
    const properties = {
      id: { type: 'integer', xml: { nodeType: 'attribute' } },
      text: { type: 'string', xml: { nodeType: 'text' } },
    };
    expect(xml({ id: 1, text: 'words' }, { properties })).to.deep.equal(['<Tested id="1">words</Tested>']);
  });

  it('gives a combination of schemas no name of one of its parts', () => {
    const Pet = { properties: { id: { type: 'integer' } }, xml: { name: 'pet' } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { tag: { type: 'string' } } }] };
    expect(xml({ id: 1 }, schema, { Pet })[0]).to.equal('<Tested>');
  });

  it('keeps names valid whatever a document states', () => {
    const properties = { 'a b': { type: 'string' }, $id: { type: 'string', xml: { name: '1"><x' } } };
    expect(xml({ 'a b': '\u0001', $id: 'x' }, { properties })).to.deep.equal([
      '<Tested>',
      '  <a_b>\ufffd</a_b>',
      '  <_1___x>x</_1___x>',
      '</Tested>',
    ]);
  });
});
