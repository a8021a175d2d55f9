import { expect } from 'chai';
import fc from 'fast-check';
import { renderDescription } from '../../../../src/adapters/site/content/render-description.ts';
import { ENGLISH } from '../../../../src/adapters/site/labels.ts';
import { contentOf, render, textOf } from './support.ts';
import { checkProperty } from '../../../support/properties.ts';

describe('block tags of published pages', () => {
  it('renders a hint with its content, with any quotes', () => {
    expect(contentOf("{% hint style='warning' %}\nSome *text*\n- item\n{% endhint %}\nafter")).to.equal(
      '<div class="q-hint q-hint-warning" role="note" aria-label="Warning"><p>Some <em>text</em></p><ul>\n<li>item</li>\n</ul></div>\n<p>after</p>',
    );
  });

  it('renders a misspelled or missing style as info', () => {
    for (const tag of [
      '{% hint %}',
      '{% hint style="infos" %}',
      '{% hint style="constructor" %}',
      '{% hint style="" %}',
    ]) {
      expect(contentOf(`${tag}\nx\n{% endhint %}`)).to.include('q-hint-info');
    }
  });

  it('renders an alert of GitHub as a hint of the fitting style, without its marker', () => {
    const hint = (style: string, label: string, content: string): string =>
      `<div class="q-hint q-hint-${style}" role="note" aria-label="${label}">${content}</div>`;
    for (const [word, style, label] of [
      ['NOTE', 'info', 'Info'],
      ['TIP', 'success', 'Success'],
      ['IMPORTANT', 'info', 'Info'],
      ['WARNING', 'warning', 'Warning'],
      ['caution', 'danger', 'Danger'],
    ] as const) {
      expect(contentOf(`> [!${word}]\n> Mind *this*.\n>\n> - item`)).to.equal(
        hint(style, label, '<p>Mind <em>this</em>.</p><ul>\n<li>item</li>\n</ul>'),
      );
    }
    const marked = '<p><strong>a</strong></p>';
    for (const markdown of [
      '> [!NOTE]\n> **a**',
      '> [!NOTE]\r\n> **a**',
      '> [!NOTE]  \n> **a**',
      '>[!note]\n**a**',
      '> [!NOTE]\n>\n> **a**',
    ])
      expect(contentOf(markdown), JSON.stringify(markdown)).to.equal(hint('info', 'Info', marked));
    expect(contentOf('> [!NOTE]\n> see https://a.example/b')).to.match(/^<div class="q-hint.*<p>see <a /);
    expect(contentOf('- a\n\n  > [!TIP]\n  > b')).to.include(hint('success', 'Success', '<p>b</p>'));
    expect(contentOf('> [!TIP]\n> {% hint %}\n> b\n> {% endhint %}')).to.equal(
      hint('success', 'Success', hint('info', 'Info', '<p>b</p>')),
    );
    const site = { title: 'Site', basePath: '/docs/', language: 'de' };
    expect(contentOf('> [!WARNING]\n> a', { site })).to.include('aria-label="Warnung"');
  });

  it('renders alerts of GitHub in descriptions of APIs as hints', () => {
    const resolveLink = () => ({ broken: true }) as const;
    expect(renderDescription('> [!TIP]\n> a', { resolveLink, labels: ENGLISH })).to.match(
      /^<div class="q-hint q-hint-success" role="note" aria-label="Success"><p[^>]*>a<\/p><\/div>$/,
    );
  });

  it('keeps a quotation as it is written whose marker is escaped, a link, beside text or all that it has', () => {
    for (const markdown of [
      '> \\[!NOTE]\n> a',
      '> &#91;!NOTE]\n> a',
      '> [!NOTE] a',
      '> [!NOTE]',
      '> [!NOTES]\n> a',
      '> [!NOTE]\n> a\n\n[!note]: /x',
      '> a\n> [!NOTE]\n> b',
      '[!NOTE]\na',
    ]) {
      const html = contentOf(markdown);
      expect(html, markdown).not.to.include('q-hint');
      expect(html, markdown).to.include('!NOTE');
    }
  });

  it('renders tabs as a group with one open tab, without scripts', () => {
    const html = contentOf(
      '{% tabs %}\n{% tab title="A & B" %}\none\n{% endtab %}\n{% tab title="C" %}\n```js\nlet x\n```\n{% endtab %}\n{% endtabs %}',
    );
    expect(html).to.equal(
      '<div class="q-tabs"><details class="q-tab" name="q-tabs-1" open><summary>A &amp; B</summary><div class="q-tab-body"><p>one</p></div></details>' +
        '<details class="q-tab" name="q-tabs-1"><summary>C</summary><div class="q-tab-body"><pre><code class="language-js">let x\n</code></pre></div></details></div>',
    );
  });

  it('gives each group of tabs a unique name, including nested ones', () => {
    const tabs = (body: string) => `{% tabs %}\n{% tab title="T" %}\n${body}\n{% endtab %}\n{% endtabs %}\n`;
    expect(
      [...contentOf(tabs(tabs('x')) + tabs('y')).matchAll(/name="(q-tabs-\d)"/g)].map(([, name]) => name),
    ).to.have.members(['q-tabs-1', 'q-tabs-2', 'q-tabs-3']);
  });

  it('renders code with its title, numbered lines and wrapping', () => {
    const html = contentOf(
      '{% code title="a.js" lineNumbers="true" overflow="wrap" %}\n```js\na\n\nb\n```\n{% endcode %}',
    );
    expect(html).to.equal(
      '<figure class="q-code q-wrap q-numbered"><figcaption>a.js</figcaption><pre><code class="language-js"><span class="q-code-line">a\n</span><span class="q-code-line">\n</span><span class="q-code-line">b\n</span></code></pre></figure>',
    );
  });

  it('renders steps, columns and updates', () => {
    expect(
      contentOf('{% stepper %}\n{% step %}\na\n{% endstep %}\n{% step %}\nb\n{% endstep %}\n{% endstepper %}'),
    ).to.equal('<ol class="q-steps"><li class="q-step"><p>a</p></li><li class="q-step"><p>b</p></li></ol>');
    expect(
      contentOf(
        '{% columns %}\n{% column width="66.66%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      ),
    ).to.equal(
      '<div class="q-columns"><div class="q-column q-w-8"><p>a</p></div><div class="q-column"><p>b</p></div></div>',
    );
    expect(
      contentOf(
        '{% updates format="full" %}\n{% update date="2024-05-01" tags="new, api" %}\na\n{% endupdate %}\n{% endupdates %}',
      ),
    ).to.equal(
      '<div class="q-updates"><section class="q-update"><div class="q-update-meta"><time datetime="2024-05-01">2024-05-01</time><span class="q-tag">new</span><span class="q-tag">api</span></div><div class="q-update-body"><p>a</p></div></section></div>',
    );
  });

  it('renders embedded sites as links with captions, with or without an end tag', () => {
    expect(
      contentOf(
        '{% embed url="https://www.youtube.com/watch?v=a_b_c" %}\n\ntext\n\n{% embed url="https://x.example/" %}\nCaption\n{% endembed %}',
      ),
    ).to.equal(
      '<div class="q-link q-embed"><a href="https://www.youtube.com/watch?v=a_b_c" rel="noopener noreferrer">youtube.com/watch?v=a_b_c</a></div>\n<p>text</p>\n' +
        '<div class="q-link q-embed"><a href="https://x.example/" rel="noopener noreferrer">x.example/</a><div class="q-caption"><p>Caption</p></div></div>',
    );
  });

  it('renders a content reference with the title of its target', () => {
    const change = { resolveLink: (target: string) => ({ href: `/p/${target}`, title: 'The Guide' }) };
    expect(contentOf('{% content-ref url="g.md" %}\n[g.md](g.md)\n{% endcontent-ref %}', change)).to.equal(
      '<div class="q-link q-ref"><a href="/p/g.md">The Guide</a></div>',
    );
    expect(contentOf('{% content-ref url="g.md" %}\n[Read this](g.md)\n{% endcontent-ref %}', change)).to.equal(
      '<div class="q-link q-ref"><a href="/p/g.md">Read this</a></div>',
    );
    for (const [url, label] of [
      ['guides/g.md', 'g.md'],
      ['guides/g.md#steps', 'g.md'],
      ['../guides/', 'guides'],
      ['my%20g.md', 'my g.md'],
    ])
      expect(contentOf(`{% content-ref url="${url}" %}\n[${label}](${url})\n{% endcontent-ref %}`, change)).to.include(
        '>The Guide</a>',
      );
    expect(contentOf('{% page-ref page="g.md" %}', change)).to.equal(
      '<div class="q-link q-ref"><a href="/p/g.md">The Guide</a></div>',
    );
  });

  it('renders a file with its name', () => {
    expect(contentOf('{% file src="../.gitbook/assets/a%20b (1).pdf" caption="The *PDF*" %}')).to.equal(
      '<div class="q-link q-file"><a href="/r/../.gitbook/assets/a%20b%20(1).pdf">a b (1).pdf</a><div class="q-caption"><p>The *PDF*</p></div></div>',
    );
  });

  it('renders included content with links resolved from its own location', () => {
    const targets: string[] = [];
    const html = contentOf('{% include "../.gitbook/includes/x.md" %}\n\n[out](a.md)', {
      resolveInclude: (target) => {
        targets.push(target);
        return { markdown: 'In [in](a.md)', resolveLink: (link) => ({ href: `/included/${link}` }) };
      },
    });
    expect(html).to.equal('<p>In <a href="/included/a.md">in</a></p>\n<p><a href="/r/a.md">out</a></p>');
    expect(targets).to.deep.equal(['../.gitbook/includes/x.md']);
  });

  it('renders a notice for unavailable includes, and stops at recursive ones', () => {
    expect(contentOf('a\n\n{% include "x.md" %}')).to.equal(
      '<p>a</p>\n<p class="q-notice">This content is not available here.</p>',
    );
    let lookups = 0;
    const html = contentOf('{% include "x.md" %}', {
      resolveInclude: () => (lookups++, { markdown: 'x\n\n{% include "x.md" %}\n\n{% include "x.md" %}' }),
    });
    expect(html).to.include('q-notice');
    expect(lookups).to.be.at.most(200);
  });

  it('renders API descriptions as links, and the content of older tags', () => {
    expect(
      contentOf(
        '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[OpenAPI pets](https://x.example/o.json)\n{% endopenapi-operation %}',
      ),
    ).to.equal(
      '<div class="q-api"><p class="q-api-head"><span class="q-method q-method-get">GET</span> <code>/pets</code> </p><p><a href="https://x.example/o.json" rel="noopener noreferrer">OpenAPI pets</a></p></div>',
    );
    const old = contentOf(
      '{% swagger method="post" path="/x" baseUrl="https://a" summary="Make" %}\n{% swagger-parameter in="path" name="id" type="string" %}\nThe id\n{% endswagger-parameter %}\n{% endswagger %}',
    );
    expect(textOf(old)).to.include('POST https://a/x Make').and.to.include('id string').and.to.include('The id');
  });

  it('finds tags in lists, quotes, and between HTML, tables and text without blank lines', () => {
    expect(contentOf('1. one\n   {% hint %}\n   in\n   {% endhint %}\n2. two')).to.match(
      /^<ol>\n<li>.*one.*<div class="q-hint[^]*in[^]*<\/div>\n<\/li>\n<li>.*two/s,
    );
    expect(contentOf('> {% hint %}\n> in\n> {% endhint %}\n> out')).to.match(
      /^<blockquote>\n<div class="q-hint[^>]*><p>in<\/p><\/div>\n<p>out<\/p>\n<\/blockquote>$/,
    );
    expect(contentOf('{% hint %}\n| a |\n|---|\n| b |\n{% endhint %}\nx')).to.match(
      /<\/table><\/div><\/div>\n<p>x<\/p>$/,
    );
    expect(contentOf('{% hint %}\n<div>a</div>\n{% endhint %}\nx')).to.match(/<div>a<\/div><\/div>\n<p>x<\/p>$/);
    expect(contentOf('{% hint %}\n- a\n{% endhint %}\nx')).to.match(/<\/ul><\/div>\n<p>x<\/p>$/);
    expect(contentOf('{% hint %}\r\na\r\n{% endhint %}\r\nx')).to.match(/<p>a<\/p><\/div>\n<p>x<\/p>$/);
  });

  it('leaves tags in code unchanged', () => {
    const code = '```\n{% hint %}\nx\n{% endhint %}\n```';
    expect(contentOf(code)).to.equal('<pre><code>{% hint %}\nx\n{% endhint %}\n</code></pre>');
    expect(contentOf('~~~\n```\n{% if x %}\n~~~')).to.equal('<pre><code>```\n{% if x %}\n</code></pre>');
    expect(contentOf('Use `{% hint %}` and\n\n    {% tabs %}')).to.equal(
      '<p>Use <code>{% hint %}</code> and</p>\n<pre><code>{% tabs %}\n</code></pre>',
    );
    expect(contentOf('<pre><code>{% hint %}\n{% if x %}\n</code></pre>')).to.equal(
      '<pre><code>{% hint %}\n{% if x %}\n</code></pre>',
    );
  });

  it('keeps unknown tags visible as written with their content', () => {
    expect(contentOf('{% foo a_b="*x*" %}\ntext\n{% endfoo %}')).to.equal(
      '<p>{% foo a_b="*x*" %}</p>\n<p>text</p>\n<p>{% endfoo %}</p>',
    );
    expect(contentOf('{% @jira/embed url="https://j.example/A-1" %}')).to.include('href="https://j.example/A-1"');
  });

  it("shows the diagram of GitBook's integration for Mermaid", () => {
    expect(
      contentOf('{% @mermaid/diagram content="graph TD\n  A --> B[\\"b\\"]" fullWidth="false" %}\n\nafter'),
    ).to.equal('<pre><code class="language-mermaid">graph TD\n  A --> B["b"]\n</code></pre>\n<p>after</p>');
    expect(contentOf('{% @mermaid/diagram %}')).to.equal('<p>{% @mermaid/diagram %}</p>');
  });

  it('repairs unmatched tags without losing content', () => {
    expect(contentOf('{% endhint %}\na')).to.equal('<p>a</p>');
    expect(contentOf('{% hint %}\na')).to.equal('<p>a</p>');
    expect(contentOf('{% tabs %}\n{% tab title="A" %}\na\n{% tab title="B" %}\nb\n{% endtabs %}\nc')).to.match(
      /<summary>A<\/summary>.*<p>a<\/p>.*<summary>B<\/summary>.*<p>b<\/p>.*<\/div>\n<p>c<\/p>$/s,
    );
    expect(contentOf('{% tab title="A" %}\na\n{% endtab %}')).to.equal('<p><strong>A</strong></p>\n<p>a</p>');
    expect(contentOf('{% tabs %}\n{% tab title="A" %}\n{% hint %}\na\n{% endtab %}\n{% endtabs %}'))
      .to.include('q-hint')
      .and.to.include('<p>a</p>');
  });

  it('loses no word for any arrangement of tags', () => {
    const tags = [
      'hint',
      'tabs',
      'tab title="t"',
      'stepper',
      'step',
      'columns',
      'column',
      'code',
      'embed url="https://e.example"',
      'file src="f"',
      'updates',
      'update date="d"',
      'content-ref url="u"',
      'swagger',
      'prompt',
      'nonsense',
    ];
    const line = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `{% ${tag} %}`),
      fc.constantFrom(...tags).map((tag) => `{% end${tag.split(' ')[0]} %}`),
      fc.constant('WORD'),
      fc.constant(''),
    );
    checkProperty(
      fc.property(fc.array(line, { maxLength: 25 }), fc.constantFrom('', '> ', '- '), (lines, prefix) => {
        const numbered = lines.map((each, index) => (each === 'WORD' ? `word${index}x` : each));
        const shown = textOf(contentOf(numbered.map((each) => prefix + each).join('\n')));
        for (const word of numbered.filter((each) => each.startsWith('word'))) expect(shown).to.include(word);
      }),
      { numRuns: 200 },
    );
  });

  it('[A49] renders the content of blocks beyond the nesting limit', () => {
    const html = render(`${'{% hint %}\n'.repeat(60)}deep\n${'{% endhint %}\n'.repeat(60)}`).html;
    expect(html).to.include('deep').and.not.to.include('{%');
  });
});
