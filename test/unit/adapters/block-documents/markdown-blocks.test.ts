import { expect } from 'chai';
import fc from 'fast-check';
import { MarkdownBlocks } from '../../../../src/adapters/block-documents/markdown-blocks.ts';
import { isTooComplex } from '../../../../src/adapters/site/content/complexity.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

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
  it('reads HTML with any named character, except control characters', () => {
    expect(shapes('<p>&copy; 2024 Acme&trade; &mdash; caf&eacute; &NotEqualTilde;</p>')).to.deep.equal([
      ['paragraph', '© 2024 Acme™ — café ≂̸'],
    ]);
    expect(shapes('<table><tbody><tr><td>x &rarr; y</td></tr></tbody></table>')[0]).to.include('table');
    for (const raw of ['<p>a &NewLine; b</p>', '<p>a &nothing; b</p>'])
      expect(shapes(raw)).to.deep.equal([['paragraph', raw]]);
  });

  it('reads block tags after elements whose names begin with pre', () => {
    expect(shapes('a <prefix> b\n{% hint %}\nmind\n{% endhint %}').at(-1)).to.deep.equal([
      'hint',
      ['paragraph', 'mind'],
    ]);
  });

  it('reads an alert of GitHub as a hint of the fitting style', () => {
    const [alert, quote] = blocks.fromMarkdown('> [!CAUTION]\n> mind\n\n> \\[!TIP]\n> mind').nodes;
    expect([alert!.data, shape(alert)]).to.deep.equal([{ style: 'danger' }, ['hint', ['paragraph', 'mind']]]);
    expect(shape(quote)).to.deep.equal(['blockquote', ['paragraph', '[!TIP] mind']]);
  });

  it('reads a picture with sources for both color schemes as an image with a dark variant', () => {
    const picture = (schemes: Record<string, string>, src: string) =>
      `<picture>\n${Object.entries(schemes)
        .map(([scheme, url]) => `  <source media="(prefers-color-scheme: ${scheme})" srcset="${url}">\n`)
        .join('')}  <img src="${src}">\n</picture>`;
    const image = { ref: { kind: 'url', url: 'l.png' }, refDark: { kind: 'url', url: 'd.png' } };
    for (const [schemes, src] of [
      [{ dark: 'd.png', light: 'l.png' }, 'l.png'],
      [{ light: 'l.png', dark: 'd.png' }, 'l.png'],
      [{ light: 'l.png' }, 'd.png'],
    ] as const) {
      const [paragraph] = blocks.fromMarkdown(picture(schemes, src)).nodes as any[];
      expect(paragraph.nodes[0]).to.deep.include({ type: 'inline-image', data: image });
      const [figures] = blocks.fromMarkdown(`<figure>${picture(schemes, src)}</figure>`).nodes as any[];
      expect(figures.nodes[0]).to.deep.include({ type: 'image', data: image });
    }
    const other = picture({ dark: 'd.png', light: 'l.png' }, 'other.png');
    expect(shapes(other)).to.deep.equal([['paragraph', other]]);
  });

  it('reads emphasis between CJK punctuation and text, and no single tildes', () => {
    const [{ leaves }] = (blocks.fromMarkdown('**推荐：**H~2~O').nodes[0] as any).nodes;
    expect(leaves.map(({ text, marks }: any) => [text, ...marks.map(({ type }: any) => type)])).to.deep.equal([
      ['推荐：', 'bold'],
      ['H~2~O'],
    ]);
  });

  it('keeps the tags of containers with other content, and of parts outside of a container, as text', () => {
    const [open, step, end, close] = ['{% stepper %}', '{% step %}', '{% endstep %}', '{% endstepper %}'].map(
      (text) => ['paragraph', text],
    );
    expect(shapes('{% stepper %}\n{% step %}\na\n{% endstep %}\n\nb\n\n{% endstepper %}')).to.deep.equal([
      open,
      step,
      ['paragraph', 'a'],
      end,
      ['paragraph', 'b'],
      close,
    ]);
    expect(shapes('{% hint %}\n{% step %}\na\n{% endstep %}\n{% endhint %}')).to.deep.equal([
      ['hint', step, ['paragraph', 'a'], end],
    ]);
  });

  it('gives readers all content of containers within parts, and parts outside of a container as their content', () => {
    const read = (markdown: string) => blocks.fromMarkdown(markdown, { forReaders: true }).nodes.map(shape);
    expect(
      read(
        '{% tabs %}\na\n{% tab title="A" %}\nb\n{% endtab %}\n\nc\n\n{% step %}\nd\n{% endstep %}\n\n{% tab title="B" %}\ne\n{% endtab %}\n{% endtabs %}',
      ),
    ).to.deep.equal([
      [
        'tabs',
        ['tabs-item', ['paragraph', 'a'], ['paragraph', 'b'], ['paragraph', 'c'], ['paragraph', 'd']],
        ['tabs-item', ['paragraph', 'e']],
      ],
    ]);
    expect(
      read('{% tab title="A" %}\nb\n{% endtab %}\n\n{% columns %}\nc\n{% endcolumns %}\n\n{% endstep %}'),
    ).to.deep.equal(['A', 'b', 'c'].map((text) => ['paragraph', text]));
  });

  it('omits a backslash at the end of a block', () => {
    expect(shapes('a\\\n\n* b\\\n{% hint %}\nc\\\n{% endhint %}')).to.deep.equal([
      ['paragraph', 'a'],
      ['list-unordered', ['list-item', ['paragraph', 'b']]],
      ['hint', ['paragraph', 'c']],
    ]);
  });

  it('reads shortcodes of emoji, but not as the name in an icon', () => {
    const [{ nodes }] = blocks.fromMarkdown(':rocket: <i class="fa-star">:star:</i> :nope:').nodes as any[];
    expect(
      nodes.filter(({ object }: any) => object === 'inline').map(({ type, data }: any) => [type, data]),
    ).to.deep.equal([
      ['emoji', { code: '1f680', shortcode: 'rocket' }],
      ['icon', { icon: 'star' }],
    ]);
    expect(plain({ nodes })).to.equal('  :nope:');
    const [escaped] = blocks.fromMarkdown(':white\\_check\\_mark: :white\\*check:').nodes as any[];
    expect(escaped.nodes[0].data).to.deep.equal({ code: '2705', shortcode: 'white_check_mark' });
    expect(plain(escaped)).to.equal(' :white*check:');
  });

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
    const figure = '<figure><img src="a.png" alt="&constructor;"></figure>';
    expect(shapes(figure)).to.deep.equal([['paragraph', figure]]);
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

  it('omits the heading that repeats the title of the page, and no other', () => {
    const titled = (markdown: string): unknown[] =>
      blocks.fromMarkdown(markdown, { title: 'My x & :rocket: page' }).nodes.map(shape);
    const rest = [['paragraph', 'text']];
    expect(titled('\n# My `x` & :rocket:  page <a href="#a" id="a"></a>\n\ntext')).to.deep.equal(rest);
    expect(titled('**My** `x` &amp; :rocket: page\n===\ntext')).to.deep.equal(rest);
    expect(titled('# Other\n\ntext')).to.have.length(2);
    expect(titled('text\n\n# My `x` & :rocket: page')).to.have.length(2);
    expect(titled('## My `x` & :rocket: page')).to.have.length(1);
    const keys = (title?: string) => blocks.fromMarkdown('# A\n\n# A\n\nb', { title }).nodes.map(({ key }) => key);
    expect(keys('A')).to.deep.equal(keys().slice(1));
  });

  it('gives headings the ids of published pages, and other blocks ids that differ from these', () => {
    const { nodes } = blocks.fromMarkdown(
      '# T\n\n{% tabs %}\n{% tab title="Set up" %}\n## Set up!\n{% endtab %}\n{% endtabs %}\n\n## Set up\n\n## x <a href="#own" id="own"></a>\n\n<details>\n\n<summary>More *here*</summary>\n\na\n\n</details>',
      { title: 'T' },
    );
    const ids = (node: any): string[] => [
      ...(node.meta ? [node.meta.id] : []),
      ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(ids),
    ];
    expect(nodes.flatMap(ids)).to.deep.equal(['set-up-2', 'set-up', 'set-up-1', 'own', 'more-here']);
  });

  it('gives empty items and containers an empty paragraph', () => {
    const empty = ['paragraph', ''];
    expect(
      shapes(
        '*\n* a\n\n>\n\n{% hint style="info" %}\n{% endhint %}\n{% tabs %}\n{% tab title="" %}\n{% endtab %}\n{% endtabs %}',
      ),
    ).to.deep.equal([
      ['list-unordered', ['list-item', empty], ['list-item', ['paragraph', 'a']]],
      ['blockquote', empty],
      ['hint', empty],
      ['tabs', ['tabs-item', empty]],
    ]);
    const [, item, paragraph] = blocks.blocksOf('*\n\n***');
    expect([paragraph!.start, paragraph!.end]).to.deep.equal([item!.start, item!.end]);
  });

  it('maps the attributes of tags to the members of blocks', () => {
    const dataOf = (markdown: string): unknown => blocks.fromMarkdown(markdown).nodes[0]!.data;
    expect(dataOf('{% hint style="infos" icon="star" %}\na\n{% endhint %}')).to.deep.equal({
      style: 'info',
      icon: 'star',
      attributes: { style: 'infos' },
    });
    expect(
      dataOf('{% code expandable="true" collapsedLineCount="7" fullWidth="false" %}\n```\nx\n```\n{% endcode %}'),
    ).to.deep.equal({ expandable: true, collapsedLineCount: 7 });
    const [tabs] = blocks.fromMarkdown(
      '{% tabs %}\n{% tab title="A" icon="star" slug="a" %}\nx\n{% endtab %}\n{% endtabs %}',
    ).nodes as any[];
    expect(tabs.nodes[0].data).to.deep.equal({ title: 'A', icon: 'star', slug: 'a' });
    const [file] = blocks.fromMarkdown('{% file src="a.pdf" caption="Read *me*" %}').nodes as any[];
    expect(file).to.deep.include({ data: { ref: { kind: 'url', url: 'a.pdf' } } });
    expect(file.fragments.map(plain)).to.deep.equal(['Read *me*']);
    expect(dataOf('<details open>\n\n<summary>a</summary>\n\nb\n\n</details>')).to.deep.equal({
      defaultExpanded: true,
    });
    expect(dataOf('<div data-with-frame="true"><figure><img src="a.png" alt=""></figure></div>')).to.deep.equal({
      withFrame: true,
    });
  });

  it('reads updates, prompts, frames and the old names of tags', () => {
    const [updates, prompt, frame, page, swagger] = blocks.fromMarkdown(
      '{% updates format="short" %}\n{% update date="2026-04-29" tags="a,b" %}\n## New\n{% endupdate %}\n{% endupdates %}\n' +
        '{% prompt description="d" defaultExpanded="full" openInAIProviders="true" %}\n```markdown\nDo\n```\n{% endprompt %}\n\n' +
        '<iframe src="https://x.y/z" width="9"></iframe>\n\n{% page-ref page="a.md" %}\n\n' +
        '{% swagger src="https://x.y/s.json" path="/a" method="get" %}\n[https://x.y/s.json](https://x.y/s.json)\n{% endswagger %}',
    ).nodes as any[];
    expect([updates.type, updates.data, updates.nodes[0].data]).to.deep.equal([
      'updates',
      { format: 'short' },
      {
        date: '2026-04-29T00:00:00.000Z',
        tags: [
          { kind: 'tag', tag: 'a' },
          { kind: 'tag', tag: 'b' },
        ],
      },
    ]);
    expect([prompt.type, prompt.data, prompt.nodes.map(shape)]).to.deep.equal([
      'prompt',
      { description: 'd', openInAIProviders: true, defaultExpanded: 'full' },
      [['code', ['code-line', 'Do']]],
    ]);
    expect([frame.type, frame.data]).to.deep.equal(['embed', { url: 'https://x.y/z', attributes: { width: '9' } }]);
    expect([page.type, swagger.type]).to.deep.equal(['content-ref', 'swagger']);
  });

  it('reads lists and paragraphs in cells, in HTML and in Markdown tables', () => {
    const cells = (markdown: string): unknown[] =>
      (blocks.fromMarkdown(markdown).nodes[0] as any).fragments.map(({ nodes }: any) => nodes.map(shape));
    const list = ['list-unordered', ['list-item', ['paragraph', 'b']], ['list-item', ['paragraph', 'c']]];
    expect(
      cells('<table><tbody><tr><td><p>a</p><ul><li>b</li><li><p>c</p></li></ul></td></tr></tbody></table>'),
    ).to.deep.equal([[['paragraph', 'a'], list]]);
    expect(cells('| T |\n| - |\n| a <ul><li>b</li><li>c</li></ul> |')).to.deep.equal([[['paragraph', 'a '], list]]);
    expect(cells('| T |\n| - |\n| a <ul><li>b |')).to.deep.equal([[['paragraph', 'a <ul><li>b']]]);
  });

  it('reads tables with files by path, images, options and alignment of cells', () => {
    const [table] = blocks.fromMarkdown(
      '<table data-view="cards"><thead><tr><th valign="top">A</th><th data-type="files">F</th><th data-type="image" data-card-cover-dark>I</th><th data-type="select">S</th></tr></thead>' +
        '<tbody><tr><td align="center" valign="top">a</td><td><a href="../x.png">x</a></td><td data-object-fit="contain"><a href="y.png">y</a></td><td>p, q</td></tr></tbody></table>',
    ).nodes as any[];
    expect(table.data.definition).to.deep.include({
      column1: { id: 'column1', title: 'A', type: 'text', textAlignment: 'center', verticalAlignment: 'top' },
      column4: {
        id: 'column4',
        title: 'S',
        type: 'select',
        multiple: false,
        options: ['p', 'q'].map((value) => ({ value, label: value, color: 'default' })),
      },
    });
    expect(table.data.view.coverDefinitionDark).to.equal('column3');
    expect(table.data.records.row1.values).to.deep.include({
      column2: ['../x.png'],
      column3: { ref: { kind: 'url', url: 'y.png' }, objectFit: 'contain' },
    });
  });

  it('reads blocks of HTML, and comments as paragraphs without text', () => {
    expect(
      shapes(
        '<h2>A</h2>\n<p align="center">b <b>c</b></p>\n<ol start="2"><li>d</li></ol>\n\n<pre class="language-js"><code class="lang-js">e\nf</code></pre>\n\n<!-- g -->',
      ),
    ).to.deep.equal([
      ['heading-1', 'A'],
      ['paragraph', 'b c'],
      ['list-ordered', ['list-item', ['paragraph', 'd']]],
      ['code', ['code-line', 'e'], ['code-line', 'f']],
      ['paragraph', ''],
    ]);
    expect(blocks.fromMarkdown('<!-- g -->').nodes[0]!.data).to.deep.equal({ source: '<!-- g -->' });
  });

  it('reads text of HTML blocks without the white space at the edges of its lines, which HTML does not show', () => {
    expect(
      shapes(
        '<p align="center">\n  <b>a</b> b <br>\n  c\n</p>\n\n<blockquote>\n <i> d</i> <code> e</code>\n</blockquote>\n\n<ul>\n  <li> f </li>\n</ul>\n\n<h2> \n </h2>',
      ),
    ).to.deep.equal([
      ['paragraph', 'a b\nc'],
      ['blockquote', ['paragraph', 'd  e']],
      ['list-unordered', ['list-item', ['paragraph', 'f']]],
      ['heading-1', ''],
    ]);
    const [details] = blocks.fromMarkdown('<details>\n<summary>A</summary>\nBody\n</details>').nodes;
    expect(plain(details)).to.equal('ABody');
  });

  it('reads footnotes as annotations, and definitions as paragraphs without text', () => {
    const { nodes } = blocks.fromMarkdown(
      'a[^1] b[^x]\n\n[^1]: One *two*\n\n    - three\n\n[^x]: see [^x] [^1]\n\n[r]: u\n',
    ) as any;
    const [first, second] = nodes[0].nodes.filter(({ object }: any) => object === 'inline');
    expect(first).to.deep.include({ type: 'annotation', isVoid: false, data: { footnote: '1' } });
    expect(first.nodes[0].leaves).to.deep.equal([
      { object: 'leaf', text: '1', marks: [{ object: 'mark', type: 'superscript' }] },
    ]);
    expect(first.fragments.map(({ type }: any) => type)).to.deep.equal(['annotation-body']);
    expect(first.fragments[0].nodes.map(shape)).to.deep.equal([
      ['paragraph', 'One two'],
      ['list-unordered', ['list-item', ['paragraph', 'three']]],
    ]);
    expect(plain(second)).to.equal('xsee [^x] 1One twothree');
    expect(nodes.slice(1).map(({ data }: any) => data)).to.deep.equal([
      { source: '[^1]: One *two*\n\n    - three' },
      { source: '[^x]: see [^x] [^1]' },
      { source: '[r]: u' },
    ]);
    const repeated = blocks.fromMarkdown(`${'[^1] '.repeat(12)}\n\n[^1]: n`).nodes[0] as any;
    expect(repeated.nodes.filter(({ object }: any) => object === 'inline')).to.have.lengthOf(10);
    expect(blocks.fromMarkdown('a[^1]').nodes.map(shape)).to.deep.equal([['paragraph', 'a[^1]']]);
  });

  describe('for readers', () => {
    const read = (markdown: string): any[] => blocks.fromMarkdown(markdown, { forReaders: true }).nodes as any[];
    const readShapes = (markdown: string): unknown[] => read(markdown).map(shape);

    it('omits comments, definitions and the tags of elements without an equivalent', () => {
      expect(readShapes('<!-- a -->\n\n[r]: u\n\n[^1]: n\n\n<section class="x">\n\nb\n\n</section>\n')).to.deep.equal([
        ['paragraph', 'b'],
      ]);
      expect(readShapes('{% hint %}\n<!-- a -->\n{% endhint %}')).to.deep.equal([['hint', ['paragraph', '']]]);
      const [{ nodes }] = read(
        'a <u>b <font color="red">c</font></u><br class="x"> <!-- d --><a href="#e" target="_blank">f</a>',
      );
      expect(nodes.map(plain)).to.deep.equal(['a b c\n ', 'f']);
      expect(nodes[1].data).to.deep.equal({ ref: { kind: 'anchor', anchor: 'e' } });
    });

    it('keeps text that only looks like tags, and no scripts', () => {
      expect(readShapes('a <keymap> b\n\n<file>\n\n<div>c <param-x>d</div>')).to.deep.equal([
        ['paragraph', 'a <keymap> b'],
        ['paragraph', '<file>'],
        ['paragraph', 'c <param-x>d'],
      ]);
      expect(readShapes('<div id="x"></div><script>alert(1)</script>\n\na <script>b</script>')).to.deep.equal([
        ['paragraph', 'a '],
      ]);
    });

    it('reads the structure of any HTML', () => {
      const html = [
        '<div class="a"><h2 style="b">c</h2><p>d <span>e</span><ul><li>f<p>g</ul>',
        '<dl><dt>h<dd>i</dl><pre class="k"><code class="language-js x"><b>l</b><br>m</code></pre>',
        '<details class="n"><summary>o</summary>p</details></div>',
      ].join('');
      expect(readShapes(html)).to.deep.equal([
        ['heading-1', 'c'],
        ['paragraph', 'd e'],
        ['list-unordered', ['list-item', ['paragraph', 'f'], ['paragraph', 'g']]],
        ['paragraph', 'h'],
        ['paragraph', 'i'],
        ['code', ['code-line', 'l'], ['code-line', 'm']],
        ['expandable', 'op'],
      ]);
    });

    it('reads tables of any shape, whose columns are text where cells do not fit', () => {
      const [table, typed] = read(
        '<table border="1"><caption>a</caption><tr><th colspan="2">b</th></tr><tr><td rowspan="2">c <u>d</u></td></tr><tr><td>e</td><td><pre>f</pre></td></tr></table>\n\n' +
          '<table data-header-hidden><thead><tr><th data-type="number">g</th><th width="9">h</th><th data-type="checkbox" data-hidden>k</th></tr></thead><tbody><tr><td>i</td><td><u>j</u></td><td>true</td></tr></tbody></table>',
      ).filter(({ type }) => type === 'table');
      expect(plain(table)).to.equal('c def');
      expect(Object.values(table.data.definition).map(({ title }: any) => title)).to.deep.equal(['b', '']);
      expect(typed.data.view.hideHeader).to.equal(true);
      expect(Object.values(typed.data.definition).map(({ type }: any) => type)).to.deep.equal([
        'text',
        'text',
        'checkbox',
      ]);
      expect(typed.data.view).to.deep.include({ columns: ['column1', 'column2'], columnWidths: { column2: 9 } });
      expect(plain(typed)).to.equal('ij');
    });

    it('reads images with any attributes as figures', () => {
      const [images, figure] = read(
        '<p align="center"><img src="a.png" width="9" loading="lazy"></p>\n\n<figure class="x"><picture><img src="c.png" height="8px"></picture><figcaption>d</figcaption></figure>',
      );
      expect(images.data).to.deep.equal({ align: 'center' });
      expect(images.nodes[0].data).to.deep.equal({ ref: { kind: 'url', url: 'a.png' }, width: 9 });
      expect(figure.nodes[0].data).to.deep.equal({
        ref: { kind: 'url', url: 'c.png' },
        height: { value: 8, unit: 'px' },
      });
      expect(plain(figure)).to.equal('d');
    });

    it('reads expressions in braces, unless these are escaped', () => {
      const [{ nodes }] = read('a {{ visitor.claims.b }} c');
      expect(nodes[1]).to.deep.include({ type: 'expression', data: { expression: 'visitor.claims.b' } });
      expect(readShapes('a \\{{ b }}')).to.deep.equal([['paragraph', 'a {{ b }}']]);
    });

    it('gives unchanged blocks the keys of the stored document', () => {
      const markdown = '<!-- a -->\n\nb\n\n<section>\n\n{% hint %}\nc\n{% endhint %}\n';
      const stored = new Map(
        blocks.fromMarkdown(markdown).nodes.map(({ key, type, ...one }) => [key, [type, plain(one)]]),
      );
      for (const { key, type, ...one } of read(markdown)) expect(stored.get(key)).to.deep.equal([type, plain(one)]);
    });
  });

  it('gives every node a unique key that is the same each time', () => {
    const keys = (node: any): string[] => [
      ...(node.key ? [node.key] : []),
      ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(keys),
    ];
    const markdown = '# A[^1]\n\n* b **c**\n\n| x |\n| - |\n| y[^1] |\n\n{% hint %}\nz\n{% endhint %}\n\n[^1]: d\n';
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

  it('never throws, and never takes long', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
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
        '<td>',
        '</p>',
        '<u>',
        '[^a]',
        '[^a]: ',
      ),
      fc.string(),
    );
    checkProperty(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (markdown) =>
          blocks.fromMarkdown(markdown).object === 'document' &&
          blocks.fromMarkdown(markdown, { forReaders: true }).object === 'document',
      ),
    );
    for (const evil of [
      '{% hint %}\n'.repeat(20_000),
      '{% '.repeat(90_000),
      `{% a ${' '.repeat(250_000)}x`,
      '['.repeat(250_000),
      '> '.repeat(100_000),
      '*a '.repeat(80_000),
      `<div>${'<b><p>'.repeat(40_000)}`,
      `<table>${'<tr><td>'.repeat(30_000)}`,
      `${'<a href=x>'.repeat(20_000)}`,
      `${'[^a]: [^b]\n\n[^b]: [^a]\n\n'.repeat(5_000)}[^a]`,
    ]) {
      for (const forReaders of [false, true])
        expect(
          cpuTimeOf(() => blocks.fromMarkdown(evil, { forReaders })),
          evil.slice(0, 20),
        ).to.be.below(3_000);
    }
  });
});
