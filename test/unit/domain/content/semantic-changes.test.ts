import { expect } from 'chai';
import fc from 'fast-check';
import { buildContent } from '../../../../src/domain/content/edits/build-content.ts';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import { childrenOf, getPage } from '../../../../src/domain/content/content-reads.ts';
import { diffContents } from '../../../../src/domain/content/diff/diff-contents.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { semanticChanges, type SemanticChange } from '../../../../src/domain/content/diff/semantic-changes.ts';
import { play, plant, someSteps } from '../../../support/content/arbitraries.ts';
import { bytes, CountingStore, idOf, NOW, page, Workbench } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

const ALL = { limit: Infinity, metadata: true };
const tell = (bench: Workbench, before: Content, after: Content, options = ALL): readonly SemanticChange[] =>
  bench.read(semanticChanges(before, after, options)).changes;

/** Formats a change as `type path` for pages, and `type name` for other items. */
function named(change: SemanticChange): string {
  if ('page' in change) return `${change.type} ${change.page.path ?? change.page.page.title}`;
  if (change.type === 'variables_edited') return `${change.type} ${change.variables.map(({ name }) => name).join(' ')}`;
  if (change.type === 'file_edited' || change.type === 'reusable_content_edited')
    return `${change.type} ${change.after.id.replace(/Z+$/, '')}`;
  return `${change.type} ${('file' in change ? change.file : change.reusableContent).id.replace(/Z+$/, '')}`;
}

