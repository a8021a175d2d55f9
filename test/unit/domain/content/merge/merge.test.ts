import { expect } from 'chai';
import type { Change } from '../../../../../src/domain/content/edits/changes.ts';
import type { Conflict } from '../../../../../src/domain/content/conflicts/conflict.ts';
import { EMPTY_CONTENT, REDIRECTS, type Content } from '../../../../../src/domain/content/content.ts';
import { getPage, getVariable, openConflicts } from '../../../../../src/domain/content/content-reads.ts';
import type { MergeResult } from '../../../../../src/domain/content/merge/merge.ts';
import { Draft } from '../../../../../src/domain/content/edits/draft.ts';
import { entries } from '../../../../../src/domain/content/objects/map-read.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import type { Page, Redirect } from '../../../../../src/domain/content/page.ts';
import { readConflictDocuments } from '../../../../support/content/conflict-documents.ts';
import { flaws, outline } from '../../../../support/content/outline.ts';
import { bytes, chained, idOf, LATER, NOW, page, text, Workbench } from '../../../../support/content/workbench.ts';

const bench = new Workbench();
const base = bench.after(
  EMPTY_CONTENT,
  page('guides', { document: bytes('# Guides\n\none\n\ntwo\n') }),
  page('install', { into: idOf('guides') }),
  page('use', { into: idOf('guides') }),
  page('api'),
  page('faq'),
  { operation: 'set_variables', variables: { version: '1' } },
  {
    operation: 'insert_files',
    files: [{ id: idOf('pic'), name: 'pic.png', contentType: 'image/png', size: 1, blob: 'aa'.repeat(32) as Hash }],
  },
  { operation: 'insert_reusable_content', id: idOf('note'), title: 'Note', document: bytes('note\n') },
);

const update = (name: string, more: object): Change => ({ operation: 'update_page', page: idOf(name), ...more });
const remove = (name: string): Change => ({ operation: 'delete_page', page: idOf(name) });
const get = (content: Content, name: string): Page | undefined => bench.read(getPage(content, idOf(name)));

/** Merges the changes of two sides to the base and checks the invariants of every merge. */
function merged(ours: readonly Change[], theirs: readonly Change[]): MergeResult & { readonly main: Content } {
  const main = bench.after(base, ...ours);
  const merge = bench.merge(base, main, bench.after(base, ...theirs));
  expect(flaws(bench, merge.content)).to.deep.equal([]);
  expect(bench.read(openConflicts(merge.content))).to.deep.equal(merge.conflicts);
  // Once the change request has adopted the result, merging with the same main content gives the same content.
  expect(bench.merge(main, main, merge.content).content).to.deep.equal(merge.content);
  return { ...merge, main };
}
const brief = ({ conflicts }: MergeResult): unknown[] =>
  conflicts.map(({ kind, path, field }) => (field === undefined ? [kind, path] : [kind, path, field]));
const only = ({ conflicts }: MergeResult): Conflict => {
  expect(conflicts).to.have.length(1);
  return conflicts[0]!;
};

