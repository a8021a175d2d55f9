import { expect } from 'chai';
import { readPage } from '../../../../src/adapters/website/page/read-page.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import type { PageText } from '../../../../src/adapters/website/page/page-text.ts';

const read = (html: string, format: 'html' | 'markdown' | 'confluence' = 'html'): PageText =>
  readPage({
    format,
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.com/docs/',
    mark: 'q-',
    maxLinks: 100,
  });
const body = (html: string): string =>
  read(`<html><head></head><body><main>${html}<p>Enough words to be a page.</p></main></body></html>`).markdown.replace(
    /\n*Enough words to be a page\.\n$/,
    '',
  );

describe('readPage', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'headings that keep names of their own',
      '<h2 id="x">One two</h2><h3 id="one-two">One two</h3><section id="s"><h4>Three</h4></section><h2>Four<a class="headerlink" id="f" href="#f">¶</a></h2>',
      '## One two <a href="#x" id="x"></a>\n\n### One two\n\n#### Three <a href="#s" id="s"></a>\n\n## Four <a href="#f" id="f"></a>',
    ],
    [
      'pictures for dark color schemes',
      '<p><picture><source media="(prefers-color-scheme: dark)" srcset="d.png 2x">' +
        '<source media="(prefers-color-scheme: light)" srcset="l.png"><img src="x.png" alt="A"></picture> ' +
        '<picture><source media="(prefers-color-scheme:light)" srcset="l.png"><img src="d.png" alt="B" width="24"></picture></p>',
      '<picture><source srcset="q-1x" media="(prefers-color-scheme: dark)"><img src="q-0x" alt="A"></picture> ' +
        '<picture><source srcset="q-3x" media="(prefers-color-scheme: dark)"><img src="q-2x" alt="B" width="24"></picture>',
    ],
    ...[
      ['GitHub', '<img src="l.png#gh-light-mode-only" alt="A"> <img src="d.png#gh-dark-mode-only" alt="A">'],
      ['Material', '<img src="d.png#only-dark" alt="B"><img src="l.png#only-light" alt="A">'],
      ['Sphinx', '<img class="only-light" src="l.png" alt="A">\n<img class="only-dark" src="d.png" alt="B">'],
      [
        'Docusaurus',
        '<img class="themedComponent_a themedComponent--light_b" src="l.png" alt="A">' +
          '<img class="themedComponent_a themedComponent--dark_c" src="d.png" alt="A">',
      ],
      [
        'Starlight',
        '<img class="dark:sl-hidden" src="l.png" alt="A"><img class="light:sl-hidden" src="d.png" alt="A">',
      ],
      [
        'Mintlify',
        '<img class="block dark:hidden" src="l.png" alt="A"><img class="hidden dark:block" src="d.png" alt="A">',
      ],
    ].map(
      ([generator, html]) =>
        [
          `pairs of images for light and dark color schemes of ${generator}`,
          `<p>See ${html}</p>`,
          'See <picture><source srcset="q-1x" media="(prefers-color-scheme: dark)"><img src="q-0x" alt="A"></picture>',
        ] as const,
    ),
    [
      'images for one color scheme alone',
      '<p><img src="d.png#gh-dark-mode-only" alt="A"> and <img class="only-light" src="l.png" alt="B" width="24"></p>',
      '![A](q-0x#gh-dark-mode-only) and <img src="q-1x#gh-light-mode-only" alt="B" width="24">',
    ],
    [
      'emphasis, code and marks',
      '<p><b>a</b> <em>b</em> <code>c`d</code> <del>e</del> H<sub>2</sub>O <kbd>F1</kbd></p>',
      '**a** _b_ ``c`d`` ~~e~~ H<sub>2</sub>O <kbd>F1</kbd>',
    ],
    [
      'emphasis within and beside words, as one where it is adjacent',
      '<p>a<em>b</em>c <em>d</em><em>e</em> <b>f</b><b>g</b> <b>h:</b>i <b><em>j</em></b>k <em>l</em><b>m</b> <b><b>n</b></b> <b>中文：</b>字</p>',
      'a*b*c _de_ **fg** <strong>h:</strong>i <strong>_j_</strong>k _l_**m** **n** <strong>中文：</strong>字',
    ],
    ['insertions and underlined text', '<p><ins>a</ins> <u>b</u></p>', '<ins>a</ins> <u>b</u>'],
    [
      'text that looks like something else',
      '<p>*a* _b_ c_d [e](f) &lt;b&gt; {% x %} {{ y }} $$z$$ ~g~ &amp;amp; `h`</p><p># i</p><p>1. j</p><p>- k</p><p>&gt; l</p>',
      '\\*a\\* \\_b\\_ c_d \\[e\\](f) \\<b\\> \\{% x %} \\{{ y }} \\$$z\\$$ \\~g\\~ \\&amp; \\`h\\`\n\n\\# i\n\n1\\. j\n\n\\- k\n\n\\> l',
    ],
    [
      'links, and an exclamation mark before one',
      '<p>Look!<a href="a?b#c">here</a> <a href="mailto:a@b.c">mail</a> <a href="javascript:alert(1)">no</a> <a name="x">name</a></p>',
      'Look\\![here](q-0x) [mail](q-1x) no name',
    ],
    [
      'lists, nested and numbered',
      '<ul><li>a<ol start="4"><li>b</li><li><p>c</p><p>d</p></li></ol></li><li>e</li></ul>',
      '* a\n  4. b\n  5. c\n\n     d\n* e',
    ],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox">b</li></ul>',
      '* [x] a\n* [ ] b',
    ],
    [
      'code with its language, as written',
      '<div class="highlight-python"><pre><span class="lineno">1</span>a  =  "*"\n\n\n<b>b</b>&lt;</pre></div><pre><code class="language-js">```\n</code></pre>',
      '```python\na  =  "*"\n\n\nb<\n```\n\n````js\n```\n````',
    ],
    [
      'lines of code that are elements',
      '<pre><code><span class="line">a</span><span class="line">b</span></code></pre><pre>a<br>b</pre>',
      '```\na\nb\n```\n\n```\na\nb\n```',
    ],
    [
      'titles of code',
      '<div class="highlight"><span class="filename">a "b".c</span><pre>a</pre></div><div class="codeBlockContainer_x"><div class="codeBlockTitle_x">b.js</div><pre><code class="language-js">b</code></pre></div><div class="language-ts"><button>Copy</button><span class="lang">ts</span><pre><code>c</code></pre></div>',
      '{% code title="a \\"b\\".c" %}\n```\na\n```\n{% endcode %}\n\n{% code title="b.js" %}\n```js\nb\n```\n{% endcode %}\n\n```ts\nc\n```',
    ],
    [
      'code beside a column of line numbers, and lines that hold their line breaks',
      '<div class="highlight-python"><table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div><pre>a\n  b</pre></div></td></tr></table></div><pre><div class="ec-line">a</div><div class="ec-line">\n</div><div class="ec-line">b</div></pre><pre>a\n<span class="line">b</span>\nc<span class="line"></span></pre>',
      '```python\na\n  b\n```\n\n```\na\n\nb\n```\n\n```\na\nb\nc\n```',
    ],
    ['diagrams', '<pre class="mermaid"><code>graph LR</code></pre>', '```mermaid\ngraph LR\n```'],
    [
      'tables',
      '<table><caption>Cap</caption><thead><tr><th align="right">A|</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><p>x</p><p><code>y|z</code></p></td></tr><tr><td colspan="2">2</td></tr></tbody></table>',
      'Cap\n\n| A\\| | B |\n| ---: | --- |\n| 1 | x<br><br>`y\\|z` |\n| 2 |  |',
    ],
    [
      'tables with cells of several rows and columns',
      '<table><tr><th rowspan="2">A</th><th colspan="2">B</th></tr><tr><th>C</th><th>D</th></tr><tr><td>1</td><td rowspan="3">2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>',
      '| A | B |  |\n| --- | --- | --- |\n|  | C | D |\n| 1 | 2 | 3 |\n| 4 |  | 5 |',
    ],
    [
      'tables with one column and a head, and blocks in cells',
      '<table><tr><th>A</th></tr><tr><td><h3>B</h3><ul><li>c</li><li><p>d</p><ol><li>e</li></ol></li></ul><pre>f\n\ng | h</pre><div class="admonition note">i</div></td></tr></table>',
      '| A |\n| --- |\n| **B**<br><br><ul><li>c</li><li>d<br><ol><li>e</li></ol></li></ul><br><br>`f`<br><br>`g \\| h`<br><br>i |',
    ],
    ['tables without a head', '<table><tr><td>1</td><td></td></tr></table>', '|  |  |\n| --- | --- |\n| 1 |  |'],
    [
      'tables that only lay out',
      '<table><tr><td><p>a</p><table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>',
      'a\n\nb\n\nc\n\nd',
    ],
    [
      'hints of several generators',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>a</p></div><div class="theme-admonition theme-admonition-tip"><div class="admonitionHeading_x">Tip</div><p>b</p></div><div class="custom-block danger"><p class="custom-block-title">Stop here</p><p>c</p></div><aside class="starlight-aside starlight-aside--note"><p>d</p></aside>',
      '{% hint style="warning" %}\na\n{% endhint %}\n\n{% hint style="success" %}\nb\n{% endhint %}\n\n{% hint style="danger" %}\n**Stop here**\n\nc\n{% endhint %}\n\n{% hint style="info" %}\nd\n{% endhint %}',
    ],
    [
      'tabs with the panels that are hidden at first',
      '<div><ul role="tablist"><li role="tab">npm</li><li role="tab">The "other"</li></ul><div><div role="tabpanel"><p>a</p></div><div role="tabpanel" hidden><p>b</p></div></div></div>',
      '{% tabs %}\n{% tab title="npm" %}\na\n{% endtab %}\n\n{% tab title="The \\"other\\"" %}\nb\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'tabs by the ids of their panels, without those that the page lacks',
      '<div role="tablist"><button role="tab" aria-controls="y">B</button><a role="tab" href="#x">A</a><button role="tab" id="t">C</button><button role="tab">D</button></div><section><div id="x" role="tabpanel">a</div><div id="y" role="tabpanel">b</div><div aria-labelledby="t" role="tabpanel">c</div></section>',
      '{% tabs %}\n{% tab title="B" %}\nb\n{% endtab %}\n\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="C" %}\nc\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'tabs within tabs, and tabs of radio buttons',
      '<div class="tabbed-set"><input type="radio"><div class="tabbed-labels"><label>One</label></div><div class="tabbed-content"><div class="tabbed-block"><div class="sd-tab-set"><input type="radio"><label>In</label><div class="sd-tab-content">a</div></div></div></div></div><div class="vp-code-group"><div class="tabs"><input type="radio"><label>x.js</label></div><div class="blocks"><div class="language-js"><pre><code>b</code></pre></div></div></div>',
      '{% tabs %}\n{% tab title="One" %}\n{% tabs %}\n{% tab title="In" %}\na\n{% endtab %}\n{% endtabs %}\n{% endtab %}\n{% endtabs %}\n\n{% tabs %}\n{% tab title="x.js" %}\n```js\nb\n```\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'the sources of quotations, and asides with a title',
      '<blockquote><p>a</p><footer>b</footer></blockquote><aside class="sidebar"><p class="sidebar-title">c</p></aside><aside class="sidebar">d</aside>',
      '> a\n> \n> b\n\nc',
    ],
    [
      'hints of more kinds, and with a title in their class',
      '<div class="admonition-my-title admonition"><p>a</p></div><div class="admonition bug"><p>b</p></div>',
      '{% hint style="info" %}\na\n{% endhint %}\n\n{% hint style="danger" %}\nb\n{% endhint %}',
    ],
    [
      'alerts of GitHub, whose caution is a danger, unlike that of other generators',
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>a</p></div><div class="caution custom-block github-alert"><p class="custom-block-title">CAUTION</p><p>b</p></div><div class="admonition caution"><p>c</p></div><div class="markdown-alert markdown-alert-warning"><p>d</p></div><div class="markdown-alert markdown-alert-important"><p>e</p></div><div class="markdown-alert markdown-alert-tip"><p>f</p></div>',
      [
        ['danger', 'a'],
        ['danger', 'b'],
        ['warning', 'c'],
        ['warning', 'd'],
        ['info', 'e'],
        ['success', 'f'],
      ]
        .map(([style, text]) => `{% hint style="${style}" %}\n${text}\n{% endhint %}`)
        .join('\n\n'),
    ],
    [
      'footnotes of several generators',
      '<p>a<sup id="r1"><a href="#n%3A1">1</a></sup> b<sup><a href="#n2" id="r2">[2]</a></sup> c<a class="footnote-reference" href="#n3">3</a> d<sup><a href="#n:1">1</a></sup></p><div class="footnotes"><hr><ol><li id="n:1"><p>A <a href="#r1">↩</a></p><p>B</p></li></ol></div><ol><li id="n2">C <a href="#r2">↑</a></li></ol><aside class="footnote" id="n3"><span class="label">3</span><p>D</p></aside>',
      'a[^1] b[^2] c[^3] d[^1]\n\n[^1]: A\n\n    B\n\n[^2]: C\n\n[^3]: D',
    ],
    [
      'links in raised text that lead to no footnote',
      '<p>a<sup><a href="#h">1</a></sup></p><h2 id="h">H</h2>',
      'a<sup>[1](q-0x)</sup>\n\n## H',
    ],
    [
      'anchors that links lead to, and those of terms',
      '<h2 id="h"><a href="#h">H</a></h2><p id="p">a <a href="#p">b</a> <a href="#t">c</a> <a name="n"></a><a href="#n">d</a></p><table id="t"><tr><th>e</th></tr></table><dl><dt id="f.g">f</dt><dd id="i">g</dd></dl>',
      '## H\n\n<a id="p"></a>a [b](q-0x) [c](q-1x) <a id="n"></a>[d](q-2x)\n\n<a id="t"></a>\n\n| e |\n| --- |\n\n**<a id="f.g"></a>f**\n\ng',
    ],
    [
      'what can be unfolded',
      '<details><summary>More <b>of</b> it</summary><p>a</p></details>',
      '<details>\n\n<summary>More of it</summary>\n\na\n\n</details>',
    ],
    [
      'images, lazy ones too',
      '<img src="/a.png" alt="A [b]"><img src="data:image/gif;base64,AA" data-src="b.png"><img src="data:image/gif;base64,AA"><img>',
      '![A \\[b\\]](q-0x)![](q-1x)![](q-2x)',
    ],
    [
      'widths of small images',
      '<p><img src="a.png" alt="A &quot;a&quot;" width="24"> <img src="b.png" style="max-width:9px; width: 120px"> <img src="c.png" width="300"> <img src="d.png" width="50%"></p>',
      '<img src="q-0x" alt="A &quot;a&quot;" width="24"> <img src="q-1x" alt="" width="120"> ![](q-2x) ![](q-3x)',
    ],
    [
      'frames as links to what they show',
      '<iframe src="https://video.example/1"></iframe><iframe src="javascript:x"></iframe>',
      '{% embed url="q-0x" %}',
    ],
    [
      'mathematics as it was written',
      '<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span aria-hidden="true">x2</span></span>',
      '$$x^2$$',
    ],
    [
      'mathematics that scripts of the page draw',
      '<p>a <span class="math">\\(x^2\\)</span> <script type="math/tex">y_1</script> <span class="math">z</span></p><div class="arithmatex">\\[ a*b \\]</div><script type="math/tex; mode=display">c</script>',
      'a $$x^2$$ $$y_1$$ z\n\n$$\na*b\n$$\n\n$$\nc\n$$',
    ],
    [
      'nothing of what is not said',
      '<script>a</script><style>b</style><nav>c</nav><form>d</form><div hidden>e</div><!-- f --><svg><text>g</text></svg>',
      '',
    ],
  ];
  for (const [what, html, markdown] of cases) {
    it(`contains ${what}`, () => {
      expect(body(html)).to.equal(markdown);
    });
  }

  it('reads title, description and links', () => {
    const page = read(
      '<html><head><title>Page | Site</title><meta name="description" content=" About\n it "><link rel="canonical" href="/docs/x"><base href="/other/"></head><body><nav><a href="a">a</a><a href="a#b">b</a><a href="mailto:x@y">m</a></nav><main><h1>The <b>page</b></h1><p>Some words that are enough. <a href="/c">c</a></p></main></body></html>',
    );
    expect(page).to.deep.include({
      title: 'The page',
      description: 'About it',
      canonical: 'https://example.com/docs/x',
      targets: [{ kind: 'link', url: 'https://example.com/c' }],
    });
    expect(page.links).to.deep.equal(['https://example.com/other/a', 'mailto:x@y', 'https://example.com/c']);
    expect(page.markdown).to.equal('Some words that are enough. [c](q-0x)\n');
    expect(read('<title>Page | Site</title><p>x').title).to.equal('Page');
    expect(read(`<h1>${'x'.repeat(300)}</h1>`).title).to.have.lengthOf(200);
  });

  it('extracts the main content, even if the page does not declare it', () => {
    const article = Array.from(
      { length: 6 },
      (_, i) =>
        `<p>Paragraph ${i} has a good many words, some commas, and all that makes it look like an article to read.</p>`,
    ).join('');
    const { markdown } = read(
      `<html><head></head><body><div class="sidebar"><a href="/1">one</a><a href="/2">two</a></div><div class="post">${article}</div><div id="footer">© nobody</div></body></html>`,
    );
    expect(markdown).to.include('Paragraph 0').and.include('Paragraph 5');
    expect(markdown).to.not.include('nobody');
    expect(
      read(
        '<header>Site</header><article><h1>A</h1><p>Enough words to be content.</p></article><article class="x"></article>',
      ).markdown,
    ).to.equal('Enough words to be content.\n');
  });

  it('takes no card for the content of the page, and leaves out the frame of an article', () => {
    expect(
      read('<main><h1>A</h1><p>Enough words to be a page.</p><article>A card with a few words.</article></main>')
        .markdown,
    ).to.equal('Enough words to be a page.\n\nA card with a few words.\n');
    expect(
      read('<main><article><p>Enough words to be a page.</p><footer>Edit this page</footer></article></main>').markdown,
    ).to.equal('Enough words to be a page.\n');
  });

  it('leaves out a description that is repeated below the title', () => {
    const page = (text: string): string =>
      read(
        `<head><meta name="description" content="About it"></head><main><h1>A</h1>\n<p>${text}</p><p>Enough words to be a page.</p></main>`,
      ).markdown;
    expect(page('About it')).to.equal('Enough words to be a page.\n');
    expect(page('About <b>it</b>')).to.equal('About **it**\n\nEnough words to be a page.\n');
  });

  it('contains its title once, and no id of the extraction library', () => {
    expect(read('<body><h1>The page</h1><p>A few words.</p></body>')).to.deep.include({
      title: 'The page',
      markdown: 'A few words.\n',
    });
    const paragraph =
      '<p>A paragraph has a good many words, some commas, and all that makes it look like an article to read.</p>';
    const { title, markdown } = read(
      `<body><div class="post"><h1>The page</h1>${paragraph.repeat(6)}<h2 id="next">Next</h2>${paragraph}</div></body>`,
    );
    expect(title).to.equal('The page');
    expect(markdown.match(/^#.*$/gm)).to.deep.equal(['## Next']);
    expect(read(`<body><div class="post"><h2>Other</h2>${paragraph.repeat(6)}</div></body>`).markdown).to.match(
      /^## Other\n/,
    );
  });

  it('reads long lists and many tabs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const tab = (n: number): string =>
      `<div role="tablist"><button role="tab" aria-controls="p${n}">a</button></div><div role="tabpanel" id="p${n}">b</div>`;
    const pages = [
      `<ol>${'<li><p>a <em>b</em></p></li>'.repeat(4_000)}</ol>`,
      Array.from({ length: 1_000 }, (_, n) => tab(n)).join(''),
    ];
    for (const page of pages) expect(cpuTimeOf(() => body(page))).to.be.below(1_500);
  });

  it('reads pages with hardly any content', () => {
    expect(read('').markdown).to.equal('\n');
    expect(read('just words').markdown).to.equal('just words\n');
    expect(read('<p>unclosed <b>words').markdown).to.equal('unclosed **words**\n');
    expect(() => read('<b>'.repeat(401))).to.throw(RangeError);
  });

  it('limits the number of marked links', () => {
    const { targets, markdown, links } = read(`<main>${'<a href="/x">x</a> '.repeat(101)}</main>`);
    expect(targets).to.have.lengthOf(100);
    expect(links).to.have.lengthOf(1);
    expect(markdown).to.match(/\[x\]\(q-99x\) x\n$/);
  });

  it('reads sets of images in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const set of [`${'a'.repeat(300_000)} x`, ','.repeat(300_000), 'a, '.repeat(100_000), 'a 1w,'.repeat(60_000)])
      expect(cpuTimeOf(() => read(`<main><p>Words</p><img srcset="${set}"></main>`))).to.be.below(1_500);
  });

  it('takes the largest of the images for several sizes where no address stands alone', () => {
    const { markdown, targets } = read(
      '<main><img srcset="/a,1.png 400w, b.png 500w,/c.png 800w" alt="A"> <img src="d.png" srcset="e.png 2x"> ' +
        '<img src="data:image/gif;base64,AA" data-srcset="f.png 1x, g.png 2x"> ' +
        '<picture><source media="(prefers-color-scheme: dark)" srcset="h.png">' +
        '<source type="image/webp" srcset="i.webp 640w, j.webp 1280w"><img alt="J"></picture></main>',
    );
    expect(markdown.trim()).to.equal(
      '![A](q-0x) ![](q-1x) ![](q-2x) ' +
        '<picture><source srcset="q-4x" media="(prefers-color-scheme: dark)"><img src="q-3x" alt="J"></picture>',
    );
    expect(targets.map(({ url }) => url.split('/').at(-1))).to.deep.equal([
      'c.png',
      'd.png',
      'g.png',
      'j.webp',
      'h.png',
    ]);
  });

  it('reads tasks, emoji and attached files of a page of Confluence', () => {
    const { markdown } = read(
      '<div id="main-content"><ul class="inline-task-list"><li><span>a</span></li><li class="checked">b</li></ul><p><img class="emoticon" data-emoji-fallback="✔" alt="(tick)" src="c.png"> <a class="confluence-embedded-file" href="d.pdf" data-linked-resource-default-alias="Manual.pdf"><img src="e"></a></p></div>',
      'confluence',
    );
    expect(markdown).to.equal('* [ ] a\n* [x] b\n\n✔ [Manual.pdf](q-0x)\n');
  });

  it('leaves Markdown unchanged except for its links', () => {
    const { markdown, targets } = read(
      '---\na: b\n---\n[![a](i.png)](../b.md#c "t") `[c](d)` [e] [f](#g) <x>\n\n[e]: <h i>\n',
      'markdown',
    );
    expect(markdown).to.equal('---\na: b\n---\n[![a](q-0x)](q-1x "t") `[c](d)` [e] [f](#g) <x>\n\n[e]: <q-2x>\n');
    expect(targets).to.deep.equal([
      { kind: 'image', url: 'https://example.com/docs/i.png' },
      { kind: 'link', url: 'https://example.com/b.md#c' },
      { kind: 'link', url: 'https://example.com/docs/h%20i' },
    ]);
  });
});
