import { expect } from 'chai';
import type { DescribedSpec } from '../../../../src/application/openapi-specs/spec-descriptions.ts';
import { fillSpecBlocks, listSpecTargets } from '../../../../src/application/openapi-specs/spec-blocks.ts';

const operation = { method: 'get', path: '/pets', title: 'List', markdown: 'WORDS' };
const pets: DescribedSpec = {
  key: 'r',
  isPublic: true,
  description: {
    title: 'Pets',
    tags: [
      { title: 'pets', operations: [operation, { method: 'post', path: 'born', title: 'Born', markdown: 'HOOK' }] },
    ],
    schemas: [
      { name: 'Pet', markdown: 'PET', key: '#/components/schemas/Pet', definitions: [] },
      { name: 'Pet_owner', markdown: 'OWNER', key: '#/components/schemas/Pet_owner', definitions: [] },
    ],
    definitions: new Map(),
  },
};
const filled = (...lines: string[]): string[] =>
  fillSpecBlocks(lines.join('\n'), new Map([['pets', pets]])).split('\n');
const BLOCK = '{% openapi-operation spec="pets" path="/pets" method="get" %}';
const END = '{% endopenapi-operation %}';
const FILLED = [BLOCK, '', 'WORDS', '', END];

describe('blocks that name a part of a specification', () => {
  it('contain the present state of that part, instead of their stored content', () => {
    expect(filled('a', BLOCK, 'b')).to.deep.equal(['a', ...FILLED, 'b']);
    expect(filled('a', BLOCK, '[old](https://example.com)', END, 'b')).to.deep.equal(['a', ...FILLED, 'b']);
    expect(filled(BLOCK, BLOCK, 'old', END)).to.deep.equal([...FILLED, ...FILLED]);
    expect(filled('{% openapi src="pets" path="/pets" method="GET" %}')).to.deep.equal([
      '{% openapi src="pets" path="/pets" method="GET" %}',
      '',
      'WORDS',
      '',
      '{% endopenapi %}',
    ]);
  });

  it('may name a webhook, or schemas in the order of their display', () => {
    const hook = '{% openapi-webhook spec="pets" name="born" method="post" %}';
    expect(filled('a', hook, 'old', '{% endopenapi-webhook %}', 'b')).to.deep.equal([
      'a',
      hook,
      '',
      'HOOK',
      '',
      '{% endopenapi-webhook %}',
      'b',
    ]);
    const schemas = '{% openapi-schemas spec="pets" schemas="Pet_owner, Nothing,Pet" grouped="true" %}';
    expect(filled(schemas, '[OpenAPI pets](pets)', '{% endopenapi-schemas %}')).to.deep.equal([
      schemas,
      '',
      '**Pet\\_owner**',
      '',
      'OWNER',
      '',
      '**Pet**',
      '',
      'PET',
      '',
      '{% endopenapi-schemas %}',
    ]);
    for (const line of [
      hook.replace('born', 'gone'),
      hook.replace(' name="born"', ''),
      '{% openapi-schemas spec="pets" schemas="Nothing" %}',
      '{% openapi-schemas spec="pets" %}',
    ])
      expect(filled('a', line, 'b')).to.deep.equal(['a', line, 'b']);
  });

  it('stay unchanged when that part does not exist', () => {
    for (const line of [
      BLOCK.replace('pets"', 'cats"'),
      BLOCK.replace('get', 'put'),
      BLOCK.replace('/pets', '/cats'),
      '{% openapi-operation spec="pets" %}',
      `text ${BLOCK}`,
    ])
      expect(filled('a', line, 'b')).to.deep.equal(['a', line, 'b']);
    const later = Array.from({ length: 51 }, () => 'line');
    expect(filled(BLOCK, ...later, END)).to.deep.equal([...FILLED, ...later, END]);
  });

  it('are ignored in code', () => {
    for (const fence of ['```', '~~~~'])
      expect(filled(fence, BLOCK, fence, BLOCK)).to.deep.equal([fence, BLOCK, fence, ...FILLED]);
  });

  it('are listed with the specifications that they name', () => {
    const targets = listSpecTargets([BLOCK, BLOCK, BLOCK.replace('spec="pets"', 'spec="cats"')].join('\n'));
    expect(targets.map(({ slug }) => slug)).to.deep.equal(['pets', 'pets', 'cats']);
    expect(listSpecTargets('nothing of the kind')).to.deep.equal([]);
  });

  it('are limited to a hundred per page', () => {
    const all = filled(...Array.from({ length: 101 }, () => BLOCK));
    expect(all.filter((line) => line === 'WORDS')).to.have.lengthOf(100);
  });
});
