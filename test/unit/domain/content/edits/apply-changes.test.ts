import { expect } from 'chai';
import { Invalid } from '../../../../../src/domain/kernel/errors.ts';
import type { Change } from '../../../../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, readContent, type Content } from '../../../../../src/domain/content/content.ts';
import { getPage } from '../../../../../src/domain/content/content-reads.ts';
import type { Page } from '../../../../../src/domain/content/page.ts';
import { MAX_BLOCK_TEXT_LENGTH } from '../../../../../src/domain/content/edits/editor.ts';
import { MAX_PAGE_DEPTH } from '../../../../../src/domain/content/edits/page-depth.ts';
import { bench, on, refused, start } from '../../../../support/content/four-pages.ts';
import { flaws, outline } from '../../../../support/content/outline.ts';
import { bytes, chained, idOf, LATER, NOW, page } from '../../../../support/content/workbench.ts';

const get = (content: Content, name: string): Page | undefined => bench.read(getPage(content, idOf(name)));

describe('insert_page', () => {
  it('appends to the root or to a parent, or inserts at a position', () => {
    expect(outline(bench, on(page('new')))).to.deep.equal(['guides', '  install', '  use', 'api', 'new']);
    expect(outline(bench, on(page('new', { into: idOf('guides') })))).to.deep.equal([
      'guides',
      '  install',
      '  use',
      '  new',
      'api',
    ]);
    expect(outline(bench, on(page('new', { at: 0 })))).to.deep.equal(['new', 'guides', '  install', '  use', 'api']);
    expect(outline(bench, on(page('new', { into: idOf('guides'), at: 1 })))).to.deep.equal([
      'guides',
      '  install',
      '  new',
      '  use',
      'api',
    ]);
    expect(outline(bench, on(page('new', { at: 99 })))).to.deep.equal(['guides', '  install', '  use', 'api', 'new']);
  });

  it('derives the slug from the title, numbered if a sibling has it', () => {
    const content = on(
      { operation: 'insert_page', title: 'Guides' },
      { operation: 'insert_page', title: 'Guides' },
      { operation: 'insert_page', title: '???' },
    );
    expect(outline(bench, content)).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'api',
      'guides-1',
      'guides-2',
      'page',
    ]);
  });

  it('uses a valid preferred slug instead of the title, numbered likewise', () => {
    const likely = (likelySlug: string, more: object = {}): Change => ({
      operation: 'insert_page',
      title: 'Title',
      preferredSlug: likelySlug,
      ...more,
    });
    const content = on(
      likely('guides'),
      likely('own'),
      likely('no/slug'),
      likely(''),
      likely('own', { slug: 'given' }),
    );
    expect(outline(bench, content)).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'api',
      'guides-1',
      'own',
      'title',
      'title-1',
      'given',
    ]);
  });

  it('finds a free number among thousands of equal titles', () => {
    const many = Array.from({ length: 3000 }, (): Change => ({ operation: 'insert_page', title: 'Same' }));
    const content = bench.after(EMPTY_CONTENT, ...many);
    expect(flaws(bench, content)).to.deep.equal([]);
    expect(bench.at(content, 'same-1000')).to.not.equal(undefined);
  });

  it('shortens a numbered slug to 100 characters', () => {
    const long: Change = { operation: 'insert_page', title: 'x'.repeat(150) };
    expect(outline(bench, bench.after(EMPTY_CONTENT, long, long))).to.deep.equal([
      'x'.repeat(100),
      `${'x'.repeat(98)}-1`,
    ]);
  });

  it('rejects an explicit slug that is taken or invalid in a path', () => {
    expect(refused([page('new', { slug: 'guides' })])).to.equal(
      'changes.0.slug: a sibling page already has the slug guides',
    );
    expect(outline(bench, on(page('new', { slug: 'guides', into: idOf('guides') })))).to.include('  guides');
    for (const slug of ['a/b', '..', 'a b', 'a?b', '%2f', 'x'.repeat(101), 'a\u0000'])
      expect(refused([page('new', { slug })]), slug).to.match(/^changes\.0\.slug: /);
    expect(refused([page('new', { slug: 'x'.repeat(100) })])).to.equal('accepted');
  });

  it('names the invalid change and field, and changes nothing', () => {
    expect(refused([page('a'), page('b', { into: idOf('nowhere') })])).to.equal('changes.1.into: does not exist');
    expect(refused([page('b', { at: -1 })])).to.match(/^changes\.0\.at: /);
    expect(refused([page('b', { at: 1.5 })])).to.match(/^changes\.0\.at: /);
    expect(refused([page('b', { title: '' })])).to.match(/^changes\.0\.title: /);
    expect(refused([page('b', { emoji: 'x'.repeat(51) })])).to.match(/^changes\.0\.emoji: /);
    expect(refused([page('b', { emoji: 'x'.repeat(50) })])).to.equal('accepted');
    expect(refused([page('api')])).to.equal('changes.0.id: is taken by another page');
  });

  it('keeps the document byte for byte, in any encoding', () => {
    const content = on(page('new', { document: new Uint8Array([0xff, 0xfe, 0x0d, 0x0a, 0x00]) }));
    expect([...bench.objects.get(get(content, 'new')!.document!)!]).to.deep.equal([0xff, 0xfe, 0x0d, 0x0a, 0x00]);
  });

  it('gives links and computed pages no slug, no path and no subpages', () => {
    const content = on(
      page('out', {
        type: 'link',
        title: 'Out',
        document: undefined,
        target: { kind: 'url', url: 'https://example.com' },
      }),
    );
    expect(outline(bench, content)).to.include('(Out)');
    expect(get(content, 'out')).to.not.have.property('slug');
    expect(refused([page('b', { into: idOf('out') })], content)).to.equal(
      'changes.0.into: a link page has no subpages',
    );
    expect(refused([page('b', { type: 'link', slug: 'b', document: undefined })])).to.match(/^changes\.0\.slug: /);
    expect(refused([page('b', { type: 'group' })])).to.equal('changes.0.document: a group page has no document');
  });

  it('rejects fields of another page type', () => {
    const target = { kind: 'url', url: 'https://example.com' };
    const bare = { document: undefined };
    expect(refused([page('b', { type: 'link', ...bare })])).to.equal('changes.0.target: is required for a link page');
    expect(refused([page('b', { type: 'computed', ...bare })])).to.equal(
      'changes.0.computed: is required for a computed page',
    );
    expect(refused([page('b', { type: 'group', ...bare, layout: { width: 'wide' } })])).to.equal(
      'changes.0.layout: a group page has no layout',
    );
    expect(refused([page('b', { target })])).to.equal('changes.0.target: a document page has no target');
    expect(
      refused([
        page('b', { type: 'link', ...bare, target }),
        { operation: 'update_page', page: idOf('b'), target: null },
      ]),
    ).to.equal('changes.1.target: is required for a link page');
    expect(refused([page('b', { type: 'group', ...bare, layout: null })])).to.equal('accepted');
  });

  it('accepts a ref once, and none that is the path of a page', () => {
    const { affectedPages: touched } = bench.edit(start, [page('a', { ref: 'first' }), page('b')]);
    expect(touched).to.deep.equal([
      { kind: 'created', page: idOf('a'), ref: 'first' },
      { kind: 'created', page: idOf('b') },
    ]);
    expect(refused([page('a', { ref: 'x' }), page('b', { ref: 'x' })])).to.equal(
      'changes.1.ref: is used by another change of the batch',
    );
    expect(refused([page('a', { ref: 'guides/install' })])).to.equal('changes.0.ref: is the path of a page');
    expect(refused([page('a', { ref: '' })])).to.equal('changes.0.ref: must not be empty');
  });

  it(`nests at most ${MAX_PAGE_DEPTH} levels deep`, () => {
    const chain = Array.from({ length: MAX_PAGE_DEPTH }, (_, i) =>
      page(`d${i}`, i === 0 ? {} : { into: idOf(`d${i - 1}`) }),
    );
    expect(refused(chain, EMPTY_CONTENT)).to.equal('accepted');
    expect(refused([...chain, page('more', { into: idOf(`d${MAX_PAGE_DEPTH - 1}`) })], EMPTY_CONTENT)).to.match(
      /^changes\.100\.into: /,
    );
  });

  it('counts the levels below a moved page, and allows moves up', () => {
    const move = (name: string, into: string | null): Change => ({
      operation: 'update_page',
      page: idOf(name),
      into: into && idOf(into),
    });
    const two = bench.after(EMPTY_CONTENT, ...chained('a', 60), ...chained('b', 41));
    expect(refused([move('b0', 'a58')], two)).to.equal('accepted');
    expect(refused([move('b0', 'a59')], two)).to.equal('changes.0.into: pages can be nested at most 100 levels deep');
    expect(refused([move('b1', 'a59')], two)).to.equal('accepted');
    const deep = bench.after(two, move('b0', 'a58'));
    expect(flaws(bench, deep)).to.deep.equal([]);
    expect(refused([move('a1', null), move('b0', 'a50'), move('a1', 'a0')], deep)).to.equal('accepted');
  });

  it('moves a reverted page further up if it would be too deep', () => {
    const then = bench.after(
      EMPTY_CONTENT,
      ...chained('a', 60),
      ...chained('b', 30),
      page('x', { into: idOf('a59') }),
      page('y'),
    );
    const now = bench.after(
      then,
      { operation: 'update_page', page: idOf('x'), into: null },
      { operation: 'update_page', page: idOf('b0'), into: idOf('y') },
      { operation: 'update_page', page: idOf('y'), into: idOf('x') },
      ...chained('c', 10).map((change, i) => (i === 0 ? { ...change, into: idOf('b29') } : change) as Change),
    );
    const back = bench.edit(now, [{ operation: 'revert_page', page: idOf('x') }], { base: then }).content;
    expect(flaws(bench, back)).to.deep.equal([]);
    expect(bench.read(getPage(back, idOf('x')))!.parent).to.equal(idOf('a57'));
  });
});