describe('mergeContents', () => {
  it('takes the side that changed if the other did not', () => {
    const changed = bench.after(base, update('api', { title: 'Reference' }));
    expect(bench.merge(base, base, changed).content).to.deep.equal(changed);
    expect(bench.merge(base, changed, base).content).to.deep.equal(changed);
    expect(bench.merge(base, changed, changed).content).to.deep.equal(changed);
    expect(bench.merge(base, base, base).conflicts).to.deep.equal([]);
  });

  it('combines edits, insertions, moves and deletions of different pages', () => {
    const merge = merged(
      [update('api', { title: 'Reference' }), page('news', { at: 0 }), remove('faq')],
      [
        update('use', { into: null, at: 0 }),
        page('deep', { into: idOf('install') }),
        update('guides', { slug: 'book' }),
      ],
    );
    expect(merge.conflicts).to.deep.equal([]);
    expect(outline(bench, merge.content)).to.have.members(['news', 'use', 'book', '  install', '    deep', 'api']);
    expect(get(merge.content, 'api')!.title).to.equal('Reference');
  });

  it("combines redirects of both sides, and prefers the change request's for equal sources", () => {
    const to = (url: string): Redirect => ({ kind: 'url', url: `https://example.com/${url}` });
    const leading = (content: Content, redirects: Readonly<Record<string, Redirect | undefined>>): Content => {
      const draft = new Draft(content);
      for (const [from, redirect] of Object.entries(redirects)) draft.redirects.set(from, redirect);
      const written = bench.read(draft.finish());
      bench.store(written.objects);
      return written.content;
    };
    const start = leading(base, { '/a': to('a'), '/b': to('b'), '/c': to('c') });
    const ours = leading(bench.after(start, update('api', { title: 'Reference' })), {
      '/a': to('ours'),
      '/b': undefined,
      '/d': to('d'),
    });
    const theirs = leading(bench.after(start, update('faq', { title: 'Questions' })), {
      '/a': to('theirs'),
      '/e': to('e'),
    });
    const merge = bench.merge(start, ours, theirs);
    expect(merge.conflicts).to.deep.equal([]);
    const found = bench.read(entries<Redirect>(merge.content.redirects)).map(({ key, value }) => [key, value]);
    expect(Object.fromEntries(found)).to.deep.equal({
      '/a': to('theirs'),
      '/c': to('c'),
      '/d': to('d'),
      '/e': to('e'),
    });
    for (const [a, b] of [
      [ours, start],
      [start, ours],
    ] as const)
      expect(bench.merge(start, a, b).content.redirects).to.equal(ours.redirects);
    expect(REDIRECTS.refs(to('a'))).to.deep.equal([]);
  });

  it('merges different fields and lines of one page, with a new time of change', () => {
    const merge = merged(
      [update('guides', { title: 'All guides', document: bytes('# Guides\n\none more\n\ntwo\n') })],
      [update('guides', { icon: 'book', hidden: true, document: bytes('# Guides\n\none\n\ntwo more\n') })],
    );
    expect(merge.conflicts).to.deep.equal([]);
    expect(get(merge.content, 'guides')).to.include({
      title: 'All guides',
      icon: 'book',
      hidden: true,
      updatedAt: LATER,
      createdAt: NOW,
    });
    expect(bench.textAt(merge.content, 'guides')).to.equal('# Guides\n\none more\n\ntwo more\n');
  });

  it('merges layouts, covers and variables of a page member by member', () => {
    const merge = merged(
      [update('api', { layout: { width: 'wide' }, variables: { a: 1 } })],
      [update('api', { layout: { outline: false }, variables: { b: 2 } })],
    );
    expect(merge.conflicts).to.deep.equal([]);
    expect(get(merge.content, 'api')).to.deep.include({
      layout: { width: 'wide', outline: false },
      variables: { a: 1, b: 2 },
    });
    expect(
      brief(merged([update('api', { layout: { width: 'wide' } })], [update('api', { layout: { width: 'default' } })])),
    ).to.deep.equal([['field', 'api', 'layout.width']]);
  });

  it('never conflicts on times and Git blobs', () => {
    const synced = bench.edit(base, [update('api', { git: { oid: '1', path: 'a.md' }, title: 'X' })], {
      now: LATER,
    }).content;
    const other = bench.after(base, update('api', { git: { oid: '2', path: 'b.md' }, title: 'X' }));
    const merge = bench.merge(base, synced, other);
    expect(merge.conflicts).to.deep.equal([]);
    expect(get(merge.content, 'api')).to.deep.equal(get(synced, 'api'));
  });

  it('takes equal changes once', () => {
    const same = [update('api', { title: 'Same', document: bytes('same') }), remove('faq'), page('new')];
    const merge = merged(same, same);
    expect(merge.content).to.deep.equal(merge.main);
  });

  it('keeps the order of pages that got new ranks without being moved', () => {
    const names = (content: Content): string[] => outline(bench, content);
    const one = bench.after(EMPTY_CONTENT, page('a'));
    const tied = bench.merge(one, bench.after(one, page('c')), bench.after(one, page('b'))).content;
    const list = bench.after(tied, page('d'), page('e'));
    const inserted = bench.after(list, page('x', { at: 2 }));
    expect(names(inserted)).to.deep.equal(['a', 'b', 'x', 'c', 'd', 'e']);
    const moved = bench.after(list, update('a', { at: 2 }));
    expect(names(moved)).to.deep.equal(['b', 'c', 'a', 'd', 'e']);
    for (const merge of [bench.merge(list, moved, inserted), bench.merge(list, inserted, moved)]) {
      expect(merge.conflicts).to.deep.equal([]);
      expect(names(merge.content)).to.deep.equal(['b', 'x', 'c', 'a', 'd', 'e']);
    }

    const swapped = bench.after(list, update('c', { at: 1 }));
    const between = bench.after(list, page('n', { at: 2 }));
    for (const merge of [bench.merge(list, between, swapped), bench.merge(list, swapped, between)]) {
      expect(merge.conflicts).to.deep.equal([]);
      expect(names(merge.content).filter((name) => name !== 'n')).to.deep.equal(['a', 'c', 'b', 'd', 'e']);
    }
    const both = bench.merge(list, bench.after(list, page('y', { at: 2 })), inserted);
    expect(both.conflicts).to.deep.equal([]);
    expect(names(both.content)).to.have.ordered.members(['a', 'b', 'x', 'y', 'c', 'd', 'e']);
  });

  it('keeps a deletion that meets only a change of position', () => {
    expect(get(merged([remove('faq')], [update('faq', { at: 0 })]).content, 'faq')).to.equal(undefined);
  });
});

