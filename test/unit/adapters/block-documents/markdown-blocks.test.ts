import { expect } from 'chai';
import fc from 'fast-check';
import { MarkdownBlocks } from '../../../../src/adapters/block-documents/markdown-blocks.ts';
import { isTooComplex } from '../../../../src/adapters/site/content/complexity.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const blocks = new MarkdownBlocks(isTooComplex);
const plain = (node: any): string =>
  (node.leaves ?? []).map(({ text }: any) => text).join('') +
  [...(node.nodes ?? []), ...(node.fragments ?? [])].map(plain).join('');
/** Returns the types of blocks and their text as nested lists. */
const shape = (node: any): unknown => {
  const inside = (node.nodes ?? []).filter(({ object }: any) => object === 'block');
  return inside.length > 0 ? [node.type, ...inside.map(shape)] : [node.type, plain(node)];
};
const shapes = (markdown: string): unknown[] => blocks.fromMarkdown(markdown).nodes.map(shape);

describe('MarkdownBlocks.fromMarkdown', () => {
  it('converts every block type of Markdown', () => {
    expect(shapes('# A\n\n## B\n\n### C\n\n##### D\n\ntext\nmore\n\n***\n')).to.deep.equal([
      ['heading-1', 'A'],
      ['heading-1', 'B'],
      ['heading-2', 'C'],
      ['heading-3', 'D'],
      ['paragraph', 'text more'],
      ['divider', ''],
    ]);
    expect(shapes('> q\n\n* a\n  1. b\n* c\n\n- [x] t\n\n```js\nl1\nl2\n```\n')).to.deep.equal([
      ['blockquote', ['paragraph', 'q']],
      [
        'list-unordered',
        ['list-item', ['paragraph', 'a'], ['list-ordered', ['list-item', ['paragraph', 'b']]]],
        ['list-item', ['paragraph', 'c']],
      ],
      ['list-tasks', ['list-item', ['paragraph', 't']]],
      ['code', ['code-line', 'l1'], ['code-line', 'l2']],
    ]);
    const [math, table, figure] = blocks.fromMarkdown(
      '$$\nx\n$$\n\n| A | B |\n| - | -: |\n| 1 | **2** |\n\n![alt](/files/00000000000000000001)\n',
    ).nodes as any[];
    expect(math).to.deep.include({ type: 'math', isVoid: true, data: { formula: 'x' } });
    expect(table.data.definition.column2).to.include({ title: 'B', textAlignment: 'right' });
    expect(table.fragments.map(plain)).to.deep.equal(['1', '2']);
    expect(figure.nodes[0].data).to.deep.equal({ ref: { kind: 'file', file: '00000000000000000001' }, alt: 'alt' });
  });

  it('converts nested block tags', () => {
    expect(
      shapes(
        '{% tabs %}\n{% tab title="One" %}\n{% hint style="warning" %}\nmind\n{% endhint %}\n{% endtab %}\n{% endtabs %}\nafter',
      ),
    ).to.deep.equal([
      ['tabs', ['tabs-item', ['hint', ['paragraph', 'mind']]]],
      ['paragraph', 'after'],
    ]);
    const [embed, code, reference] = blocks.fromMarkdown(
      '{% embed url="https://e" %}\ncaption\n{% endembed %}\n{% code title="T" lineNumbers="true" %}\n```\nx\n```\n{% endcode %}\n{% content-ref url="/pages/00000000000000000001#a" %}\n',
    ).nodes;
    expect(embed).to.deep.include({ type: 'embed', data: { url: 'https://e' } });
    expect(code).to.deep.include({ type: 'code', data: { title: 'T', lineNumbers: true } });
    expect(reference!.data).to.deep.equal({ ref: { kind: 'anchor', anchor: 'a', page: '00000000000000000001' } });
  });

  it('keeps unknown syntax and unclosed tags as raw source', () => {
    expect(
      shapes('{% wormhole a="b" %}\n\n{% hint %}\nx\n\n{% endtabs %}\n\n<details>\n<summary>s</summary>\n</details>\n'),
    ).to.deep.equal([
      ['paragraph', '{% wormhole a="b" %}'],
      ['paragraph', '{% hint %}'],
      ['paragraph', 'x'],
      ['paragraph', '{% endtabs %}'],
      ['paragraph', '<details>\n<summary>s</summary>\n</details>'],
    ]);
    expect(shapes('```\n{% hint %}\n```\n')).to.deep.equal([['code', ['code-line', '{% hint %}']]]);
  });

  it('keeps marks, links and mathematics in the text', () => {
    const [paragraph] = blocks.fromMarkdown('a **b *c*** `d` [l](https://x) $$y$$').nodes as any[];
    expect(
      paragraph.nodes[0].leaves.map(({ text, marks }: any) => [text, ...marks.map(({ type }: any) => type)]),
    ).to.deep.equal([['a '], ['b ', 'bold'], ['c', 'bold', 'italic'], [' '], ['d', 'code'], [' ']]);
    expect(paragraph.nodes[1]).to.deep.include({
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'url', url: 'https://x' } },
    });
    expect(paragraph.nodes.at(-1)).to.deep.include({ type: 'inline-math', data: { formula: 'y' } });
  });

  it('gives every node a unique key that is the same each time', () => {
    const keys = (node: any): string[] => [
      ...(node.key ? [node.key] : []),
      ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(keys),
    ];
    const markdown = '# A\n\n* b **c**\n\n| x |\n| - |\n| y |\n\n{% hint %}\nz\n{% endhint %}\n';
    const once = keys(blocks.fromMarkdown(markdown));
    expect(new Set(once).size).to.equal(once.length);
    expect(keys(blocks.fromMarkdown(markdown))).to.deep.equal(once);
  });

  it('returns the range of each block, parents first, with the keys of the document', () => {
    const markdown =
      '# A\r\n\r\ntext\n{% hint style="info" %}\n* one\n* **two** [three](u)\n{% endhint %}\n| a |\n| - |\n| b |\n{% tabs %}\n{% tab title="T" %}\n```js\nx\n```\n{% endtab %}\n{% endtabs %}';
    const places = blocks.blocksOf(markdown);
    const said = places.map(({ type, start, end, preview }) => [type, markdown.slice(start, end), preview]);
    expect(said.slice(0, 7)).to.deep.equal([
      ['heading-1', '# A', 'A'],
      ['paragraph', 'text', 'text'],
      ['hint', '{% hint style="info" %}\n* one\n* **two** [three](u)\n{% endhint %}', 'one two three'],
      ['list-unordered', '* one\n* **two** [three](u)', 'one two three'],
      ['list-item', '* one', 'one'],
      ['paragraph', 'one', 'one'],
      ['list-item', '* **two** [three](u)', 'two three'],
    ]);
    expect(said.slice(8)).to.deep.equal([
      ['table', '| a |\n| - |\n| b |', 'b'],
      ['paragraph', 'b', 'b'],
      ['tabs', '{% tabs %}\n{% tab title="T" %}\n```js\nx\n```\n{% endtab %}\n{% endtabs %}', 'T x'],
      ['tabs-item', '{% tab title="T" %}\n```js\nx\n```\n{% endtab %}', 'T x'],
      ['code', '```js\nx\n```', 'x'],
      ['code-line', '```js\nx\n```', 'x'],
    ]);
    expect(places[3]!.parent).to.equal(places[2]!.key);
    expect(places[2]).not.to.have.property('parent');
    const keysIn = (node: any): string[] => [
      ...(node.object === 'block' ? [node.key] : []),
      ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(keysIn),
    ];
    expect(places.map(({ key }) => key)).to.deep.equal(blocks.fromMarkdown(markdown).nodes.flatMap(keysIn));
  });

  it('truncates a preview after 120 characters', () => {
    expect(blocks.blocksOf('a'.repeat(120))[0]!.preview).to.equal('a'.repeat(120));
    expect(blocks.blocksOf('a'.repeat(121))[0]!.preview).to.equal(`${'a'.repeat(119)}…`);
  });

  it('keeps the keys of unchanged blocks when others change', () => {
    const key = (markdown: string, source: string): string =>
      blocks
        .blocksOf(markdown)
        .find(({ start, end, parent }) => parent === undefined && markdown.slice(start, end) === source)!.key;
    const hint = '{% hint style="info" %}\nb\n{% endhint %}';
    const before = `# T\n\na\n\n${hint}\n\nc`;
    const after = `new\n\n# T\n\nchanged\n${hint}\n\nc\n\nmore`;
    for (const source of ['# T', hint, 'c']) expect(key(after, source)).to.equal(key(before, source));
    const twins = blocks.blocksOf('same\n\nsame');
    expect(twins[0]!.key).not.to.equal(twins[1]!.key);
    expect(blocks.blocksOf('same')[0]!.key).to.equal(twins[0]!.key);
  });

  it('never throws, and never takes long', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{% hint %}\n',
        '{% endhint %}\n',
        '{% tabs %}\n',
        '```\n',
        '| a |\n',
        '* ',
        '> ',
        '# ',
        '[',
        '](',
        '*',
        '\n',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (markdown) => blocks.fromMarkdown(markdown).object === 'document',
      ),
    );
    for (const evil of [
      '{% hint %}\n'.repeat(20_000),
      '{% '.repeat(90_000),
      `{% a ${' '.repeat(250_000)}x`,
      '['.repeat(250_000),
      '> '.repeat(100_000),
      '*a '.repeat(80_000),
    ]) {
      expect(cpuTimeOf(() => blocks.fromMarkdown(evil))).to.be.below(3_000);
    }
  });
});