describe('update_page', () => {
  const update = (name: string, more: object): Change => ({ operation: 'update_page', page: idOf(name), ...more });

  it('changes the given fields only', () => {
    const edit = bench.edit(start, [update('api', { title: 'Reference', description: 'All of it', hidden: true })], {
      now: LATER,
    });
    const before = get(start, 'api')!;
    expect(get(edit.content, 'api')).to.deep.equal({
      ...before,
      title: 'Reference',
      description: 'All of it',
      hidden: true,
      updatedAt: LATER,
    });
    expect(edit.affectedPages).to.deep.equal([{ kind: 'updated', page: idOf('api') }]);
  });

  it('removes a field with null, the empty text or the default', () => {
    const full = on(
      update('api', { emoji: '1f600', icon: 'gear', condition: 'true', hidden: true, layout: { width: 'wide' } }),
    );
    const bare = bench.after(
      full,
      update('api', { emoji: '', icon: null, condition: '', hidden: false, layout: null }),
    );
    expect(bare).to.deep.equal(start);
  });

  it('changes the slug, or derives it from the title if empty', () => {
    expect(bench.at(on(update('guides', { slug: 'book' })), 'book/install')?.id).to.equal(idOf('install'));
    expect(bench.at(on(update('guides', { title: 'The Book' })), 'guides')?.title).to.equal('The Book');
    expect(bench.at(on(update('guides', { title: 'The Book', slug: '' })), 'the-book')?.id).to.equal(idOf('guides'));
    expect(refused([update('guides', { slug: 'api' })])).to.match(/^changes\.0\.slug: /);
    expect(refused([update('guides', { slug: 'guides' })])).to.equal('accepted');
  });

  it('swaps two slugs through a third one', () => {
    const content = on(
      update('guides', { slug: 'tmp' }),
      update('api', { slug: 'guides' }),
      update('guides', { slug: 'api' }),
    );
    expect(bench.at(content, 'api/use')?.id).to.equal(idOf('use'));
    expect(bench.at(content, 'guides')?.id).to.equal(idOf('api'));
  });

  it('moves below another page, to the root, and among the siblings', () => {
    expect(outline(bench, on(update('api', { into: idOf('guides'), at: 1 })))).to.deep.equal([
      'guides',
      '  install',
      '  api',
      '  use',
    ]);
    expect(outline(bench, on(update('use', { into: null })))).to.deep.equal(['guides', '  install', 'api', 'use']);
    expect(outline(bench, on(update('api', { at: 0 })))).to.deep.equal(['api', 'guides', '  install', '  use']);
    expect(outline(bench, on(update('guides', { at: 1 })))).to.deep.equal(['api', 'guides', '  install', '  use']);
  });

  it('changes nothing when the position stays the same', () => {
    expect(on(update('guides', { at: 0 }))).to.deep.equal(start);
    expect(on(update('use', { into: idOf('guides') }))).to.deep.equal(start);
    expect(on(update('api', { at: 7 }))).to.deep.equal(start);
    expect(bench.edit(start, [update('api', { title: 'API' })]).objects.map(({ type }) => type)).to.deep.equal([
      'content',
    ]);
  });

  it('rejects moves below itself and moves to a taken slug', () => {
    expect(refused([update('guides', { into: idOf('guides') })])).to.match(
      /^changes\.0\.into: a page cannot be moved below itself/,
    );
    expect(refused([update('guides', { into: idOf('use') })])).to.match(
      /^changes\.0\.into: a page cannot be moved below itself/,
    );
    expect(refused([page('x', { slug: 'use' }), update('x', { into: idOf('guides') })])).to.match(
      /^changes\.1\.slug: /,
    );
    expect(refused([update('nobody', {})])).to.equal('changes.0.page: does not exist');
  });

  it('supports any number of inserts between the same two pages', () => {
    let content = start;
    const names: string[] = [];
    for (let i = 0; i < 400; i++) {
      content = bench.after(content, page(`n${i}`, { at: 1 + (i % 2 ? Math.floor(names.length / 2) : 0) }));
      names.splice(i % 2 ? Math.floor(names.length / 2) : 0, 0, `n${i}`);
    }
    expect(outline(bench, content)).to.deep.equal(['guides', '  install', '  use', ...names, 'api']);
    expect(flaws(bench, content)).to.deep.equal([]);
    for (const name of names) expect(get(content, name)!.rank.length).to.be.at.most(48);
  });
});