describe('mergeContents with conflicts', () => {
  it('keeps both sides of a document between markers and references their documents', () => {
    const merge = merged(
      [update('guides', { document: bytes('# Guides\n\nours\n\ntwo\n') })],
      [update('guides', { document: bytes('# Guides\n\ntheirs\n\ntwo\n') })],
    );
    const conflict = only(merge);
    expect(conflict).to.include({ kind: 'content', page: idOf('guides'), path: 'guides' });
    expect(conflict.markers).to.deep.equal([7]);
    expect(bench.textAt(merge.content, 'guides')).to.equal(
      '# Guides\n\n<<<<<<< main\nours\n||||||| base\none\n=======\ntheirs\n>>>>>>> change request\n\ntwo\n',
    );
    const sides = bench.read(readConflictDocuments(conflict));
    expect([sides.base, sides.ours, sides.theirs].map(text)).to.deep.equal([
      '# Guides\n\none\n\ntwo\n',
      '# Guides\n\nours\n\ntwo\n',
      '# Guides\n\ntheirs\n\ntwo\n',
    ]);
    const stored = merge.objects.find(({ refs }) => refs.includes(conflict.ours as Hash));
    expect(stored?.type).to.equal('map');
  });

  it('reports a document that is not UTF-8 as a whole, with unchanged bytes', () => {
    const [mine, yours] = [new Uint8Array([0xff, 1]), new Uint8Array([0xff, 2])];
    const merge = merged([update('api', { document: mine })], [update('api', { document: yours })]);
    expect(only(merge)).to.include({ kind: 'content' }).and.not.have.property('markers');
    expect(bench.objects.get(get(merge.content, 'api')!.document!)).to.deep.equal(yours);
    expect(bench.read(readConflictDocuments(only(merge))).ours).to.deep.equal(mine);
  });

  it("keeps the change request's value of a field and reports the main content's", () => {
    const merge = merged([update('api', { title: 'Mine' })], [update('api', { title: 'Yours' })]);
    expect(only(merge)).to.deep.include({ kind: 'field', field: 'title', base: 'api', ours: 'Mine', theirs: 'Yours' });
    expect(get(merge.content, 'api')!.title).to.equal('Yours');
  });

  it('reports two renames, or two moves of one page, as conflicts of fields', () => {
    expect(brief(merged([update('api', { slug: 'x' })], [update('api', { slug: 'y' })]))).to.deep.equal([
      ['field', 'y', 'slug'],
    ]);
    const merge = merged([update('use', { into: idOf('api') })], [update('use', { into: idOf('faq') })]);
    expect(only(merge)).to.deep.include({
      kind: 'field',
      field: 'parent',
      base: idOf('guides'),
      ours: idOf('api'),
      theirs: idOf('faq'),
    });
    expect(get(merge.content, 'use')!.parent).to.equal(idOf('faq'));
  });

  it('keeps a page that one side edited and the other deleted, on either side', () => {
    for (const [mine, yours] of [
      [remove('faq'), update('faq', { title: 'F' })],
      [update('faq', { title: 'F' }), remove('faq')],
    ]) {
      const merge = merged([mine!], [yours!]);
      expect(brief(merge)).to.deep.equal([['edit-delete', 'faq']]);
      expect(get(merge.content, 'faq')!.title).to.equal('F');
      expect([only(merge).ours, only(merge).theirs].filter((side) => side === null)).to.have.length(1);
    }
  });

  it('moves an orphan below its nearest existing ancestor', () => {
    for (const swapped of [false, true]) {
      const deletion = [remove('install')];
      const insertion = [page('deep', { into: idOf('install') })];
      const merge = swapped ? merged(insertion, deletion) : merged(deletion, insertion);
      expect(brief(merge)).to.deep.equal([['orphan', 'guides/deep', 'parent']]);
    }
    const all = merged([remove('guides')], [page('deep', { into: idOf('install') }), update('use', { title: 'U' })]);
    expect(brief(all)).to.have.deep.members([
      ['orphan', 'deep', 'parent'],
      ['edit-delete', 'use'],
      ['orphan', 'use', 'parent'],
    ]);
  });

  it("keeps the main content's position when moves form a cycle", () => {
    const merge = merged([update('api', { into: idOf('faq') })], [update('faq', { into: idOf('api') })]);
    expect(only(merge)).to.deep.include({
      kind: 'move-cycle',
      page: idOf('faq'),
      base: null,
      ours: null,
      theirs: idOf('api'),
    });
    expect(outline(bench, merge.content)).to.deep.equal(['guides', '  install', '  use', 'faq', '  api']);
    const long = merged(
      [update('guides', { into: idOf('api') })],
      [page('mid', { into: idOf('use') }), update('api', { into: idOf('mid') })],
    );
    expect(brief(long)).to.deep.equal([['move-cycle', 'api', 'parent']]);
  });

  it('moves pages up that moves of both sides nest too deep', () => {
    const chains = bench.after(EMPTY_CONTENT, ...chained('a', 45), ...chained('b', 45), ...chained('c', 45));
    const ours = bench.after(chains, update('b0', { into: idOf('a44') }));
    const theirs = bench.after(chains, update('c0', { into: idOf('b44') }));
    const merge = bench.merge(chains, ours, theirs);
    expect(flaws(bench, merge.content)).to.deep.equal([]);
    expect(only(merge)).to.deep.include({
      kind: 'field',
      field: 'parent',
      page: idOf('c0'),
      base: null,
      ours: null,
      theirs: idOf('b44'),
    });
    expect(bench.read(getPage(merge.content, idOf('c0')))!.parent).to.equal(idOf('b9'));
    const fitting = bench.merge(chains, bench.after(chains, update('b0', { into: idOf('a9') })), theirs);
    expect(fitting.conflicts).to.deep.equal([]);
    expect(bench.read(getPage(fitting.content, idOf('c0')))!.parent).to.equal(idOf('b44'));
    const oneTooDeep = bench.merge(chains, bench.after(chains, update('b0', { into: idOf('a10') })), theirs);
    expect(flaws(bench, oneTooDeep.content)).to.deep.equal([]);
    expect(only(oneTooDeep)).to.deep.include({ kind: 'field', field: 'parent', page: idOf('c0') });
    expect(bench.read(getPage(oneTooDeep.content, idOf('c0')))!.parent).to.equal(idOf('b43'));
  });

  it('limits the depth after many such moves, and keeps pages that fit', () => {
    const names = [...'abcdefghij'];
    const chains = bench.after(EMPTY_CONTENT, ...names.flatMap((name) => chained(name, 24)));
    const hang = (odd: number): Change[] =>
      names.flatMap((name, i) =>
        i > 0 && i % 2 === odd ? [update(`${name}0`, { into: idOf(`${names[i - 1]}23`) })] : [],
      );
    const merge = bench.merge(chains, bench.after(chains, ...hang(0)), bench.after(chains, ...hang(1)));
    expect(flaws(bench, merge.content)).to.deep.equal([]);
    expect(new Set(merge.conflicts.map(({ kind, field }) => `${kind} ${field}`))).to.deep.equal(
      new Set(['field parent']),
    );
    expect(merge.conflicts.length).to.be.within(2, 8);
  });

  it("leaves a contested slug to the main content's page and numbers the other", () => {
    const merge = merged([page('mine', { slug: 'new' })], [page('yours', { slug: 'new' })]);
    expect(only(merge)).to.deep.include({
      kind: 'slug',
      page: idOf('yours'),
      path: 'new-1',
      ours: idOf('mine'),
      theirs: 'new',
    });
    expect(bench.at(merge.content, 'new')!.id).to.equal(idOf('mine'));
    expect(bench.at(merge.content, 'new-1')!.id).to.equal(idOf('yours'));
    const taken = merged([page('a', { slug: 'new' }), page('b', { slug: 'new-1' })], [page('c', { slug: 'new' })]);
    expect(bench.at(taken.content, 'new-2')!.id).to.equal(idOf('c'));
  });

  it('reports no slug conflict when one page gives up its slug for the other', () => {
    const merge = merged(
      [update('api', { slug: 'old-api' })],
      [page('next', { slug: 'x' }), update('next', { title: 'N' })],
    );
    expect(merge.conflicts).to.deep.equal([]);
    const freed = merged([update('api', { slug: 'old-api' })], [remove('faq'), page('next', { slug: 'faq' })]);
    expect(freed.conflicts).to.deep.equal([]);
    expect(bench.at(freed.content, 'faq')!.id).to.equal(idOf('next'));
  });

  it('reports two different positions of a page as a conflict of order', () => {
    const merge = merged([update('faq', { at: 0 })], [update('faq', { at: 1 })]);
    expect(brief(merge)).to.deep.equal([['order', 'faq']]);
    expect(outline(bench, merge.content)).to.deep.equal(['guides', '  install', '  use', 'faq', 'api']);
  });

  it('separates conflicts about the name and the bytes of a file', () => {
    const file = (more: object): Change => ({ operation: 'update_file', file: idOf('pic'), ...more });
    const blob = (digit: string): Hash => digit.repeat(64) as Hash;
    expect(merged([file({ name: 'a.png' })], [file({ blob: blob('b'), size: 2 })]).conflicts).to.deep.equal([]);
    expect(brief(merged([file({ name: 'a.png' })], [file({ name: 'b.png' })]))).to.deep.equal([
      ['file', 'b.png', 'name'],
    ]);
    const merge = merged([file({ blob: blob('b') })], [file({ blob: blob('c') })]);
    expect(brief(merge)).to.deep.equal([['file', 'pic.png', 'blob']]);
    expect(only(merge).refs).to.include.members([blob('b'), blob('c')]);
    expect(brief(merged([file({ name: 'a.png' })], [{ operation: 'delete_file', file: idOf('pic') }]))).to.deep.equal([
      ['file', 'a.png'],
    ]);
  });

  it('keeps a changed variable that the other side deleted', () => {
    const set = (value: string | null): Change => ({ operation: 'set_variables', variables: { version: value } });
    const merge = merged([set('2')], [set('3')]);
    expect(only(merge)).to.deep.include({ kind: 'variable', path: 'version', base: '1', ours: '2', theirs: '3' });
    expect(bench.read(getVariable(merge.content, 'version'))).to.equal('3');
    expect(bench.read(getVariable(merged([set('2')], [set(null)]).content, 'version'))).to.equal('2');
    expect(merged([set('2')], [set('2')]).conflicts).to.deep.equal([]);
  });

  it('separates conflicts about the title, the lines and the existence of a reusable content', () => {
    const set = (more: object): Change => ({
      operation: 'update_reusable_content',
      reusableContent: idOf('note'),
      ...more,
    });
    expect(
      brief(merged([set({ title: 'A', document: bytes('a\n') })], [set({ title: 'B', document: bytes('b\n') })])),
    ).to.deep.equal([
      ['field', 'B', 'title'],
      ['content', 'B'],
    ]);
    expect(
      brief(merged([set({ title: 'A' })], [{ operation: 'delete_reusable_content', reusableContent: idOf('note') }])),
    ).to.deep.equal([['edit-delete', 'A']]);
    expect(merged([set({ title: 'A' })], [set({ document: bytes('b\n') })]).conflicts).to.deep.equal([]);
  });
});

