import { expect } from 'chai';
import fc from 'fast-check';
import { MarkdownBlocks } from '../../../../src/adapters/block-documents/markdown-blocks.ts';
import {
  blocksToMarkdown,
  blocksToMarkdownInSteps,
} from '../../../../src/domain/content/documents/markdown-of-blocks.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const text = (value: string, ...marks: (string | object)[]) => ({
  object: 'text',
  leaves: [
    {
      object: 'leaf',
      text: value,
      marks: marks.map((mark) => (typeof mark === 'string' ? { object: 'mark', type: mark } : mark)),
    },
  ],
});
const block = (type: string, nodes: unknown[] = [], data: object = {}, more: object = {}) => ({
  object: 'block',
  type,
  nodes,
  data,
  ...more,
});
const paragraph = (...nodes: unknown[]) => block('paragraph', nodes.length > 0 ? nodes : [text('x')]);
const inline = (type: string, data: object, nodes: unknown[] = []) => ({ object: 'inline', type, data, nodes });
const fragment = (name: string, ...nodes: unknown[]) => ({ object: 'fragment', fragment: name, nodes });
const written = (...nodes: unknown[]): string => blocksToMarkdown(nodes as never, 'nodes');
const url = (to: string) => ({ kind: 'url', url: to });
const problem = (...nodes: unknown[]): string => {
  try {
    written(...nodes);
  } catch (error) {
    if (error instanceof Invalid) return error.issues[0]!.path;
    throw error;
  }
  return '';
};

describe('blocksToMarkdownInSteps', () => {
  it('[A49] pauses between the blocks of a document', () => {
    const nodes = Array.from({ length: 100 }, (_, i) => block('paragraph', [text(`a${i}`)]));
    const steps = blocksToMarkdownInSteps(nodes, 'nodes');
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(pauses).to.equal(100);
    expect(step.value).to.equal(blocksToMarkdown(nodes, 'nodes'));
  });
});

