import { expect } from 'chai';
import { serializeOuter } from 'parse5';
import { defaultCustomization } from '../../../../src/domain/sites/customization.ts';
import type { NavigationItem, PageAction, TitledLink } from '../../../../src/ports/sites/site-renderer.ts';
import { attributesOf, elementsOf, expectInert, render, renderer, textOf, viewOf } from './support.ts';

const item = (title: string, change: Partial<NavigationItem> = {}): NavigationItem => ({
  type: 'document',
  title,
  href: `/docs/${title}`,
  children: [],
  ...change,
});

describe('frame of published pages', () => {
  it('is identical for the same view', () => {
    const view = viewOf('# a\n\n{% tabs %}\n{% tab title="x" %}\ny\n{% endtab %}\n{% endtabs %}\n\nb[^1]\n\n[^1]: c');
    expect(renderer.renderPageNow(view)).to.deep.equal(renderer.renderPageNow(view));
  });

  it('describes the page to browsers, robots and previews', () => {
    const { html, headers } = render('text', {
      canonicalUrl: 'https://docs.example/a/b',
      noIndex: true,
      page: { description: 'D "q"' },
      site: { title: 'Site', basePath: '/docs/', language: 'fa' },
    });
    expect(html).to.match(/^<!doctype html>\n<html lang="fa" dir="rtl">/);
    expect(html)
      .to.include('<title>Title · Site</title>')
      .and.to.include('<link rel="canonical" href="https://docs.example/a/b">')
      .and.to.include('<meta name="robots" content="noindex">')
      .and.to.include('<meta name="description" content="D &quot;q&quot;">');
    expect(headers['X-Robots-Tag']).to.equal('noindex');
    expect(render('text').html).not.to.include('robots').and.not.to.include('canonical');
    expect(render('text').headers).not.to.have.property('X-Robots-Tag');
  });

  it('has the language and direction of the text that readers see, not of comments and code', () => {
    const english = 'the building blocks of the transport protocol, and how they work in detail. '.repeat(5);
    const opening = (markdown: string): string => /<html[^>]*>/.exec(render(markdown).html)![0];
    expect(opening(`<!-- ${english} -->\n\n이번 장에서는 프로토콜의 구성 요소를 설명한다. 연결을 설정한다.`)).to.equal(
      '<html lang="ko" dir="ltr">',
    );
    expect(
      opening(`${'```'}\n${english}\n${'```'}\n\nواژهٔ پروتکل یک اسم است، سرنام نیست. این واژه تلفظ می‌شود`),
    ).to.equal('<html lang="fa" dir="rtl">');
    expect(opening(english)).to.equal('<html lang="en" dir="ltr">');
    const german = 'Dieses Kapitel beschreibt die Bausteine des Protokolls und wie sie zusammenarbeiten. '.repeat(2);
    expect(opening(`${'```'}\n${english}\n${'```'}\n\n${german}`)).to.equal('<html lang="de" dir="ltr">');
  });

  it('has landmarks, a skip link, and a name for each navigation', () => {
    const { html } = render('## a\n\n## b', {
      navigation: [item('x')],
      breadcrumbs: [{ title: 'G', href: '/g' }],
      next: { title: 'N', href: '/n' },
      site: {
        title: 'S',
        basePath: '/docs/',
        sections: [
          { title: 'A', href: '/a', current: true },
          { title: 'B', href: '/b' },
        ],
      },
    });
    const elements = elementsOf(html);
    expect(elements.filter(({ tagName }) => tagName === 'main')).to.have.length(1);
    const names = elements
      .filter(({ tagName }) => tagName === 'nav')
      .map((element) => attributesOf(element)['aria-label']);
    expect(names).to.have.members([
      'Sections',
      'Table of contents',
      'Breadcrumbs',
      'On this page',
      'Previous and next page',
    ]);
    expect(elements.find(({ tagName }) => tagName === 'a')?.attrs).to.deep.include({
      name: 'href',
      value: '#quire-content',
    });
  });

  it('expands the table of contents only along the current page', () => {
    const { html } = render('x', {
      navigation: [
        item('closed', { children: [item('unseen')] }),
        item('group', {
          type: 'group',
          href: undefined,
          children: [
            item('parent', { children: [item('here', { current: true, emoji: '🎉', children: [item('child')] })] }),
          ],
        }),
      ],
    });
    expect(html).not.to.include('unseen');
    expect(html).to.match(/s-group[^]*group[^]*parent[^]*<a href="\/docs\/here" aria-current="page"[^]*🎉[^]*child/);
    expect(html.match(/aria-current/g)).to.have.length(1);
  });

  it('marks entries with children in the table of contents, loaded or not', () => {
    const branches = (change: object): number =>
      render('x', { navigation: [item('x', change)] }).html.match(/<a [^>]* data-more>/g)?.length ?? 0;
    expect([
      branches({}),
      branches({ hasMoreChildren: true }),
      branches({ children: [item('y')] }),
      branches({ type: 'group', hasMoreChildren: true }),
    ]).to.deep.equal([0, 1, 1, 0]);
    const entries = ['x', 'y'].map((title) => item(title, { hasMoreChildren: true }));
    expect(render('x', { navigation: entries }).html.match(/<ul data-more>|<a [^>]* data-more>/g)).to.deep.equal([
      '<ul data-more>',
    ]);
  });

  it('spends at most 20 bytes beside the address and the title on an entry of the table of contents', () => {
    const entries = Array.from({ length: 250 }, (_, index) => item(`entry-${index}`));
    const { html } = render('x', { navigation: entries });
    const contents = /<nav class="s-contents"[^>]*><ul>([^]*?)<\/ul><\/nav>/.exec(html)?.[1] ?? '';
    const texts = entries.map(({ title, href = '' }) => title + href).join('');
    expect(contents.match(/<a /g)).to.have.length(entries.length);
    expect(contents.length - texts.length).to.be.at.most(20 * entries.length);
  });

  it('shortens the addresses of the table of contents to relative ones', () => {
    const links = (address?: string): string[] => {
      const navigation = [
        item('', { href: '/docs/' }),
        item('guides', {
          href: '/docs/guides',
          children: [item('here', { href: '/docs/guides/here', current: true })],
        }),
        item('update', { href: '/docs/guides/update#first', type: 'link' }),
        item('elsewhere', { href: 'https://example.org/docs/', type: 'link' }),
      ];
      const { html } = render('x', { navigation, ...(address !== undefined && { address }) });
      const [contents] = /<nav class="s-contents".*?<\/nav>/s.exec(html)!;
      return [...contents.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!);
    };
    expect(links('/docs/guides/here')).to.deep.equal([
      '../',
      '../guides',
      'here',
      'update#first',
      'https://example.org/docs/',
    ]);
    expect(links()).to.deep.equal([
      '/docs/',
      '/docs/guides',
      '/docs/guides/here',
      '/docs/guides/update#first',
      'https://example.org/docs/',
    ]);
  });

  it('shows the methods of operations in the table of contents, and strikes deprecated ones through', () => {
    const operation = (title: string, method: string, more: object = {}): object =>
      item(title, { operation: { method, ...more }, icon: 'rocket' });
    const site = { title: 'S', basePath: '/docs/', language: 'de' };
    const { html } = render('x', {
      site,
      navigation: [
        operation('List pets', 'get', { isDeprecated: true }),
        operation('GET /pets', 'get'),
        operation('newPet', 'post', { isWebhook: true }),
        operation('Copy', 'copy'),
      ] as never,
    });
    const contents = /<nav class="s-contents"[^>]*><ul>([^]*?)<\/ul><\/nav>/.exec(html)![1]!;
    expect(
      [...contents.matchAll(/<a[^>]* href="[^"]*"([^>]*)>(.*?)<\/a>/g)].map(([, ...parts]) => parts),
    ).to.deep.equal([
      [' title="veraltet"', '<b class="s-method m-get">GET</b> <s dir="auto">List pets</s>'],
      ['', '<b class="s-method m-get">GET</b> <span dir="auto">/pets</span>'],
      ['', '<b class="s-method m-post">Webhook</b> <span dir="auto">newPet</span>'],
      ['', '<b class="s-method m-other">COPY</b> <span dir="auto">Copy</span>'],
    ]);
    expectInert(html);
  });

  it('shows the icon or the emoji of a page in the table of contents and beside its title', () => {
    const { html } = render('x', {
      navigation: [
        item('a', { icon: 'rocket' }),
        item('b', { icon: 'fa-book', emoji: '🎉' }),
        item('c', { icon: 'no-such-icon' }),
      ],
      page: { icon: 'rocket' },
    });
    const icon = '<svg class="q-icon"';
    expect(html).to.match(/<a href="\/docs\/a"><svg class="q-icon"[^>]*><path d="[^"]+"\/><\/svg> <span dir="auto">a</);
    expect(html)
      .to.include('<span class="s-emoji" aria-hidden="true">🎉</span> <span dir="auto">b</span>')
      .and.include('<a href="/docs/c">c</a>')
      .and.match(/<h1 dir="auto"><svg class="q-icon"/);
    expect(html.split(icon)).to.have.length(3);
  });

  it('shows the cover of a page, for dark pages another one, across the page where its layout says so', () => {
    const site = (themes: object) => ({
      title: 'S',
      basePath: '/docs/',
      appearance: {
        customization: { ...defaultCustomization('S'), ...themes },
        header: [],
        footer: [],
        socialLinks: { header: [], footer: [] },
      },
    });
    const cover = { image: 'light.png', darkImage: 'dark.png', position: 18 };
    const { html } = render('x', { page: { cover } });
    expect(html).to.match(
      /<article>\n<picture><source srcset="\/r\/dark.png" media="\(prefers-color-scheme: dark\)"><img class="s-cover s-cover-20" src="\/r\/light.png" alt=""><\/picture>/,
    );
    const dark = { themes: { default: 'dark', toggeable: false } } as const;
    expect(render('x', { page: { cover }, site: site(dark) }).html)
      .to.include('src="/r/dark.png" alt=""')
      .and.not.include('light.png');
    expect(render('x', {}).html).to.include('<main class="s-main" id');
    expect(render('x', { page: { isWide: true } }).html).to.include('<main class="s-main s-wide" id');
    const full = render('x', { page: { cover: { image: 'light.png', isFull: true } } }).html;
    expect(full).to.match(/<\/header>\n<picture><img class="s-cover s-cover-full"/);
    expect(render('x', { page: { cover: { image: 'nowhere.png' } } }).html).not.to.include('s-cover');
  });

  it('chooses pictures for the color scheme of a site on which readers have no choice', () => {
    const picture =
      '<picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt="p"></picture>';
    const html = (scheme: 'light' | 'dark') =>
      render(picture, {
        site: {
          title: 'S',
          basePath: '/docs/',
          appearance: {
            customization: { ...defaultCustomization('S'), themes: { default: scheme, toggeable: false } },
            header: [],
            footer: [],
            socialLinks: { header: [], footer: [] },
          },
        },
      }).html;
    expect(html('dark')).to.include('<source srcset="/r/dark.png">');
    expect(html('light')).not.to.include('dark.png');
  });

  it('says that a page is a preview', () => {
    const site = { title: 'S', basePath: '/docs/' };
    expect(render('x', { site: { ...site, isPreview: true } }).html).to.include('This is a preview of the site.');
    expect(render('x', { site }).html).not.to.include('preview of the site');
  });

  it('names the same page in other languages to search engines', () => {
    const site = {
      title: 'S',
      basePath: '/docs/',
      alternates: [
        { language: 'en', href: 'https://docs.example/a' },
        { language: 'pt-br', href: 'https://docs.example/pt-br/a' },
      ],
    };
    expect(render('x', { site }).html)
      .to.include('<link rel="alternate" hreflang="en" href="https://docs.example/a">')
      .and.include('<link rel="alternate" hreflang="pt-BR" href="https://docs.example/pt-br/a">');
    expect(render('x', { site, noIndex: true }).html).not.to.include('hreflang');
  });

  it('links to the source of a page once', () => {
    const editHref = 'https://git.example/edit';
    const tools = (actions: readonly PageAction[]) => ({ actions, markdownHref: '/m', feedHref: '/f' });
    const links = (actions: readonly PageAction[]) =>
      render('x', { page: { editHref }, tools: tools(actions) }).html.split(`href="${editHref}"`).length - 1;
    expect([links([]), links([{ kind: 'git', href: editHref }])]).to.deep.equal([1, 1]);
  });

  it('renders a table of contents of any depth', () => {
    let tree = item('deepest', { current: true });
    for (let depth = 0; depth < 20_000; depth++) tree = item('t', { children: [tree] });
    expect(render('x', { navigation: [tree] }).html).to.include('s-contents');
  });

  it('lists the headings of the page if there are several', () => {
    expect(render('## One\n\n### Two *em*\n\n#### Three').html)
      .to.match(/On this page[^]*<a href="#one" dir="auto">One<\/a>[^]*<a href="#two-em" dir="auto">Two em<\/a>/)
      .and.to.include('<li class="s-level-2"><a href="#three" dir="auto">Three</a>');
    expect(render('## One').html).not.to.include('On this page');
  });

  it('hides the parts that a page hides', () => {
    const change = { navigation: [item('x')], next: { title: 'N', href: '/n' } };
    const shown = render('## a\n\n## b', { ...change, page: { description: 'D' } }).html;
    const hidden = render('## a\n\n## b', {
      ...change,
      page: { description: 'D', hidden: ['title', 'description', 'tableOfContents', 'outline', 'pagination'] },
    }).html;
    for (const part of ['<h1', 's-lead', 's-contents', 's-outline', 's-pager']) {
      expect(shown).to.include(part);
      expect(hidden.slice(hidden.indexOf('<body'))).not.to.include(part);
    }
  });

  it('renders the cover, the date of the last change and the edit link', () => {
    const { html } = render('x', {
      page: { cover: { image: '/files/1' }, updatedAt: '2024-02-03T04:05:06.000Z', editHref: 'https://git.example/x' },
    });
    expect(html)
      .to.include('src="/r//files/1"')
      .and.to.include('<time datetime="2024-02-03T04:05:06.000Z">Feb 3, 2024</time>')
      .and.to.include('href="https://git.example/x"');
  });

  it('has interface texts in the language of the site', () => {
    const site = {
      title: 'S',
      basePath: '/',
      language: 'de-AT',
    };
    expect(textOf(render('{% include "x" %}', { site, next: { title: 'N', href: '/n' } }).html))
      .to.include('Weiter')
      .and.to.include('Dieser Inhalt ist hier nicht verfügbar.');
    expect(render('{% hint style="warning" %}\nx\n{% endhint %}', { site }).html).to.include('aria-label="Warnung"');
  });

  it('switches variants without scripts', () => {
    const { html } = render('x', {
      site: {
        title: 'S',
        basePath: '/docs/',
        variants: [
          { title: 'v2', href: '/docs/', current: true },
          { title: 'v1', href: '/docs/v1' },
        ],
      },
    });
    expect(html)
      .to.include('<details class="s-dropdown s-variants" data-menu><summary aria-label="Versions: v2">')
      .and.to.include('href="/docs/v1"')
      // The row keeps the direction of the page, whatever that of the title is.
      .and.to.include('<details class="s-drawer-list"><summary><span dir="auto">v2</span></summary>');
    expectInert(html);
  });

  it('lists the sections of a group below its title, also in the drawer of narrow screens', () => {
    const { html } = render('x', {
      site: {
        title: 'S',
        basePath: '/docs/',
        sections: [
          { title: 'Guides', href: '/docs/', current: true },
          { title: 'Tools & SDKs', items: [{ title: 'Python', href: '/docs/python', current: false }] },
        ],
      },
    });
    const list = elementsOf(html).find((each) => attributesOf(each)['class'] === 's-drawer-list')!;
    expect(textOf(serializeOuter(list))).to.equal('GuidesGuidesTools & SDKsPython');
    expect(html).to.match(/Tools &amp; SDKs<\/span><\/span><ul><li><a href="\/docs\/python"/);
    expectInert(html);
  });

  it('renders a page for unknown addresses within the site', () => {
    const { html, headers } = renderer.renderNotFound({
      site: { title: 'Site', basePath: '/docs' },
      navigation: [item('x')],
    });
    expect(textOf(html)).to.include('Page not found');
    expect(html)
      .to.include('href="/docs/"')
      .and.to.include('/docs/~quire/assets/site-')
      .and.to.include('/docs/x')
      .and.to.include('noindex');
    expect(headers).to.include({ 'X-Robots-Tag': 'noindex' });
  });

  it('lists similar pages below a heading in the language of the site when a page is not found', () => {
    const notFound = (suggestions?: readonly TitledLink[]): string =>
      renderer.renderNotFound({
        site: { title: 'Site', basePath: '/docs', language: 'de' },
        navigation: [],
        ...(suggestions && { suggestions }),
      }).html;
    expect(notFound([{ title: 'Install', href: '/docs/install' }])).to.match(
      /<nav aria-labelledby="([^"]+)"><h2 id="\1">Ähnliche Seiten<\/h2>\n<ul[^>]*><li><a href="\/docs\/install"/,
    );
    expect(notFound()).to.not.include('<h2');
  });
});