describe('semanticChanges', () => {
  const bench = new Workbench();
  const start = bench.after(
    EMPTY_CONTENT,
    page('a'),
    page('b', { into: idOf('a') }),
    page('c', { into: idOf('b') }),
    page('d'),
    page('e'),
  );
  const after = (...changes: Parameters<Workbench['after']>[1][]): Content => bench.after(start, ...changes);
  const changesTo = (content: Content): string[] => tell(bench, start, content).map(named);

  it('lists pages in the order of ids, moves before edits, then the other items', () => {
    const file = { id: idOf('f'), name: 'f.txt', contentType: 'text/plain', size: 1, blob: 'aa'.repeat(32) as Hash };
    const content = after(
      { operation: 'set_variables', variables: { y: 1, x: 'two' } },
      { operation: 'insert_files', files: [file] },
      { operation: 'insert_reusable_content', id: idOf('r'), title: 'R', document: bytes('r') },
      page('bb', { into: idOf('d') }),
      { operation: 'update_page', page: idOf('e'), into: idOf('d'), title: 'E' },
      { operation: 'delete_page', page: idOf('b') },
    );
    expect(changesTo(content)).to.deep.equal([
      'page_deleted a/b',
      'page_created d/bb',
      'page_deleted a/b/c',
      'page_moved d/e',
      'page_edited d/e',
      'reusable_content_created r',
      'file_created f',
      'variables_edited x y',
    ]);
    const back = tell(bench, content, start).map(named);
    expect(back).to.deep.equal([
      'page_created a/b',
      'page_deleted d/bb',
      'page_created a/b/c',
      'page_moved e',
      'page_edited e',
      'reusable_content_deleted r',
      'file_deleted f',
      'variables_edited x y',
    ]);
  });

  it('lists exactly the changed fields', () => {
    const content = after({
      operation: 'update_page',
      page: idOf('d'),
      title: 'D',
      slug: 'dee',
      icon: 'star',
      hidden: true,
      document: bytes('new'),
    });
    const [change, ...more] = tell(bench, start, content);
    expect(more).to.deep.equal([]);
    expect(change).to.deep.include({ type: 'page_edited', fields: ['slug', 'title', 'icon', 'hidden', 'document'] });
    expect(change).to.have.nested.property('before.title', 'd');
    expect(change).to.have.nested.property('after.title', 'D');
  });

  it('reports a moved subtree by its top page only, and a new slug without the pages below', () => {
    const moved = after({ operation: 'update_page', page: idOf('b'), into: idOf('d') });
    const [move, ...more] = tell(bench, start, moved);
    expect(more).to.deep.equal([]);
    expect(move).to.deep.include({ type: 'page_moved', position: { before: 0, after: 0 } });
    expect(move).to.have.nested.property('page.path', 'd/b');
    expect(move).to.have.nested.property('parent.before.path', 'a');
    expect(move).to.have.nested.property('parent.after.path', 'd');
    expect(changesTo(after({ operation: 'update_page', page: idOf('a'), slug: 'other' }))).to.deep.equal([
      'page_edited other',
    ]);
  });

  it('reports a reorder among siblings as a move of one page, with both positions', () => {
    const [move, ...more] = tell(bench, start, after({ operation: 'update_page', page: idOf('e'), at: 0 }));
    expect(more).to.deep.equal([]);
    expect(named(move!)).to.equal('page_moved e');
    expect(move).to.deep.include({ parent: {}, position: { before: 2, after: 0 } });
  });

  it('does not report re-ranked siblings that keep their order as moved', () => {
    const [ours, theirs] = [after(page('m')), after(page('n'))];
    const tied = bench.merge(start, ours, theirs).content;
    const between = bench.after(tied, page('x', { at: 4 }));
    expect(bench.read(diffContents(tied, between)).pages.changed.map(({ fields }) => fields)).to.deep.include(['rank']);
    expect(tell(bench, tied, between).map(named)).to.deep.equal(['page_created x']);
    // One of the pages moves in addition.
    const moved = bench.after(between, { operation: 'update_page', page: idOf('n'), at: 0 });
    expect(tell(bench, tied, moved).map(named)).to.deep.equal(['page_moved n', 'page_created x']);
  });

  it('reports a changed repository path only if metadata is requested', () => {
    const content = after({ operation: 'update_page', page: idOf('d'), git: { oid: 'f'.repeat(40), path: 'd.md' } });
    expect(changesTo(content)).to.deep.equal(['page_edited d']);
    expect(tell(bench, start, content, { ...ALL, metadata: false })).to.deep.equal([]);
    const more = bench.after(content, { operation: 'update_page', page: idOf('d'), title: 'D' });
    expect(tell(bench, start, more, { ...ALL, metadata: false }))
      .to.have.nested.property('[0].fields')
      .deep.equal(['title']);
  });

  it('reports up to the limit and counts the rest', () => {
    const content = after({ operation: 'delete_page', page: idOf('a') }, page('x'), page('y'));
    for (const [limit, changes, more] of [
      [0, 0, 5],
      [4, 4, 1],
      [5, 5, 0],
      [6, 5, 0],
    ] as const) {
      const result = bench.read(semanticChanges(start, content, { ...ALL, limit }));
      expect([result.changes.length, result.more]).to.deep.equal([changes, more]);
    }
    expect(bench.read(semanticChanges(start, start, ALL))).to.deep.equal({ changes: [], more: 0 });
  });

  it('costs as much as the change, independent of the number of pages', async () => {
    const costs: number[] = [];
    for (const count of [200, 20_000]) {
      const store = new CountingStore();
      const pages = Array.from({ length: count }, (_, i) => ({
        id: idOf(`p${i}`),
        type: 'document' as const,
        parent: i < 10 ? null : idOf(`p${i % 10}`),
        title: `p${i}`,
        slug: `p${i}`,
        document: bytes(`${i}`),
        createdAt: NOW,
        updatedAt: NOW,
      }));
      const built = buildContent({ pages });
      await store.put(built.objects);
      const large = new Workbench();
      large.store(built.objects);
      const edit = large.edit(built.content, [
        { operation: 'update_page', page: idOf('p17'), title: 'other' },
        { operation: 'update_page', page: idOf('p23'), into: idOf('p5') },
        { operation: 'update_page', page: idOf('p44'), at: 0 },
      ]);
      await store.put(edit.objects);
      const { value, reads } = await store.measure(semanticChanges(built.content, edit.content, ALL));
      expect(value.changes.map(named)).to.deep.equal(['page_edited p7/p17', 'page_moved p5/p23', 'page_moved p4/p44']);
      costs.push(reads);
    }
    expect(costs[1], costs.join()).to.be.lessThan(120);
  });
});

