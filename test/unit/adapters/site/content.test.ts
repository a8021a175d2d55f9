import { expect } from 'chai';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { extractAnchors } from '../../../../src/domain/links/anchors.ts';
import {
  answerContentQuestions,
  createContentTask,
  renderContentTask,
} from '../../../../src/adapters/site/content/content-tasks.ts';
import { renderContent } from '../../../../src/adapters/site/content/render-content.ts';
import { ENGLISH } from '../../../../src/adapters/site/labels.ts';
import { defaultCustomization } from '../../../../src/domain/sites/customization.ts';
import { contentOf, elementsOf, attributesOf, render } from './support.ts';

describe('Markdown and HTML of published pages', () => {
  it('renders tables, task lists, strikethrough, footnotes, math and code', () => {
    expect(contentOf('| a | b |\n|:-:|---|\n| 1 | 2 |'))
      .to.include('<th align="center" scope="col">a</th>')
      .and.to.include('<td>2</td>');
    expect(contentOf('- [x] a')).to.include('<input type="checkbox" checked disabled>');
    expect(contentOf('~~a~~ $$x^2$$ $5 $6')).to.equal(
      '<p><del>a</del> <code class="language-math math-inline">x^2</code> $5 $6</p>',
    );
    expect(contentOf('a[^1]\n\n[^1]: note'))
      .to.include('href="#user-content-fn-1"')
      .and.to.include('id="user-content-fn-1"')
      .and.to.include('note');
    expect(contentOf('```c++\nx < y\n```')).to.equal('<pre><code class="language-c++">x &lt; y\n</code></pre>');
  });

  it('renders block tags after elements whose names begin with pre', () => {
    for (const element of ['a <prefix> b', '<presence-container>'])
      expect(contentOf(`${element}\n{% hint style="info" %}\nmind\n{% endhint %}`))
        .to.include('<p>mind</p>')
        .and.not.include('{%');
  });

  it('renders an address within a link in HTML as the text of that link', () => {
    expect(
      contentOf(
        'a <a href="https://e.org">see https://e.org, **www.f.org**</a> <a href="mailto:a@e.org">a@e.org</a> www.g.org',
      ).replaceAll(' rel="noopener noreferrer"', ''),
    ).to.equal(
      '<p>a <a href="https://e.org">see https://e.org, <strong>www.f.org</strong></a> ' +
        '<a href="mailto:a@e.org">a@e.org</a> <a href="http://www.g.org">www.g.org</a></p>',
    );
  });

  it('renders emphasis between CJK punctuation and text', () => {
    expect(contentOf('**推荐：**然后~~删除。~~再')).to.equal('<p><strong>推荐：</strong>然后<del>删除。</del>再</p>');
  });

  it('omits a backslash at the end of a block, and keeps an escaped one', () => {
    expect(contentOf('a\\\n\n## b\\\n\n- c\\ \n\n\\\n\nd\\\\')).to.equal(
      '<p>a</p>\n<h2 id="b">b</h2>\n<ul>\n<li>c</li>\n</ul>\n\n<p>d\\</p>',
    );
  });

  it('renders shortcodes of emoji in text only', () => {
    expect(contentOf(':rocket: **:+1:** :star::star: :nope: 1:100:2 std::key::x `:rocket:`')).to.equal(
      '<p>🚀 <strong>👍</strong> ⭐⭐ :nope: 1:100:2 std::key::x <code>:rocket:</code></p>',
    );
    expect(contentOf('```\n:rocket:\n```')).to.include(':rocket:');
    expect(contentOf('## :rocket: Start')).to.equal('<h2 id="rocket-start">🚀 Start</h2>');
    expect(contentOf('# :rocket: Start', { page: { title: ':rocket: Start' } })).to.equal('');
  });

  it('strikes text between two tildes, not between single ones', () => {
    expect(contentOf('H~2~O ~~a~~')).to.equal('<p>H~2~O <del>a</del></p>');
  });

  it('renders mathematics in the HTML of editors', () => {
    const math = (formula: string) => `<span data-gb-custom-inline data-tag="math">${formula}</span>`;
    expect(contentOf(`a ${math('x^2 &lt; y\\_1')} b`)).to.equal(
      '<p>a <code class="language-math math-inline">x^2 &lt; y_1</code> b</p>',
    );
    expect(contentOf(`<p>${math('\\frac{1}{2}')}</p>`)).to.equal(
      '<p><code class="language-math math-inline">\\frac{1}{2}</code></p>',
    );
    expect(contentOf(`a ${math('')} b`)).to.equal('<p>a <span></span> b</p>');
    expect(contentOf(`a ${math('<img src=x onerror=alert(1)>y')} b`)).to.equal(
      '<p>a <code class="language-math math-inline">y</code> b</p>',
    );
  });

  it('keeps the content of table cells beyond the columns', () => {
    const cells = (markdown: string) =>
      [...contentOf(markdown).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(cells('| a |\n|---|\n| <code>x</code> <code>||</code> y |')).to.deep.equal([
      '<code>x</code> <code>||</code> y',
    ]);
    expect(cells('| a | b |\n|---|---|\n| 1 | 2 | 3 | *4* |\n| 5 |')).to.deep.equal(['1', '2|3|<em>4</em>', '5', '']);
    expect(cells('> - | a | b |\n>   |---|---|\n>   | 1 | 2 | 3 |')).to.deep.equal(['1', '2|3']);
  });

  it('renders the title once, and one heading of level 1', () => {
    expect(contentOf('# Title\n\ntext')).to.equal('<p>text</p>');
    expect(contentOf('# Other\n\ntext')).to.equal('<h2 id="other">Other</h2>\n<p>text</p>');
    expect(
      elementsOf(render('# Title\n\n# Title\n\n# More').html).filter(({ tagName }) => tagName === 'h1'),
    ).to.have.length(1);
    expect(contentOf('# A `b` *c*', { page: { title: 'A b c' } })).to.equal('');
  });

  it('states the level of headings that skip one, and keeps how they look', () => {
    const levels = (markdown: string): readonly string[] =>
      [...contentOf(markdown).matchAll(/<(h\d)[^>]*?(?: aria-level="(\d)")?>/g)].map(
        ([, tag, level]) => `${tag} ${level ?? ''}`,
      );
    expect(levels('## a\n\n### b\n\n#### c\n\n## d')).to.deep.equal(['h2 ', 'h3 ', 'h4 ', 'h2 ']);
    expect(levels('## a\n\n#### b\n\n#### c\n\n### d\n\n#### e')).to.deep.equal(['h2 ', 'h4 3', 'h4 3', 'h3 ', 'h4 ']);
    expect(levels('### a\n\n##### b\n\n## c')).to.deep.equal(['h3 2', 'h5 3', 'h2 ']);
  });

  it('gives headings unique ids', () => {
    const ids = (markdown: string) => [...contentOf(markdown).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids('## Hello, World!\n## Hello, World!\n## 你好 吗\n## a_b-c `d`\n## 🎉\n## !')).to.deep.equal([
      'hello-world',
      'hello-world-1',
      '你好-吗',
      'a_b-c-d',
      'section',
      'section-1',
    ]);
    expect(ids('## Other\n## T <a href="#other" id="other"></a>\n## Other')).to.deep.equal([
      'other-1',
      'other',
      'other-2',
    ]);
    expect(ids('## Constructor\n## quire content\n## \\_\\_proto\\_\\_')).to.deep.equal([
      'constructor',
      'section-quire-content',
      'section-__proto__',
    ]);
  });

  it('derives ids of headings from their text without icons and numbers of footnotes, as searches do', () => {
    const headings = ['<i class="fa-bell">:bell:</i> Alerts', 'Caf&eacute; x', 'A note[^1]', '[A][b] c'];
    const markdown = `${headings.map((one) => `## ${one}`).join('\n\n')}\n\n[^1]: n\n\n[b]: x.md`;
    const ids = ['alerts', 'cafe-x', 'a-note', 'a-c'];
    expect(Array.from(contentOf(markdown).matchAll(/<h2 id="([^"]*)"/g), ([, id]) => id)).to.deep.equal(ids);
    const anchors = runToCompletion(extractAnchors(markdown));
    expect(ids.filter((id) => !anchors.has(id))).to.deep.equal([]);
    expect(render(markdown).html).to.match(/<a href="#a-note"[^>]*>A note<\/a>/);
  });
  it('leads to anchors by their names, and to the headings around them by their text', () => {
    const html = contentOf(
      '## Q <a name="n"></a>\n\n<a name="m"></a>\n\n<a name="a b"></a> <a name="quire-x" id="z"></a> <a name="m">t</a>',
    );
    expect(html).to.include('<h2 id="q">Q <a id="n"></a></h2>').and.to.include('<p><a id="m"></a></p>');
    expect(html).to.include('<p><a></a> <a id="z"></a> <a>t</a></p>');
  });
  it('leads to headings by the ids of GitBook, and by those of GitHub', () => {
    expect(contentOf('## x/0')).to.equal('<h2 id="x-0"><span id="x0"></span>x/0</h2>');
    expect(contentOf('## `ncs.conf` File')).to.include('id="ncs.conf-file"').and.include('id="ncsconf-file"');
    expect(contentOf('## Step 1 - X')).to.include('<h2 id="step-1-x">').and.include('<span id="step-1---x">');
    expect(contentOf('## 7. Configure.')).to.include('<h2 id="id-7.-configure">').and.include('id="7-configure"');
    expect(contentOf('## Q&A\n\n## Q A').match(/ id="[^"]+"/g)).to.deep.equal([
      ' id="q-and-a"',
      ' id="qa"',
      ' id="q-a"',
    ]);
  });

  it('moves custom ids to the heading and removes the anchor', () => {
    expect(contentOf('## T <a href="#My-Id" id="My-Id"></a>')).to.equal('<h2 id="My-Id">T</h2>');
    expect(contentOf('[x](#My-Id) <a id="old"></a>')).to.equal('<p><a href="#My-Id">x</a> <a id="old"></a></p>');
  });

  it('shows one image of a pair that names color schemes as GitHub does', () => {
    const [light, dark] = ['![A](l.png#gh-light-mode-only)', '![B](d.png#gh-dark-mode-only)'];
    const picture =
      '<picture><source srcset="/r/d.png" media="(prefers-color-scheme: dark)"><img src="/r/l.png" alt="A"></picture>';
    for (const markdown of [`${light}\n${dark}`, `${dark} ${light}`, `${light}\n\n${dark}`])
      expect(contentOf(markdown), markdown).to.equal(`<p>${picture}</p>`);
    expect(contentOf(`[${light}](x.md) [${dark}](x.md)`)).to.equal(`<p><a href="/r/x.md">${picture}</a></p>`);
    expect(
      contentOf(
        '<p align="center">\n<img src="l.png#gh-light-mode-only" alt="A">\n<img src="d.png#gh-dark-mode-only">\n</p>',
      ).replace(/\s*\n\s*/g, ''),
    ).to.equal(`<p class="q-align-center">${picture}</p>`);
  });

  it('hides images that name a color scheme without a counterpart beside them in the other scheme', () => {
    const image = (name: string, only = ''): string => `<img src="/r/${name}.png" alt="A"${only}`;
    expect(
      contentOf('![A](l.png#gh-light-mode-only) and ![A](d.png#gh-dark-mode-only)').replaceAll(' loading="lazy"', ''),
    ).to.equal(`<p>${image('l', ' class="q-only-light">')} and ${image('d', ' class="q-only-dark">')}</p>`);
    expect(
      contentOf('![A](l.png#gh-light-mode-only) ![A](d.png#gh-light-mode-only)').match(/only-light/g),
    ).to.have.length(2);
    expect(contentOf('a [![A](d.png#gh-dark-mode-only)](x.md)')).to.equal(
      `<p>a <a href="/r/x.md" class="q-only-dark">${image('d')}></a></p>`,
    );
    expect(contentOf('![A](d.png#gh-dark-mode-only)')).to.equal(`<p class="q-only-dark">${image('d')}></p>`);
  });

  it('hides the figure of an image of one color scheme, and joins two with the same caption', () => {
    const figure = (scheme: string, caption: string): string =>
      `<figure><img src="${scheme}.png#gh-${scheme}-mode-only" alt=""><figcaption>${caption}</figcaption></figure>`;
    expect(contentOf(figure('dark', 'C')))
      .to.include('<figure class="q-only-dark">')
      .and.include('>C</figcaption>');
    expect(contentOf(figure('light', 'C') + figure('dark', 'C')).match(/<figure>|<picture>/g)).to.have.length(2);
    expect(contentOf(figure('light', 'C') + figure('dark', 'D')))
      .to.include('<figure class="q-only-light">')
      .and.include('<figure class="q-only-dark">');
  });

  it('leaves out images of the other color scheme where readers have no choice', () => {
    const appearance = {
      customization: { ...defaultCustomization('S'), themes: { default: 'dark', toggeable: false } } as const,
      header: [],
      footer: [],
      socialLinks: { header: [], footer: [] },
    };
    expect(
      contentOf('![A](l.png#gh-light-mode-only)\n\nand ![A](d.png#gh-dark-mode-only)', {
        site: { title: 'Site', basePath: '/docs/', appearance },
      }),
    ).to.equal('<p>and <img src="/r/d.png" alt="A"></p>');
  });

  it('renders details, figures, pictures, marks and keys', () => {
    expect(contentOf('<details open>\n\n<summary>S</summary>\n\nA *b*\n\n</details>')).to.equal(
      '<details open>\n<summary>S</summary>\n<p>A <em>b</em></p>\n</details>',
    );
    expect(
      contentOf('<figure><img src="a b.png" alt="x" width="300"><figcaption><p>C</p></figcaption></figure>'),
    ).to.equal('<figure><img src="/r/a%20b.png" alt="x" width="300"><figcaption><p>C</p></figcaption></figure>');
    expect(
      contentOf('<div><figure><img src="a"></figure> <figure><img src="b"></figure></div>').match(/<figure>/g),
    ).to.have.length(2);
    expect(
      contentOf(
        '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture>',
      ),
    ).to.include('<source srcset="/r/d.png" media="(prefers-color-scheme: dark)">');
    expect(
      contentOf('<mark style="color:orange;">a</mark> <mark style="background-color:$success;">b</mark> <kbd>C</kbd>'),
    ).to.equal('<p><mark class="q-fg-orange">a</mark> <mark class="q-bg-success">b</mark> <kbd>C</kbd></p>');
  });

  it('renders buttons that are links and names the icons of icon fonts', () => {
    expect(
      contentOf(
        '<a href="x.md" class="button primary" data-icon="x">Go</a> <i class="fa-check" style="color:$primary;">:check:</i>end',
      ),
    ).to.equal(
      '<p><a href="/r/x.md" class="q-button q-button-primary"><i data-icon="x"></i> Go</a> <i class="q-fg-primary" data-icon="check"></i>end</p>',
    );
    expect(contentOf('<button type="button" class="button primary" data-action="ask" data-icon="x">Ask</button>'))
      .to.include('Ask')
      .and.not.to.include('<button');
    expect(
      contentOf('*a* <i>b</i> <span data-gb-custom-inline data-tag="emoji" data-code="1f600">:grinning:</span>'),
    ).to.equal('<p><em>a</em> <i>b</i> 😀</p>');
  });

  it('renders a table of cards as cards', () => {
    const table =
      '<table data-view="cards" data-card-size="large"><thead><tr><th>T</th><th>Tags</th><th data-type="checkbox">On</th><th data-hidden data-card-target data-type="content-ref">X</th><th data-hidden data-card-cover data-type="files">C</th><th data-hidden data-card-cover-dark data-type="files">D</th><th data-hidden>H</th></tr></thead>' +
      '<tbody><tr><td><strong>One</strong></td><td>About</td><td>true</td><td><a href="one.md">one.md</a></td><td><a href="l.png">l.png</a></td><td><a href="d.png">d.png</a></td><td>hidden words</td></tr></tbody></table>';
    expect(contentOf(table)).to.equal(
      '<ul class="q-cards q-cards-large"><li class="q-card"><picture class="q-card-cover"><source srcset="/r/d.png" media="(prefers-color-scheme: dark)"><img src="/r/l.png" alt=""></picture>' +
        '<div class="q-card-body"><div class="q-card-title"><a href="/r/one.md" class="q-card-link"><strong>One</strong></a></div><div class="q-card-part">About</div><div class="q-card-part"><input type="checkbox" disabled checked></div></div></li></ul>',
    );
  });

  it('links a card by its first part with a text, beside an icon', () => {
    const table =
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target></th></tr></thead>' +
      '<tbody><tr><td><h3><i class="fa-key">:key:</i></h3></td><td><h3>Keys</h3></td><td><a href="one.md">one.md</a></td></tr></tbody></table>';
    expect(contentOf(table))
      .to.match(/<div class="q-card-part"><p[^>]*><i data-icon="key"><\/i><\/p><\/div>/)
      .and.match(/<div class="q-card-title"><a href="\/r\/one.md" class="q-card-link"><h3[^>]*>Keys<\/h3><\/a><\/div>/);
  });

  it('shows headings without a name as paragraphs, which assistive technology does not announce', () => {
    const content = contentOf('## <i class="fa-key"></i>\n\n### ![](a.png)\n\n### Keys\n');
    expect(content)
      .to.match(/<p id="section"[^>]*><i data-icon="key"><\/i><\/p>/)
      .and.match(/<h3[^>]*>.*<img[^]*<\/h3>/)
      .and.match(/<h3 id="keys"[^>]*>Keys<\/h3>/);
  });

  it('renders the cells of a table by the types of their columns', () => {
    const table = (cells: string): string =>
      contentOf(
        `<table><thead><tr><th>A</th><th data-type="checkbox">B</th><th data-type="rating" data-max="3">C</th><th data-type="select">D</th><th data-type="content-ref">E</th></tr></thead><tbody><tr>${cells}</tr></tbody></table>`,
        { resolveLink: (target) => ({ href: `/p/${target}`, title: 'The Guide' }) },
      );
    expect(
      table('<td>true</td><td>true</td><td>2</td><td>x, y</td><td><a href="guides/g.md">g.md</a></td>'),
    ).to.include(
      '<td>true</td><td><input type="checkbox" disabled checked></td><td><span class="q-rating" title="2/3">★★☆</span></td><td><span class="q-tag">x</span><span class="q-tag">y</span></td><td><a href="/p/guides/g.md">The Guide</a></td>',
    );
    expect(table('<td></td><td>false</td><td>4</td><td></td><td><a href="g.md">Read this</a></td>')).to.include(
      '<td></td><td><input type="checkbox" disabled></td><td>4</td><td></td><td><a href="/p/g.md">Read this</a></td>',
    );
    expect(table('<td colspan="2">1</td><td>2</td><td>3</td><td>4</td>')).to.include(
      '<td colspan="2">1</td><td>2</td><td>3</td><td>4</td>',
    );
  });

  it('hides the hidden columns of a table', () => {
    expect(
      contentOf(
        '<table><thead><tr><th width="200">A</th><th data-hidden>B</th><th>C</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>',
      ),
    ).to.equal(
      '<div class="q-table" tabindex="0"><table><thead><tr><th width="200" scope="col">A</th><th scope="col">C</th></tr></thead><tbody><tr><td>1</td><td>3</td></tr></tbody></table></div>',
    );
  });

  it('renders text that resembles HTML as text', () => {
    expect(contentOf('Press <keymap> or <param> now, <your org domain>.')).to.equal(
      '<p>Press &lt;keymap> or &lt;param> now, &lt;your org domain>.</p>',
    );
    expect(contentOf('<keymap>\nline <b>two</b>')).to.equal('&lt;keymap>\nline <b>two</b>');
    expect(contentOf('<keymap>\ntwo')).to.equal('<p>&lt;keymap><br>\ntwo</p>');
    expect(contentOf('<table><tr><td><file></td></tr></table>')).to.include('<td>&lt;file></td>');
    expect(contentOf('a <?php echo 1 ?> b')).to.include('php echo 1');
  });

  it('removes comments', () => {
    expect(contentOf('a <!-- b --> c\n\n<!--\nd\n-->\n\ne')).to.equal('<p>a  c</p>\n<p>e</p>');
  });

  it('keeps the language and the marked lines of code by other generators', () => {
    expect(contentOf('<pre class="x"><code class="lang-js">a\n<strong>b\n</strong></code></pre>')).to.equal(
      '<pre><code class="language-js">a\n<strong>b\n</strong></code></pre>',
    );
  });

  it('renders embedded frames and videos as links', () => {
    expect(contentOf('<iframe src="https://v.example/1" title="Film"></iframe>')).to.equal(
      '<a href="https://v.example/1" rel="noopener noreferrer">Film</a>',
    );
    expect(contentOf('<video controls><source src="a.mp4">old browser</video>')).to.equal(
      '<p><a href="/r/a.mp4">a.mp4</a>old browser</p>',
    );
  });

  it('lets each text determine its direction, and keeps code left to right', () => {
    const { html } = render('متن\n\nمتن فارسی با `code`\n\n```\nx\n```', { page: { title: 'عنوان' } });
    const of = (name: string) =>
      elementsOf(html)
        .filter(({ tagName }) => tagName === name)
        .map((element) => attributesOf(element).dir);
    expect(of('html')).to.deep.equal(['rtl']);
    expect(of('p')).to.deep.equal(['auto', 'auto']);
    expect([...of('code'), ...of('pre')]).to.deep.equal(['ltr', 'ltr', 'ltr']);
  });

  it('states no directions where all text has that of the page', () => {
    const directions = (markdown: string, site: object = {}, title = 'Title'): number => {
      const { html } = render(markdown, { page: { title }, site: { title: 'S', basePath: '/docs/', ...site } });
      return html.slice(html.indexOf('<div class="s-content">')).match(/ dir="/g)?.length ?? 0;
    };
    expect(directions('a `b`\n\n* c\n* d')).to.equal(0);
    expect(directions('a\n\n* c\n* متن')).to.equal(3);
    expect(directions('a', { language: 'ar' })).to.equal(1);
    expect(directions('a', {}, 'عنوان')).to.equal(1);
    expect(directions('<div dir="rtl">\n\na\n\n</div>')).to.equal(2);
  });

  it('is the same on a thread', () => {
    const input = {
      markdown:
        '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="A"></picture>',
      title: 'T',
      labels: ENGLISH,
      colorScheme: 'dark',
      isLeftToRight: true,
      opensNewTab: true,
      resolveLink: (href: string) => ({ href }),
    } as const;
    const answer = answerContentQuestions(input);
    const rendered = renderContentTask(
      createContentTask(input),
      <A>(question: unknown) => answer(question as never) as A,
    );
    expect(rendered).to.deep.equal(renderContent(input));
    expect(rendered.html).to.include('<source srcset="d.png">');
  });

  it('gives items, steps, cells and notes the direction of the paragraphs in them', () => {
    const directionsIn = (markdown: string, name: string) =>
      elementsOf(render(markdown).html)
        .filter(({ tagName }) => tagName === name)
        .map((element) => attributesOf(element).dir);
    expect(directionsIn('- نخست\n\n- `code` دوم\n\n- third\n', 'li').slice(-3)).to.deep.equal(['rtl', 'rtl', 'ltr']);
    expect(directionsIn('- نخست\n- دوم\n', 'li').slice(-2)).to.deep.equal(['auto', 'auto']);
    expect(directionsIn('- 1\n\n- ```\n  x\n  ```\n\n  سوم\n', 'li').slice(-2)).to.deep.equal(['auto', 'rtl']);
    expect(directionsIn('{% stepper %}\n{% step %}\n### گام\n{% endstep %}\n{% endstepper %}', 'li').at(-1)).to.equal(
      'rtl',
    );
    expect(directionsIn('<table><tr><td><ul><li>خانه</li></ul></td></tr></table>', 'td')).to.deep.equal(['rtl']);
    expect(directionsIn('متن[^1]\n\n[^1]: یادداشت\n', 'li').at(-1)).to.equal('rtl');
  });
});
