import { expect } from 'chai';
import type { NavigationItem } from '../../../../src/ports/sites/site-renderer.ts';
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
      render('x', { navigation: [item('x', change)] }).html.match(/class="s-branch"/g)?.length ?? 0;
    expect([
      branches({}),
      branches({ hasMoreChildren: true }),
      branches({ children: [item('y')] }),
      branches({ type: 'group', hasMoreChildren: true }),
    ]).to.deep.equal([0, 1, 1, 0]);
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
      page: { cover: '/files/1', updatedAt: '2024-02-03T04:05:06.000Z', editHref: 'https://git.example/x' },
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
      .and.to.include('href="/docs/v1"');
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
});