describe('semanticChanges (properties)', () => {
  it('accounts for every difference exactly once', () => {
    checkProperty(
      fc.property(someSteps(25), someSteps(25), (start, steps) => {
        const bench = new Workbench();
        const before = plant(bench, start);
        const after = play(bench, before, steps, 'edit');
        const { pages, files, reusableContents, variables } = bench.read(diffContents(before, after));
        const changes = tell(bench, before, after);
        const ids = (type: string): string[] =>
          changes.flatMap((change) => (change.type === type && 'page' in change ? [change.page.page.id] : []));

        expect(ids('page_created')).to.deep.equal(pages.created.map(({ id }) => id));
        expect(ids('page_deleted')).to.deep.equal(pages.deleted.map(({ id }) => id));
        const edited = pages.changed.flatMap(({ after: { id }, fields }) =>
          fields.some((field) => field !== 'parent' && field !== 'rank') ? [id] : [],
        );
        expect(ids('page_edited')).to.deep.equal(edited);
        const reparented = pages.changed.flatMap(({ after: { id }, fields }) =>
          fields.includes('parent') ? [id] : [],
        );
        expect(ids('page_moved')).to.include.members(reparented);
        const reordered = ids('page_moved').filter((id) => !reparented.includes(id));
        expect(
          pages.changed.filter(({ fields }) => fields.includes('rank')).map(({ after: { id } }) => id),
        ).to.include.members(reordered);

        // Without the pages reported as moved, the remaining siblings are in order; if all are in order, none is
        // reported.
        for (const parent of new Set(pages.changed.map((one) => one.after.parent))) {
          const [was, is] = [before, after].map((content) =>
            bench.read(childrenOf(content, parent)).map(({ id }) => id),
          );
          const stayed = was!.filter((id) => is!.includes(id));
          const now = is!.filter((id) => stayed.includes(id));
          const moved = stayed.filter((id) => reordered.includes(id));
          expect(stayed.filter((id) => !moved.includes(id))).to.deep.equal(now.filter((id) => !moved.includes(id)));
          if (stayed.join() === now.join()) expect(moved).to.deep.equal([]);
        }
        const others =
          files.created.length +
          files.deleted.length +
          files.changed.length +
          reusableContents.created.length +
          reusableContents.deleted.length +
          reusableContents.changed.length;
        expect(changes).to.have.lengthOf(
          pages.created.length +
            pages.deleted.length +
            edited.length +
            reparented.length +
            reordered.length +
            others +
            (variables.length > 0 ? 1 : 0),
        );
        expect(changes.flatMap((change) => (change.type === 'variables_edited' ? change.variables : []))).to.deep.equal(
          variables,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('refers to pages by their present or former paths', () => {
    checkProperty(
      fc.property(someSteps(20), someSteps(20), (start, steps) => {
        const bench = new Workbench();
        const before = plant(bench, start);
        const after = play(bench, before, steps, 'edit');
        for (const change of tell(bench, before, after)) {
          if (!('page' in change)) continue;
          const {
            page: { id },
            path,
          } = change.page;
          const content = change.type === 'page_deleted' ? before : after;
          expect(bench.at(content, path!)?.id).to.equal(id);
          if (change.type !== 'page_moved') continue;
          const [was, is] = [before, after].map((side) => bench.read(getPage(side, id))!);
          expect([change.parent.before?.page.id ?? null, change.parent.after?.page.id ?? null]).to.deep.equal([
            was!.parent,
            is!.parent,
          ]);
          const places = [
            [before, was],
            [after, is],
          ].map(([side, at]) =>
            bench.read(childrenOf(side as Content, (at as typeof was)!.parent)).findIndex((one) => one.id === id),
          );
          expect([change.position.before, change.position.after]).to.deep.equal(places);
        }
      }),
      { numRuns: 100 },
    );
  });
});
