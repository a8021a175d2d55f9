import { expect } from 'chai';
import type { Nodes } from 'mdast';
import { safeAnswer } from '../../../src/domain/ask/answer-text.ts';
import { parseMarkdown } from '../../../src/domain/content/markdown/parse-markdown.ts';

const FORBIDDEN: ReadonlySet<string> = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'definition',
  'html',
  'blockTag',
]);
/** Lists what loads or leads elsewhere, but for addresses that are written out. */
const forbiddenIn = (node: Nodes): string[] => [
  ...(FORBIDDEN.has(node.type) ? [node.type] : []),
  ...('children' in node ? node.children.flatMap(forbiddenIn) : []),
];

describe('safeAnswer', () => {
  for (const [what, markdown] of [
    ['nested parentheses', '[x](/secret/a(b(c)))'],
    ['escaped parentheses', '[x](/secret\\(a)'],
    ['a line break before the destination', '[x](\n/secret)'],
    ['a line break in the title', '[x](/secret "a\nb")'],
    ['a parenthesis in the title', '[x](/secret "t(")'],
    ['an image behind two exclamation marks', '!![x](/secret/a(b(c)))'],
    ['an image in escaped backticks', '\\`![x](/secret)\\`'],
    ['an image between backticks of two blocks', '`a\n# b\n![x](/secret)`'],
    ['an image between backticks of two items', '`a\n- ![x](/secret)`'],
    ['an image after a code span that another block ends', 'a`\n# b\n` c ` ![x](/secret) `'],
    ['an image between backticks of two cells', '| a | b |\n|---|---|\n| `a | ![x](/secret)` |'],
    ['an image between backticks around a formula', '$$ ` $$ ![x](/secret) `'],
    ['a definition in a quote', '> [a]: /secret\n\n[a]'],
    ['a definition with a line break in its name', '[a\nb]: /secret\n\n[a b]'],
  ] as const)
    it(`leaves no link and no image of ${what}`, () => {
      expect(forbiddenIn(parseMarkdown(markdown))).to.not.be.empty;
      expect(forbiddenIn(parseMarkdown(safeAnswer(markdown)))).to.deep.equal([]);
    });

  it('keeps code spans and code blocks as they are', () => {
    const code = 'Use `list[0](x)` and ``a`<b>`` here.\n\n```ts\nhandlers[0](event);\n```\n';
    expect(safeAnswer(code)).to.equal(code);
  });
});
