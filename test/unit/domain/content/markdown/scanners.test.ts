import { expect } from 'chai';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMarkdown } from '../../../../../src/domain/content/markdown/parse-markdown.ts';
import { isUnknownElement } from '../../../../../src/domain/content/markdown/raw-html.ts';
import { extractLinks } from '../../../../../src/domain/links/written-links.ts';
import { readableText } from '../../../../../src/domain/search/readable-text.ts';
import { checkProperty } from '../../../../support/properties.ts';

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const INLINE_TAG = /^<\/?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup|u)\b/;
/** Replaces tags by the attributes that readers see; names of no element are text. */
const withoutTags = (html: string): string =>
  html.replace(/<!--[^]*?-->/g, ' ').replace(/<[^<>]*>|\{%.*%\}/g, (tag) => {
    const name = /^<\/?([a-z][^\s/>]*)/i.exec(tag)?.[1];
    if (name !== undefined && isUnknownElement(name)) return tag;
    const visible = [...tag.matchAll(/\b(?:title|label|caption|alt|summary)="([^"]*)"/g)].map(([, value]) => value);
    return INLINE_TAG.test(tag) && visible.length === 0 ? '' : ` ${visible.join(' ')} `;
  });

/** Finds in the syntax tree of a document what the scanners find in its text. */
class TreeReader {
  readonly words: string[] = [];
  readonly links: string[] = [];

  constructor(private readonly markdown: string) {
    this.#visit(parseMarkdown(markdown, { isPositioned: true }));
  }

  #visit(node: Nodes): void {
    if ('url' in node && node.url !== '') this.links.push(node.url);
    if (node.type === 'html' || node.type === 'blockTag') this.words.push(...wordsOf(withoutTags(node.value)));
    else if (node.type === 'image') this.words.push(...wordsOf(node.alt ?? ''));
    else if ('value' in node) this.words.push(...wordsOf(node.value));
    // The text of a bare address is the address, which is not searched.
    else if ('children' in node && (node.type !== 'link' || this.markdown[node.position!.start.offset!] === '['))
      for (const child of node.children) this.#visit(child);
  }
}

const scannedWords = (markdown: string): string[] => [...readableText(markdown)].flatMap(({ text }) => wordsOf(text));
/** Lists the targets that are Markdown; those of tags and elements are not in the tree. */
const scannedLinks = (markdown: string): string[] =>
  extractLinks(markdown).flatMap(({ use, target }) => (use === 'tag' || use === 'include' ? [] : [target]));

/** Words are joined because nodes without a space between them are one word or several. */
function expectSameAsTree(markdown: string): void {
  const { words, links } = new TreeReader(markdown);
  // The search reads formulas like other text.
  if (!markdown.includes('$$'))
    expect(scannedWords(markdown).join(''), `words of ${JSON.stringify(markdown)}`).to.equal(words.join(''));
  expect(scannedLinks(markdown).sort(), `links of ${JSON.stringify(markdown)}`).to.deep.equal(links.sort());
}

const word = fc.constantFrom('ant', 'bee', 'cat', 'dog7', '字', 'été');
const target = fc.constantFrom('a.md', '../b.md#c', 'd_(e).md', 'https://e.org/f', '<g h.md>', 'i\\_j.md');
const inline: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.tuple(word, target).map(([text, to]) => `[${text}](${to})`),
  fc.tuple(word, target).map(([text, to]) => `[${text}](${to} "title")`),
  fc.tuple(word, target).map(([text, to]) => `![${text}](${to})`),
  fc.tuple(word, target, target).map(([text, image, to]) => `[![${text}](${image})](${to})`),
  fc.tuple(word, target).map(([text, to]) => `\`[${text}](${to})\``),
  fc.tuple(word, target).map(([text, to]) => `\\[${text}](${to})`),
  fc.tuple(fc.constantFrom('**', '*', '_', '~~'), word).map(([mark, text]) => `${mark}${text}${mark}`),
  fc.constantFrom(
    '``a`b``',
    '`a\\`',
    '\\`',
    '\\\\`c`',
    '`',
    '``',
    ':rocket:',
    ':nope:',
    '~',
    'H~2~O',
    '<b>bold</b>',
    'Map<Owl> <fox>',
  ),
  fc.constantFrom('<https://e.org/g>', '&amp;', 'x\\', '[', ']', '{% raw', '{{ value }}'),
);
const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => `x ${parts.join(' ')}`);
const code = fc
  .tuple(
    fc.constantFrom('```', '~~~~', '```js'),
    fc.array(fc.oneof(line, fc.constantFrom('~~~', '``', '')), { maxLength: 3 }),
  )
  .map(([fence, lines]) => [fence, ...lines, fence.replace('js', '')].join('\n'));
const block = fc.oneof(
  { weight: 3, arbitrary: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')) },
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  line.map((text) => `${text}\n===`),
  code,
  line.map((text) => `    ${text}`),
  word.map((text) => `x https://e.org/h ${text}`),
  fc.tuple(word, target).map(([name, to]) => `[${name}]: ${to}`),
  fc.constantFrom('{% hint style="info" %}', '{% endhint %}', '***', '<div>', '</div>', '<!-- [no](no.md) -->'),
);
const quoted = (text: string): string => text.replace(/^/gm, '> ');
const listed = (text: string): string => `- ${text.replace(/\n(?!\n|$)/g, '\n  ')}`;
/** Indented code, which a paragraph before it would continue. */
const indented = fc
  .tuple(fc.constantFrom('{% hint %}\n', '# x\n', '***\n', '~~~\nx\n~~~\n', '$$\nx\n$$\n', 'x\n\n'), line)
  .map(([before, text]) => `${before}    ${text}`);
const formula = line
  .filter((text) => !/[$:&\\]/.test(text))
  .chain((text) => fc.constantFrom(`$$\n${text}\n$$`, `x $$${text}$$ x`));
const nested = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: block }, indented, formula), fc.constantFrom(quoted, listed))
  .map(([text, wrap]) => wrap(text));
const document = fc
  .array(fc.oneof({ weight: 3, arbitrary: block }, indented, formula, nested, nested.map(quoted), nested.map(listed)), {
    maxLength: 6,
  })
  .map((all) => all.join('\n\n'));

describe('Scanners of Markdown', () => {
  it('find the words and links of the syntax tree in generated documents', () => {
    checkProperty(fc.property(document, expectSameAsTree), { numRuns: 300 });
  });

  it('find the words and links of the syntax tree in the documentation', () => {
    const names = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    for (const path of ['README.md', 'CONTRIBUTING.md', ...names.map((name) => join('docs', name))])
      expectSameAsTree(readFileSync(path, 'utf8'));
  });
});