describe('open conflicts', () => {
  const cases: [name: string, ours: Change[], theirs: Change[], aside: Change[], answer: Change[]][] = [
    [
      'a conflict of content',
      [update('api', { document: bytes('a\n') })],
      [update('api', { document: bytes('b\n') })],
      [update('api', { title: 'T' })],
      [update('api', { document: bytes('ab\n') })],
    ],
    [
      'a conflict of a field',
      [update('api', { title: 'a' })],
      [update('api', { title: 'b' })],
      [update('api', { icon: 'x' })],
      [update('api', { title: 'b' })],
    ],
    [
      'a conflict of a move',
      [update('api', { into: idOf('faq') })],
      [update('api', { into: idOf('use') })],
      [update('api', { title: 'T' })],
      [update('api', { into: idOf('use') })],
    ],
    [
      'a conflict of edit and deletion',
      [remove('api')],
      [update('api', { title: 'b' })],
      [update('faq', { title: 'T' })],
      [update('api', { title: 'b' })],
    ],
    [
      'a conflict of edit and deletion, by deletion,',
      [remove('api')],
      [update('api', { title: 'b' })],
      [],
      [remove('api')],
    ],
    [
      'a conflict of a cycle',
      [update('api', { into: idOf('faq') })],
      [update('faq', { into: idOf('api') })],
      [update('faq', { title: 'T' })],
      [update('faq', { into: null })],
    ],
    [
      'a conflict of an orphan',
      [remove('install')],
      [page('deep', { into: idOf('install') })],
      [update('deep', { title: 'T' })],
      [update('deep', { at: 0 })],
    ],
    [
      'a conflict of a slug',
      [page('m', { slug: 'new' })],
      [page('y', { slug: 'new' })],
      [update('y', { title: 'T' })],
      [update('y', { slug: 'newer' })],
    ],
    [
      'a conflict of order',
      [update('faq', { at: 0 })],
      [update('faq', { at: 1 })],
      [update('faq', { title: 'T' })],
      [update('faq', { at: 2 })],
    ],
    [
      'a conflict of a variable',
      [{ operation: 'set_variables', variables: { version: '2' } }],
      [{ operation: 'set_variables', variables: { version: '3' } }],
      [{ operation: 'set_variables', variables: { other: '3' } }],
      [{ operation: 'set_variables', variables: { version: '3' } }],
    ],
    [
      'any conflict, by reverting the page,',
      [update('api', { title: 'a' })],
      [update('api', { title: 'b' })],
      [],
      [{ operation: 'revert_page', page: idOf('api'), to: base }],
    ],
  ];
  for (const [name, ours, theirs, aside, answer] of cases) {
    it(`${name} is resolved by a later edit of its subject, and by no other`, () => {
      const merge = merged(ours, theirs);
      expect(merge.conflicts).to.have.length(1);
      const still = bench.after(merge.content, ...aside);
      expect(bench.read(openConflicts(still))).to.have.length(1);
      const resolved = bench.after(still, ...answer);
      expect(bench.read(openConflicts(resolved))).to.deep.equal([]);
      expect(bench.merge(merge.main, merge.main, resolved).content).to.deep.equal(resolved);
    });
  }

  it('stay open while a document contains their markers', () => {
    const merge = merged([update('api', { document: bytes('a\n') })], [update('api', { document: bytes('b\n') })]);
    const typo = bench.after(
      merge.content,
      update('api', { document: bytes(`${bench.textAt(merge.content, 'api')}more\n`) }),
    );
    expect(bench.read(openConflicts(typo))).to.have.length(1);
  });

  it('are dropped once both sides have deleted their subject', () => {
    const blob = 'b'.repeat(64) as Hash;
    const both: [ours: Change, theirs: Change, gone: Change][] = [
      [
        { operation: 'update_file', file: idOf('pic'), blob },
        { operation: 'delete_file', file: idOf('pic') },
        { operation: 'delete_file', file: idOf('pic') },
      ],
      [
        { operation: 'update_reusable_content', reusableContent: idOf('note'), title: 'A' },
        { operation: 'delete_reusable_content', reusableContent: idOf('note') },
        { operation: 'delete_reusable_content', reusableContent: idOf('note') },
      ],
      [
        { operation: 'set_variables', variables: { version: '2' } },
        { operation: 'set_variables', variables: { version: null } },
        { operation: 'set_variables', variables: { version: null } },
      ],
      [update('api', { title: 'A' }), remove('api'), remove('api')],
    ];
    for (const [ours, theirs, gone] of both) {
      const merge = merged([ours], [theirs]);
      expect(merge.conflicts).to.have.length(1);
      const main = bench.after(merge.main, gone);
      const again = bench.merge(merge.main, main, merge.content);
      expect(again.conflicts).to.deep.equal([]);
      expect(again.content).to.deep.equal(main);
    }
  });

  it('stay open and are reported again after further updates', () => {
    const first = merged([update('api', { title: 'a' })], [update('api', { title: 'b' })]);
    const main = bench.after(first.main, update('faq', { title: 'F' }));
    const second = bench.merge(first.main, main, first.content);
    expect(brief(second)).to.deep.equal([['field', 'api', 'title']]);
    const third = bench.merge(main, bench.after(main, update('api', { title: 'c' })), second.content);
    expect(third.conflicts.map(({ base: b, ours, theirs }) => [b, ours, theirs])).to.deep.equal([['a', 'c', 'b']]);
  });

  it('follow the main content while open', () => {
    const first = merged([update('api', { document: bytes('a\n') })], [update('api', { document: bytes('b\n') })]);
    const main = bench.after(first.main, update('api', { document: bytes('c\n') }));
    const second = bench.merge(first.main, main, first.content);
    expect(brief(second)).to.deep.equal([['content', 'api']]);
    expect(bench.textAt(second.content, 'api')).to.equal(
      '<<<<<<< main\nc\n||||||| base\n# api\n=======\nb\n>>>>>>> change request\n',
    );
  });

  it('can be joined by another one in the same document', () => {
    const document = (one: string, two: string): Change =>
      update('guides', { document: bytes(`# Guides\n\n${one}\n\n${two}\n`) });
    const first = merged([document('a', 'two')], [document('b', 'two')]);
    const marked = bench.textAt(first.content, 'guides');
    const yours = bench.after(first.content, update('guides', { document: bytes(marked.replace('two', 'three')) }));
    const second = bench.merge(first.main, bench.after(first.main, document('a', 'four')), yours);
    expect(only(second).markers).to.deep.equal([7, 8]);
    const half = bench.after(
      second.content,
      document('ab', `<<<<<<<< main\nfour\n||||||||\n========\nthree\n>>>>>>>> change request`),
    );
    expect(bench.read(openConflicts(half))).to.have.length(1);
    expect(bench.read(openConflicts(bench.after(half, document('ab', 'five'))))).to.deep.equal([]);
  });
});
