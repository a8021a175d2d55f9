import { expect } from 'chai';
import type { Nodes } from 'mdast';
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