describe('delete_page', () => {
  it('deletes subpages too, and reports parents first', () => {
    const edit = bench.edit(start, [{ operation: 'delete_page', page: idOf('guides') }]);
    expect(outline(bench, edit.content)).to.deep.equal(['api']);
    expect(edit.affectedPages.map(({ kind, page: id }) => [kind, id])).to.deep.equal([
      ['deleted', idOf('guides')],
      ['deleted', idOf('install')],
      ['deleted', idOf('use')],
    ]);
  });

  it('does not report a page that the same edit created', () => {
    const edit = bench.edit(start, [page('x'), { operation: 'delete_page', page: idOf('x') }]);
    expect(edit.affectedPages).to.deep.equal([]);
    expect(edit.content).to.deep.equal(start);
  });

  it('restores the empty content once every page is deleted', () => {
    expect(
      on({ operation: 'delete_page', page: idOf('guides') }, { operation: 'delete_page', page: idOf('api') }),
    ).to.deep.equal(EMPTY_CONTENT);
  });
});

describe('revert_page', () => {
  const revert = (name: string): Change => ({ operation: 'revert_page', page: idOf(name) });
  const reverted = (content: Content, ...names: string[]): Content => {
    const edit = bench.edit(content, names.map(revert), { base: start, now: LATER });
    expect(flaws(bench, edit.content)).to.deep.equal([]);
    return edit.content;
  };

  it('undoes edits, moves and deletions exactly', () => {
    expect(
      reverted(
        on({ operation: 'update_page', page: idOf('use'), title: 'x', slug: 'y', into: null, document: bytes('z') }),
        'use',
      ),
    ).to.deep.equal(start);
    expect(reverted(on({ operation: 'delete_page', page: idOf('guides') }), 'guides', 'use', 'install')).to.deep.equal(
      start,
    );
    expect(reverted(on(page('new')), 'new')).to.deep.equal(start);
  });

  it('restores a page below its nearest existing ancestor', () => {
    const content = reverted(on({ operation: 'delete_page', page: idOf('guides') }), 'use');
    expect(outline(bench, content)).to.have.members(['use', 'api']);
  });

  it('numbers a taken slug and never creates a cycle', () => {
    const taken = on({ operation: 'update_page', page: idOf('api'), slug: 'x' }, page('other', { slug: 'api' }));
    expect(bench.at(reverted(taken, 'api'), 'api-1')?.id).to.equal(idOf('api'));
    const turned = on(
      { operation: 'update_page', page: idOf('use'), into: null },
      { operation: 'update_page', page: idOf('guides'), into: idOf('use') },
    );
    expect(outline(bench, reverted(turned, 'use'))).to.include('use');
  });

  it('reverts blocks, up to the maximum length of text per edit', () => {
    const blocksOf = (text: string) =>
      [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
        key: line,
        start: index,
        end: index + line.length,
      }));
    const back = (content: Content, to: Content, ...keys: string[]): Content =>
      bench.edit(content, [{ operation: 'revert_page', page: idOf('api'), to, blocks: keys }], { blocksOf, now: LATER })
        .content;
    const [one, two] = ['a\n\nb\n', 'A\n\nB\n'].map((text) =>
      on({ operation: 'update_page', page: idOf('api'), document: bytes(text), title: text[0]! }),
    ) as [Content, Content];
    const after = back(two, one, 'B');
    expect([bench.textAt(after, 'api'), get(after, 'api')!.title, get(after, 'api')!.updatedAt]).to.deep.equal([
      'a\n\nb\n',
      'A',
      LATER,
    ]);
    expect(back(two, two, 'B')).to.deep.equal(two);
    expect(() => back(two, one, 'A', 'nothing')).to.throw(Invalid, 'changes.0.block.1: is not a block');
    const filled = (length: number): Content =>
      on({ operation: 'update_page', page: idOf('api'), document: bytes('x'.repeat(length)) });
    const half = MAX_BLOCK_TEXT_LENGTH / 2;
    expect(bench.textAt(back(filled(half), filled(half), 'x'.repeat(half)), 'api')).to.have.length(half);
    expect(() => back(filled(half + 1), filled(half), 'x')).to.throw(Invalid, 'changes.0.block: ');
  });

  it('rejects a page that neither content contains', () => {
    expect(() => reverted(start, 'nobody')).to.throw(Invalid, 'changes.0.page');
  });
});

describe('applyChanges', () => {
  it('stores each new object once, and identifies the content by its hash', () => {
    const edit = bench.edit(start, [page('x', { document: bytes('same') }), page('y', { document: bytes('same') })]);
    expect(new Set(edit.objects.map(({ hash }) => hash)).size).to.equal(edit.objects.length);
    expect(edit.objects.filter(({ type }) => type === 'document')).to.have.length(1);
    expect(bench.read(readContent(edit.contentHash))).to.deep.equal(edit.content);
  });

  it('omits documents that a later change of the same edit replaced', () => {
    const edit = bench.edit(start, [
      page('x', { document: bytes('draft') }),
      { operation: 'update_page', page: idOf('x'), document: bytes('final') },
    ]);
    expect(edit.objects.filter(({ type }) => type === 'document').map((o) => o.bytes)).to.deep.equal([bytes('final')]);
    expect(edit.affectedPages).to.deep.equal([{ kind: 'created', page: idOf('x') }]);
    expect(get(edit.content, 'x')!.createdAt).to.equal(NOW);
  });
});