describe('blocksToMarkdown', () => {
  it('writes every documented block', () => {
    const item = (...nodes: unknown[]) => block('list-item', nodes);
    const cases: [unknown, string][] = [
      [block('heading-2', [text('T')], { id: 'my-id' }), '### T <a href="#my-id" id="my-id"></a>'],
      [block('heading-3', [text('T')]), '#### T'],
      [block('paragraph', [text('x')], { align: 'center' }), '<div align="center">\n\nx\n\n</div>'],
      [block('divider'), '***'],
      [
        block('list-unordered', [
          item(paragraph(text('a')), block('list-ordered', [item(paragraph(text('b')))], { start: 3 })),
          item(paragraph(text('c'))),
        ]),
        '* a\n\n  3. b\n* c',
      ],
      [
        block('list-tasks', [block('list-item', [paragraph()], { checked: true }), block('list-item', [paragraph()])]),
        '* [x] x\n* [ ] x',
      ],
      [block('blockquote', [paragraph(text('a')), paragraph(text('b'))]), '> a\n>\n> b'],
      [block('hint', [paragraph()], { style: 'danger' }), '{% hint style="danger" %}\nx\n{% endhint %}'],
      [
        block('code', [block('code-line', [text('```')])], { title: 'a "b"', overflow: 'wrap', lineNumbers: true }),
        '{% code title="a \\"b\\"" overflow="wrap" lineNumbers="true" %}\n````\n```\n````\n{% endcode %}',
      ],
      [block('math', [], { formula: 'a^2' }), '$$\na^2\n$$'],
      [
        block('images', [
          block(
            'image',
            [],
            { ref: { kind: 'file', file: 'F' }, refDark: url('https://d'), alt: 'A"', width: 100 },
            { fragments: [fragment('caption', paragraph(text('C')))] },
          ),
        ]),
        '<figure><picture><source srcset="https://d" media="(prefers-color-scheme: dark)"><img src="/files/F" alt="A&quot;" width="100"></picture><figcaption><p>C</p></figcaption></figure>',
      ],
      [block('file', [], { ref: { kind: 'file', file: 'F' } }), '{% file src="/files/F" %}'],
      [block('embed', [], { url: 'https://e', fullWidth: true }), '{% embed url="https://e" fullWidth="true" %}'],
      [
        block(
          'expandable',
          [],
          {},
          {
            fragments: [
              fragment('expandable-title', paragraph(text('T'))),
              fragment('expandable-body', paragraph(text('B'))),
            ],
          },
        ),
        '<details>\n\n<summary>T</summary>\n\nB\n\n</details>',
      ],
      [
        block('tabs', [block('tabs-item', [paragraph()], { title: 'One' })]),
        '{% tabs %}\n{% tab title="One" %}\nx\n{% endtab %}\n{% endtabs %}',
      ],
      [
        block('stepper', [block('stepper-step', [paragraph()])]),
        '{% stepper %}\n{% step %}\nx\n{% endstep %}\n{% endstepper %}',
      ],
      [
        block('columns', [block('column', [paragraph()], { width: { value: 50, unit: '%' } })]),
        '{% columns %}\n{% column width="50%" %}\nx\n{% endcolumn %}\n{% endcolumns %}',
      ],
      [block('if', [paragraph()], { expression: 'a === "b"' }), '{% if a === "b" %}\nx\n{% endif %}'],
      [
        block('content-ref', [], { ref: { kind: 'page', page: 'P' } }),
        '{% content-ref url="/pages/P" %}\n[/pages/P](/pages/P)\n{% endcontent-ref %}',
      ],
      [
        block('reusable-content', [], {
          ref: { kind: 'reusable-content', reusableContent: 'A2345678901234567890' },
        }),
        '{% include "/reusable-content/A2345678901234567890" %}',
      ],
      [
        block('reusable-content', [], { ref: { kind: 'reusable-content', reusableContent: 'shared/note.md' } }),
        '{% include "shared/note.md" %}',
      ],
      [
        block('reusable-content', [], { ref: { kind: 'reusable-content', reusableContent: 'R', space: 'S' } }),
        '{% include "/spaces/S/reusable-content/R" %}',
      ],
      [
        block('openapi-operation', [], { ref: { kind: 'openapi', spec: 's' }, path: '/p', method: 'get' }),
        '{% openapi-operation spec="s" path="/p" method="get" %}\n[OpenAPI s](s)\n{% endopenapi-operation %}',
      ],
      [
        block('integration', [], { integration: 'jira', block: 'embed', props: { url: 'u', n: 1 } }),
        '{% @jira/embed url="u" n="1" %}',
      ],
      [
        block(
          'table',
          [],
          {
            view: { type: 'grid', columns: ['b', 'a'] },
            definition: { a: { id: 'a', title: 'A' }, b: { id: 'b', title: 'B|', textAlignment: 'right' } },
            records: { y: { orderIndex: '2', values: { a: 1, b: 'f' } }, x: { orderIndex: '1', values: { a: true } } },
          },
          { fragments: [fragment('f', paragraph(text('cell', 'bold')))] },
        ),
        '| B\\| | A |\n| ---: | --- |\n|  | true |\n| **cell** | 1 |',
      ],
    ];
    for (const [node, markdown] of cases) expect(written(node)).to.equal(`${markdown}\n`);
    expect(written()).to.equal('');
    expect(written(paragraph(text('a')), paragraph(text('b')))).to.equal('a\n\nb\n');
  });

  it('writes every documented inline and mark', () => {
    const cases: [unknown[], string][] = [
      [
        [
          text('a '),
          text('b', 'bold'),
          text(' '),
          text('c', 'italic'),
          text(' '),
          text('d', 'strikethrough'),
          text(' '),
          text('e', 'bold', 'italic'),
        ],
        'a **b** *c* ~~d~~ ***e***',
      ],
      [[text('a_b', 'bold'), text(' '), text('[c]', 'italic')], '**a\\_b** *\\[c\\]*'],
      [
        [text('run ', 'bold'), text('npm', 'bold', 'code'), text(', '), text('x', 'code', 'italic')],
        '**run `npm`**, *`x`*',
      ],
      [[text('a ', 'italic'), text('b', 'bold', 'italic'), text(' c', 'italic')], '*a **b** c*'],
      [[text('a ', 'bold'), text('b', 'bold', 'italic')], '<strong>a <em>b</em></strong>'],
      [[text('a', 'bold'), text('\nb '), text('c', 'italic')], '**a**\\\nb *c*'],
      [[text('in'), text('side', 'bold')], 'in<strong>side</strong>'],
      [[text(' spaced ', 'bold'), text('!')], '<strong> spaced </strong>!'],
      [[text('“q”', 'italic')], '<em>“q”</em>'],
      [[text('Note:', 'bold'), text(' a '), text('(b)', 'italic'), text('.')], '**Note:** a *(b)*.'],
      [[text('Note:', 'bold'), text('a')], '<strong>Note:</strong>a'],
      [[text('a', 'bold'), text('😀', 'bold')], '<strong>a😀</strong>'],
      [[text('a`b', 'code')], '``a`b``'],
      [
        [text('K', 'keyboard'), text('1', 'superscript'), text('2', 'subscript')],
        '<kbd>K</kbd><sup>1</sup><sub>2</sub>',
      ],
      [
        [text('c', { object: 'mark', type: 'color', data: { text: 'red', background: 'default' } })],
        '<mark style="color:red;">c</mark>',
      ],
      [[inline('link', { ref: url('https://a b') }, [text('l')])], '[l](<https://a b>)'],
      [[inline('link', { ref: { kind: 'anchor', anchor: 'x', page: 'P' } }, [text('l')])], '[l](/pages/P#x)'],
      [[inline('mention', { ref: { kind: 'user', user: 'U' } })], '[/users/U](/users/U "mention")'],
      [[inline('emoji', { code: '1f680', shortcode: 'rocket' })], ':rocket:'],
      [
        [inline('emoji', { code: '1f34f', shortcode: 'rocket' })],
        '<span data-gb-custom-inline data-tag="emoji" data-code="1f34f">:1f34f:</span>',
      ],
      [
        [inline('emoji', { code: '1f34f' })],
        '<span data-gb-custom-inline data-tag="emoji" data-code="1f34f">:1f34f:</span>',
      ],
      [[inline('inline-math', { formula: 'x_1' })], '$$x_1$$'],
      [[inline('expression', { expression: 'a < b' })], '<code class="expression">a &lt; b</code>'],
      [
        [inline('inline-image', { ref: url('u'), caption: 'c', size: 'line' })],
        '<img src="u" alt="c" data-size="line">',
      ],
      [[text('a\nb')], 'a\\\nb'],
    ];
    for (const [nodes, markdown] of cases) expect(written(paragraph(...nodes))).to.equal(`${markdown}\n`);
  });

  it('rejects unknown types and invalid members by name', () => {
    expect(problem(paragraph(), block('hologram'))).to.equal('nodes.1.type');
    expect(problem(block('hint', [block('wat')]))).to.equal('nodes.0.nodes.0.type');
    expect(problem(paragraph(inline('wat', {})))).to.equal('nodes.0.nodes.0.type');
    expect(problem(paragraph(text('x', 'blink')))).to.equal('nodes.0.nodes.0.leaves.0.marks.0.type');
    expect(problem(7)).to.equal('nodes.0');
    expect(problem({ object: 'block' })).to.equal('nodes.0.type');
    expect(problem({ type: 'paragraph' })).to.equal('nodes.0.object');
    expect(problem(text('x'))).to.equal('nodes.0.object');
    expect(problem(block('hint', [], { style: 'loud' }))).to.equal('nodes.0.data.style');
    expect(problem(block('math'))).to.equal('nodes.0.data.formula');
    expect(problem(block('file', [], { ref: { kind: 'wormhole' } }))).to.equal('nodes.0.data.ref.kind');
    expect(problem(block('table', [], { definition: {}, records: 7 }))).to.equal('');
    expect(problem(block('list-ordered', [block('list-item')], { start: -1 }))).to.equal('nodes.0.data.start');
  });

  const reread = (...nodes: unknown[]): any[] => [
    ...new MarkdownBlocks(() => false).fromMarkdown(written(...nodes)).nodes,
  ];
  const leavesOf = (node: any): any[] => node.leaves ?? (node.nodes ?? []).flatMap(leavesOf);
  const table = (cell: unknown, view: object = {}) =>
    block(
      'table',
      [],
      { definition: { a: { title: 'A' } }, records: { r: { values: { a: 'cell' } } }, view },
      {
        fragments: [fragment('cell', cell)],
      },
    );

  it('writes adjacent code with equal marks as one span', () => {
    const [npm, ci] = [text('npm', 'code').leaves[0]!, text(' ci', 'code').leaves[0]!];
    expect(written(paragraph({ object: 'text', leaves: [npm, ci] }))).to.equal('`npm ci`\n');
    expect(written(paragraph(text('npm', 'code'), text(' ci', 'code')))).to.equal('`npm ci`\n');
    const [read] = reread(paragraph(text('npm', 'code'), text(' ci', 'code', 'bold')));
    expect(leavesOf(read).map((leaf) => [leaf.text, leaf.marks.map(({ type }: any) => type).sort()])).to.deep.equal([
      ['npm', ['code']],
      [' ci', ['bold', 'code']],
    ]);
  });

  it('keeps a backslash before a pipe in the code of a cell', () => {
    const code = 'grep "foo\\|bar" *_x_';
    const [{ fragments }] = reread(table(paragraph(text(code, 'code'))));
    const [leaf] = leavesOf(fragments.at(-1).nodes[0]);
    expect([leaf.text, leaf.marks[0].type]).to.deep.equal([code, 'code']);
    expect(written(table(paragraph(text('a|b', 'code'))))).to.include('| `a\\|b` |');
  });

  it('refuses blocks that cells cannot have, in any table', () => {
    for (const view of [{}, { columnWidths: { a: 100 } }])
      for (const one of [
        block('code', [block('code-line', [text('a')])]),
        block('divider'),
        block('hint', [paragraph()]),
      ])
        expect(problem(table(one, view))).to.equal('nodes.0.fragments.0.nodes.0.type');
  });

  it('keeps non-breaking spaces at the end of list items and cells', () => {
    const words = 'x\u00a0';
    expect(written(block('list-unordered', [block('list-item', [paragraph(text(words))])]))).to.equal(`* ${words}\n`);
    expect(written(table(paragraph(text(words))))).to.include(`| ${words} |`);
  });

  it('round-trips any characters as the same text', () => {
    const blocks = new MarkdownBlocks(() => false);
    const plain = (node: any): string =>
      (node.leaves ?? []).map(({ text: leaf }: any) => leaf).join('') + (node.nodes ?? []).map(plain).join('');
    const characters = fc
      .array(
        fc.constantFrom(
          ...'ab1 *_`[]()<>#-+=|~$&;:.!\\{}%^"\'/\n',
          '&amp;',
          '1. ',
          '- ',
          '> ',
          '# ',
          '{% hint %}',
          'http://a.b',
          'ü',
        ),
        { maxLength: 24 },
      )
      .map((parts) => parts.join(''));
    checkProperty(
      fc.property(characters, (value) => {
        const expected = value
          .split('\n')
          .map((line) => line.trim())
          .join('\n')
          .trim();
        const read = blocks.fromMarkdown(written(paragraph(text(value))));
        const seen = read.nodes
          .map(plain)
          .join('\n')
          .split('\n')
          .map((line) => line.trim())
          .join('\n')
          .trim();
        expect(seen).to.equal(expected);
        expect(read.nodes.every(({ type }) => type === 'paragraph')).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('[A48] writes long runs of marks, blanks and line breaks in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const runOf = (repeated: string): string => `x${repeated.repeat(50_000)}y`;
    const slow: readonly (readonly [string, unknown])[] = [
      ['marked code', paragraph(text(runOf('*'), 'bold', 'code'))],
      ['leaves of code', paragraph(...Array.from({ length: 9_000 }, () => text('a', 'code')))],
      ['raw paragraph', block('paragraph', [text(runOf('\n'))], { raw: true })],
      ['list item', block('list-unordered', [block('list-item', [paragraph(text(runOf(' ')))])])],
      ['formula', block('math', [], { formula: runOf(' ') }, { isVoid: true })],
    ];
    for (const [name, node] of slow)
      expect(
        cpuTimeOf(() => written(node)),
        name,
      ).to.be.below(250);
  });
});
