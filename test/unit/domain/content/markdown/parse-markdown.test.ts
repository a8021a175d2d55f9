import { expect } from 'chai';
import type { Nodes, Paragraph } from 'mdast';
import { parseMarkdown } from '../../../../../src/domain/content/markdown/parse-markdown.ts';

/** Returns a tree as nested lists of types and values. */
const shape = (node: Nodes): unknown =>
  'children' in node
    ? [node.type, ...node.children.map(shape)]
    : 'value' in node
      ? `${node.type} ${node.value}`
      : node.type;
const shapes = (markdown: string): unknown[] => parseMarkdown(markdown).children.map(shape);
const paragraph = (text: string): unknown[] => ['paragraph', `text ${text}`];

describe('parseMarkdown', () => {
  it('reads a tag on a line of its own, which ends the block before it', () => {
    expect(shapes('a\n{% x %}\nb')).to.deep.equal([paragraph('a'), 'blockTag {% x %}', paragraph('b')]);
    expect(shapes('* a\n{% x %}\n* b')).to.deep.equal([
      ['list', ['listItem', paragraph('a')]],
      'blockTag {% x %}',
      ['list', ['listItem', paragraph('b')]],
    ]);
    expect(shapes('| a |\n|---|\n{% x %}')).to.deep.equal([
      ['table', ['tableRow', ['tableCell', 'text a']]],
      'blockTag {% x %}',
    ]);
    expect(shapes('{% x %}\n---')).to.deep.equal(['blockTag {% x %}', 'thematicBreak']);
  });

  it('ends strong text at the next markers, as editors of the format write them', () => {
    const strong = (text: string) => ['strong', `text ${text}`];
    for (const [markdown, ...children] of [
      ['**Table 1. **`a`', strong('Table 1. '), 'inlineCode a'],
      ['**Date: **2021', strong('Date: '), 'text 2021'],
      ['**範例。 **設定', strong('範例。 '), 'text 設定'],
      ['Type**:** x', 'text Type', strong(':'), 'text  x'],
      ['a **b ->**C **d ->**E', 'text a ', strong('b ->'), 'text C ', strong('d ->'), 'text E'],
      ['**a\\_b. ** c', strong('a_b. '), 'text  c'],
    ] as const)
      expect(shapes(markdown), markdown).to.deep.equal([['paragraph', ...children]]);
  });

  it('leaves markers that enclose nothing, are escaped, or are no end', () => {
    for (const text of ['a ** b ** c', 'f(**one, **two)', 'a****b', '**a', '** a**'])
      expect(shapes(text), text).to.deep.equal([paragraph(text)]);
    expect(shapes('**a\\*\\* b')).to.deep.equal([paragraph('**a** b')]);
    expect(shapes('\\*\\*a. ** b')).to.deep.equal([paragraph('**a. ** b')]);
    expect(shapes('&ast;*a. ** b')).to.deep.equal([paragraph('**a. ** b')]);
  });

  it('keeps the offsets of what it makes strong', () => {
    const markdown = 'x\n\n> a **b. ** c';
    const offsets: string[] = [];
    const visit = (node: Nodes): void => {
      if (node.type === 'text') offsets.push(markdown.slice(node.position!.start.offset, node.position!.end.offset));
      if ('children' in node) node.children.forEach(visit);
    };
    visit(parseMarkdown(markdown, { isPositioned: true }));
    expect(offsets).to.deep.equal(['x', 'a ', 'b. ', ' c']);
  });

  it('ends bare addresses before CJK punctuation', () => {
    const links = (markdown: string): unknown[] => {
      const [block] = parseMarkdown(markdown).children as [Paragraph];
      return block.children.map((node) =>
        node.type === 'link' ? [node.url] : 'value' in node ? node.value : node.type,
      );
    };
    expect(links('参照 https://example.org/a。次')).to.deep.equal(['参照 ', ['https://example.org/a'], '。次']);
    expect(links('参照：www.example.org、https://b.example/c）と**次**')).to.deep.equal([
      '参照：',
      ['http://www.example.org'],
      '、',
      ['https://b.example/c'],
      '）と',
      'strong',
    ]);
    expect(links('https://ja.wikipedia.org/wiki/日本・東京')).to.deep.equal([
      ['https://ja.wikipedia.org/wiki/日本・東京'],
    ]);
    for (const markdown of ['<https://example.org/a。b>', '[https://example.org/a。b](https://example.org/a。b)'])
      expect(links(markdown)).to.deep.equal([['https://example.org/a。b']]);
    const [, link, text] = (parseMarkdown('x https://example.org/a。次').children[0] as Paragraph).children;
    expect([link, text].map((node) => [node!.position!.start.offset, node!.position!.end.offset])).to.deep.equal([
      [2, 23],
      [23, 25],
    ]);
  });

  it('reads tags in lists and quotes', () => {
    expect(shapes('* {% x %}\n  a\n  {% y %}')).to.deep.equal([
      ['list', ['listItem', 'blockTag {% x %}', paragraph('a'), 'blockTag {% y %}']],
    ]);
    expect(shapes('> a\n> {% x %}\n{% y %}')).to.deep.equal([
      ['blockquote', paragraph('a'), 'blockTag {% x %}'],
      'blockTag {% y %}',
    ]);
  });

  it('ends an HTML block before a tag, except preformatted text and comments', () => {
    expect(shapes('<details>\n{% x %}\n</details>')).to.deep.equal([
      'html <details>',
      'blockTag {% x %}',
      'html </details>',
    ]);
    expect(shapes('<prefix>\n{% x %}')).to.deep.equal(['html <prefix>', 'blockTag {% x %}']);
    for (const html of ['<pre>\n\n{% x %}\n</pre>', '<div><pre>\n{% x %}\n</pre></div>', '<!--\n{% x %}\n-->'])
      expect(shapes(`${html}\n{% y %}`)).to.deep.equal([`html ${html}`, 'blockTag {% y %}']);
  });

  it('reads a tag on several lines if it is the whole paragraph', () => {
    expect(shapes('{% x\n  a="b"\n%}')).to.deep.equal(['blockTag {% x\n  a="b"\n%}']);
    expect(shapes('{% x\n%} {% y %}')).to.deep.equal([paragraph('{% x\n%} {% y %}')]);
  });

  it('reads no tags in code, formulas, or beside text', () => {
    expect(shapes('```\n{% x %}\n```\n\n    {% x %}\n\n$$\n{% x %}\n$$')).to.deep.equal([
      'code {% x %}',
      'code {% x %}',
      'math {% x %}',
    ]);
    expect(shapes('{% x %} a\n{% x %}{% y %}\n{% x\n{%}')).to.deep.equal([
      paragraph('{% x %} a\n{% x %}{% y %}\n{% x\n{%}'),
    ]);
  });

  it('gives every node a position if asked to', () => {
    const root = parseMarkdown('[http://a.b](c) d@e.f x@y.z_', { isPositioned: true });
    const pending: Nodes[] = [root];
    for (let node = pending.pop(); node; node = pending.pop()) {
      expect(node.position, node.type).not.to.equal(undefined);
      if ('children' in node) pending.push(...node.children);
    }
  });
});
