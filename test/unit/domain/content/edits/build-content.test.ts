import { expect } from 'chai';
import fc from 'fast-check';
import { buildContent, type PageSeed } from '../../../../../src/domain/content/edits/build-content.ts';
import { EMPTY_CONTENT, encodeContent, readContent, REDIRECTS } from '../../../../../src/domain/content/content.ts';
import { countPages, findPageByPath } from '../../../../../src/domain/content/content-reads.ts';
import { diffContents } from '../../../../../src/domain/content/diff/diff-contents.ts';
import { entries, lookup } from '../../../../../src/domain/content/objects/map-read.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import type { Page } from '../../../../../src/domain/content/page.ts';
import { Invalid } from '../../../../../src/domain/kernel/errors.ts';
import { plant, someSteps } from '../../../../support/content/arbitraries.ts';
import { flaws, outline } from '../../../../support/content/outline.ts';
import { bytes, idOf, NOW, page, text, Workbench } from '../../../../support/content/workbench.ts';
import { checkProperty } from '../../../../support/properties.ts';

const seed = (name: string, more: Partial<PageSeed> = {}): PageSeed => ({
  id: idOf(name),
  type: 'document',
  parent: null,
  slug: name,
  title: name,
  createdAt: NOW,
  updatedAt: NOW,
  ...more,
});

describe('buildContent', () => {
  it('builds the given pages in order, with documents and all other items', () => {
    const bench = new Workbench();
    const built = buildContent({
      pages: [
        seed('a', { document: bytes('A') }),
        seed('b', { type: 'group', parent: idOf('a') }),
        seed('l', { type: 'link', slug: undefined, target: { kind: 'url', url: 'https://example.com' } }),
        seed('c', { parent: idOf('b') }),
      ],
      files: [{ id: idOf('f'), name: 'f', contentType: 'text/plain', size: 1, blob: 'aa'.repeat(32) as Hash }],
      reusableContents: [{ id: idOf('r'), title: 'R', document: bytes('R') }],
      variables: { version: '1' },
    });
    bench.store(built.objects);
    expect(outline(bench, built.content)).to.deep.equal(['a', '  b', '    c', '(l)']);
    expect(flaws(bench, built.content)).to.deep.equal([]);
    expect(bench.textAt(built.content, 'a')).to.equal('A');
    expect(bench.read(readContent(built.contentHash))).to.deep.equal(built.content);
    expect(new Set(built.objects.map(({ hash }) => hash)).size).to.equal(built.objects.length);
  });

  it('keeps the redirects, also through edits and repository locations', () => {
    const bench = new Workbench();
    const redirects = new Map([
      ['/old', { kind: 'page' as const, page: idOf('a') }],
      ['/docs/pdf', { kind: 'url' as const, url: 'https://example.com/' }],
    ]);
    const built = buildContent({ pages: [seed('a')], redirects });
    bench.store(built.objects);
    expect(bench.read(readContent(built.contentHash))).to.deep.equal(built.content);
    const edited = bench.after(built.content, page('b'));
    for (const content of [built.content, edited])
      for (const [from, to] of redirects)
        expect(bench.read(lookup(REDIRECTS, content.redirects, from))).to.deep.equal(to);
    // Garbage collection of unreferenced objects deletes none of these.
    expect(bench.collected(edited).read(lookup(REDIRECTS, edited.redirects, '/old'))).to.deep.equal(
      redirects.get('/old'),
    );
  });

  it('encodes contents without redirects as before redirects existed, byte for byte', () => {
    const nothing = {
      children: null,
      conflicts: null,
      files: null,
      order: null,
      pages: null,
      reusableContents: null,
      variables: null,
    };
    expect(text(encodeContent(EMPTY_CONTENT).bytes)).to.equal(JSON.stringify(nothing));
  });

  it('builds the empty content from nothing', () => {
    expect(buildContent({ pages: [] }).content).to.deep.equal(EMPTY_CONTENT);
  });

  it('equals a content built by edits, and keeps previous ranks', () => {
    checkProperty(
      fc.property(someSteps(40), (steps) => {
        const bench = new Workbench();
        const edited = plant(bench, steps);
        const pages = bench.read(entries<Page>(edited.pages)).map(({ value }) => value);
        const depth = (page: Page): number =>
          page.parent === null ? 0 : 1 + depth(pages.find(({ id }) => id === page.parent)!);
        pages.sort((a, b) => depth(a) - depth(b) || (a.rank < b.rank ? -1 : 1));
        expect(buildContent({ pages }).content).to.deep.equal(edited);
      }),
      { numRuns: 50 },
    );
  });

  it('changes no other page when built again with one more page', () => {
    const bench = new Workbench();
    const first = buildContent({ pages: [seed('a'), seed('b'), seed('c')] });
    bench.store(first.objects);
    const ranks = new Map(bench.read(entries<Page>(first.content.pages)).map(({ key, value }) => [key, value.rank]));
    const second = buildContent({
      pages: [seed('new'), seed('a'), seed('b'), seed('x'), seed('c')].map((one) => ({
        ...one,
        rank: ranks.get(one.id),
      })),
    });
    bench.store(second.objects);
    expect(outline(bench, second.content)).to.deep.equal(['new', 'a', 'b', 'x', 'c']);
    const { pages } = bench.read(diffContents(first.content, second.content));
    expect([pages.created.length, pages.deleted.length, pages.changed.length]).to.deep.equal([2, 0, 0]);
  });

  it('names the page that is invalid', () => {
    const refused = (pages: PageSeed[]): void => void buildContent({ pages });
    expect(() => refused([seed('a', { parent: idOf('b') }), seed('b')])).to.throw(Invalid, 'pages.0.parent');
    expect(() => refused([seed('a'), seed('a', { slug: 'x' })])).to.throw(Invalid, 'pages.1.id');
    expect(() => refused([seed('a'), seed('b', { slug: 'a' })])).to.throw(Invalid, 'pages.1.slug');
    expect(() => refused([seed('a', { slug: 'a/b' })])).to.throw(Invalid, 'pages.0.slug');
    expect(() => refused([seed('a', { slug: undefined })])).to.throw(Invalid, 'pages.0.slug');
    expect(() => refused([seed('l', { type: 'link', slug: undefined }), seed('a', { parent: idOf('l') })])).to.throw(
      Invalid,
      'pages.1.parent',
    );
  });

  it('builds thousands of pages in linear time, in any order of families', () => {
    const bench = new Workbench();
    const pages = Array.from({ length: 5000 }, (_, i) =>
      seed(`p${i}`, { parent: i < 50 ? null : idOf(`p${i % 50}`), document: bytes(`text ${i}`) }),
    );
    const built = buildContent({ pages });
    bench.store(built.objects);
    expect(bench.read(countPages(built.content))).to.equal(5000);
    expect(bench.read(findPageByPath(built.content, 'p7/p1057'))?.id).to.equal(idOf('p1057'));
  });
});
