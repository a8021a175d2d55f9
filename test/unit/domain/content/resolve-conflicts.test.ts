import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import {
  getFile,
  getPage,
  getReusableContent,
  getVariable,
  openConflicts,
} from '../../../../src/domain/content/content-reads.ts';
import {
  RESOLUTION_SIDES,
  type ConflictResolution,
  type ResolutionSide,
} from '../../../../src/domain/content/conflicts/conflict-resolution.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { resolveConflicts } from '../../../../src/domain/content/conflicts/resolve-conflicts.ts';
import { Conflict as NotPossible } from '../../../../src/domain/kernel/errors.ts';
import { plant, play, someSteps } from '../../../support/content/arbitraries.ts';
import { flaws, outline } from '../../../support/content/outline.ts';
import { bytes, idOf, LATER, page, Workbench } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

const bench = new Workbench();
const blob = (digit: string): Hash => digit.repeat(64) as Hash;
const base = bench.after(
  EMPTY_CONTENT,
  page('guides'),
  page('install', { into: idOf('guides') }),
  page('use', { into: idOf('guides') }),
  page('api', { document: bytes('one\n\ntwo\n\nthree\n') }),
  page('faq'),
  {
    operation: 'insert_files',
    files: [
      {
        id: idOf('pic'),
        name: 'pic.png',
        contentType: 'image/png',
        size: 1,
        blob: blob('a'),
        dimensions: { width: 1, height: 1 },
      },
    ],
  },
  { operation: 'set_variables', variables: { version: '1' } },
  { operation: 'insert_reusable_content', id: idOf('note'), title: 'Note', document: bytes('note\n') },
);
const update = (name: string, more: object): Change => ({ operation: 'update_page', page: idOf(name), ...more });
const remove = (name: string): Change => ({ operation: 'delete_page', page: idOf(name) });

/** Returns the space and the change request after their changes, the latter with the space merged in. */
function conflicted(
  ours: readonly Change[],
  theirs: readonly Change[],
  from = base,
): { main: Content; content: Content } {
  const main = bench.after(from, ...ours);
  const { content } = bench.merge(from, main, bench.after(from, ...theirs));
  expect(bench.read(openConflicts(content))).not.to.deep.equal([]);
  return { main, content };
}
function decide(
  { main, content }: { main: Content; content: Content },
  id: string,
  decision: ConflictResolution | ResolutionSide,
): Content {
  const resolved = bench.read(
    resolveConflicts(content, { id }, typeof decision === 'string' ? { take: decision } : decision, {
      now: LATER,
      main,
    }),
  );
  if (resolved === undefined) throw new Error('no such conflict');
  bench.store(resolved.objects);
  expect(flaws(bench, resolved.content)).to.deep.equal([]);
  expect(bench.read(openConflicts(resolved.content))).to.deep.equal(resolved.conflicts);
  return resolved.content;
}
/** Resolves conflicts and checks that none is left. */
function decided(
  of: { main: Content; content: Content },
  id: string,
  decision: ConflictResolution | ResolutionSide,
): Content {
  const content = decide(of, id, decision);
  expect(bench.read(openConflicts(content))).to.deep.equal([]);
  return content;
}
const refused = (
  of: { main: Content; content: Content },
  id: string,
  decision: ConflictResolution | ResolutionSide,
): string => {
  try {
    decide(of, id, decision);
  } catch (error) {
    if (error instanceof NotPossible) return error.message;
    throw error;
  }
  return 'accepted';
};
const at = (content: Content, name: string) => bench.read(getPage(content, idOf(name)));

describe('resolveConflicts', () => {
  it('takes a whole side of a document, both sides one after the other, or only the conflicting lines', () => {
    const said = (first: string, second: string): Change =>
      update('api', { document: bytes(`${first}\n\n${second}\n\nthree\n`) });
    const of = conflicted([said('ours', 'two')], [update('api', { document: bytes('theirs\n\ntwo\n\nTHREE\n') })]);
    const text = (decision: ConflictResolution | ResolutionSide): string =>
      bench.textAt(decided(of, idOf('api'), decision), 'api');
    expect(text('ours')).to.equal('ours\n\ntwo\n\nthree\n');
    expect(text('theirs')).to.equal('theirs\n\ntwo\n\nTHREE\n');
    expect(text('base')).to.equal('one\n\ntwo\n\nthree\n');
    expect(text('both')).to.equal('ours\ntheirs\n\ntwo\n\nTHREE\n');
    expect(text({ take: 'ours', scope: 'lines' })).to.equal('ours\n\ntwo\n\nTHREE\n');
    expect(text({ take: 'theirs', scope: 'lines' })).to.equal('theirs\n\ntwo\n\nTHREE\n');
    expect(text({ take: 'base', scope: 'lines' })).to.equal('one\n\ntwo\n\nTHREE\n');
  });

  it('leaves no markers of an earlier update in a document', () => {
    const first = conflicted([update('api', { document: bytes('a\n') })], [update('api', { document: bytes('b\n') })]);
    const main = bench.after(first.main, update('api', { document: bytes('c\n') }));
    const { content } = bench.merge(first.main, main, first.content);
    const text = (take: ResolutionSide): string => bench.textAt(decided({ main, content }, idOf('api'), take), 'api');
    expect(RESOLUTION_SIDES.map(text)).to.deep.equal(['c\n', 'b\n', 'one\n\ntwo\n\nthree\n', 'c\nb\n']);
  });

  it('takes one side of a document that is not text', () => {
    const of = conflicted(
      [update('api', { document: new Uint8Array([255, 1]) })],
      [update('api', { document: new Uint8Array([255, 2]) })],
    );
    expect(refused(of, idOf('api'), 'both')).to.match(
      /^both sides of the conflict \(content\) cannot be taken: the documents cannot be merged by lines/,
    );
    expect([...bench.objects.get(at(decided(of, idOf('api'), 'ours'), 'api')!.document!)!]).to.deep.equal([255, 1]);
  });

  it('fails if the markers were edited by hand', () => {
    const { main, content } = conflicted(
      [update('api', { document: bytes('a\n') })],
      [update('api', { document: bytes('b\n') })],
    );
    const broken = bench.after(
      content,
      update('api', { document: bytes(bench.textAt(content, 'api').replace('||||||| base\n', '')) }),
    );
    expect(refused({ main, content: broken }, idOf('api'), 'both')).to.match(/the conflict markers were edited/);
    expect(bench.textAt(decided({ main, content: broken }, idOf('api'), 'theirs'), 'api')).to.equal('b\n');
  });

  it('sets or removes a field, or one member of it', () => {
    const of = conflicted(
      [update('api', { title: 'Ours', icon: 'a', layout: { width: 'wide', outline: false } })],
      [update('api', { title: 'Theirs', icon: 'b', layout: { width: 'narrow', outline: false } })],
    );
    expect(bench.read(openConflicts(of.content)).map(({ field }) => field)).to.deep.equal([
      'title',
      'icon',
      'layout.width',
    ]);
    const ours = decided(of, idOf('api'), 'ours');
    expect(at(ours, 'api')).to.deep.include({ title: 'Ours', icon: 'a', layout: { width: 'wide', outline: false } });
    const back = decided(of, idOf('api'), 'base');
    expect(at(back, 'api'))
      .to.deep.include({ title: 'api', layout: { outline: false } })
      .and.not.have.property('icon');
    const one = decide(of, idOf('api'), { take: 'ours', kind: 'field', field: 'icon' });
    expect(at(one, 'api')).to.include({ title: 'Theirs', icon: 'a' });
    expect(bench.read(openConflicts(one)).map(({ field }) => field)).to.deep.equal(['title', 'layout.width']);
    expect(refused(of, idOf('api'), 'both')).to.match(/^both sides of the conflict \(field of title\) cannot be taken/);

    const stated = bench.after(base, update('api', { variables: { port: 1, host: 'x' } }));
    const members = conflicted(
      [update('api', { variables: { port: 2, host: 'x' } })],
      [update('api', { variables: { port: 3, host: 'x' } })],
      stated,
    );
    expect(at(decided(members, idOf('api'), 'ours'), 'api')!.variables).to.deep.equal({ port: 2, host: 'x' });
    const gone = conflicted(
      [update('api', { variables: { host: 'x' } })],
      [update('api', { variables: { port: 3, host: 'x' } })],
      stated,
    );
    expect(at(decided(gone, idOf('api'), 'ours'), 'api')!.variables).to.deep.equal({ host: 'x' });
  });

  it('keeps or deletes a page that one side deleted', () => {
    const changed = update('api', { title: 'New', document: bytes('new\n') });
    for (const [ours, theirs, keep, drop] of [
      [[changed], [remove('api')], 'ours', 'theirs'],
      [[remove('api')], [changed], 'theirs', 'ours'],
    ] as const) {
      const of = conflicted(ours, theirs);
      expect(at(decided(of, idOf('api'), keep), 'api')!.title).to.equal('New');
      expect(at(decided(of, idOf('api'), drop), 'api')).to.equal(undefined);
      const back = decided(of, idOf('api'), 'base');
      expect([at(back, 'api')!.title, bench.textAt(back, 'api')]).to.deep.equal(['api', 'one\n\ntwo\n\nthree\n']);
      expect(refused(of, idOf('api'), 'both')).not.to.equal('accepted');
    }
  });

  it('never deletes subpages together with a page', () => {
    const of = conflicted([remove('guides')], [update('guides', { title: 'New' }), update('use', { title: 'New' })]);
    expect(refused(of, idOf('guides'), 'ours')).to.match(/the page has subpages/);
    const without = { main: of.main, content: decide(of, idOf('use'), 'ours') };
    expect(outline(bench, decided(without, idOf('guides'), 'ours'))).to.deep.equal(['api', 'faq']);
  });

  it('moves a page to the position of the chosen side', () => {
    const of = conflicted([update('api', { into: idOf('guides'), at: 1 })], [update('api', { into: idOf('faq') })]);
    expect(outline(bench, decided(of, idOf('api'), 'ours'))).to.deep.equal([
      'guides',
      '  install',
      '  api',
      '  use',
      'faq',
    ]);
    expect(outline(bench, decided(of, idOf('api'), 'theirs'))).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'faq',
      '  api',
    ]);
    expect(outline(bench, decided(of, idOf('api'), 'base'))).to.have.members([
      'guides',
      '  install',
      '  use',
      'faq',
      'api',
    ]);
    const taken = { main: of.main, content: bench.after(of.content, page('x', { slug: 'api', into: idOf('guides') })) };
    expect(refused(taken, idOf('api'), 'ours')).to.match(/a sibling page already has the slug api/);
    const gone = { main: of.main, content: bench.after(of.content, remove('guides')) };
    expect(refused(gone, idOf('api'), 'ours')).to.match(/the parent page no longer exists/);
  });

  it("keeps the space's move of a cycle, or replaces it by the change request's", () => {
    const of = conflicted([update('api', { into: idOf('faq') })], [update('faq', { into: idOf('api') })]);
    expect(outline(bench, decided(of, idOf('faq'), 'ours'))).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'faq',
      '  api',
    ]);
    expect(outline(bench, decided(of, idOf('faq'), 'theirs'))).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'api',
      '  faq',
    ]);
    expect(outline(bench, decided(of, idOf('faq'), 'base'))).to.deep.equal([
      'guides',
      '  install',
      '  use',
      'faq',
      '  api',
    ]);
    expect(refused(of, idOf('faq'), 'both')).not.to.equal('accepted');
    const longer = conflicted(
      [update('api', { into: idOf('faq') }), update('use', { into: idOf('api') })],
      [update('faq', { into: idOf('use') })],
    );
    expect(outline(bench, decided(longer, idOf('faq'), 'theirs'))).to.deep.equal([
      'guides',
      '  install',
      'api',
      '  use',
      '    faq',
    ]);
  });

  it('moves an orphan to an existing parent, or keeps the position that the merge chose', () => {
    const of = conflicted([remove('guides')], [update('api', { into: idOf('guides') })]);
    expect(outline(bench, decided(of, idOf('api'), 'ours'))).to.deep.equal(['api', 'faq']);
    expect(outline(bench, decided(of, idOf('api'), 'both'))).to.have.members(['api', 'faq']);
    expect(refused(of, idOf('api'), 'theirs')).to.match(/the parent page no longer exists/);
    const fresh = conflicted([page('new', { into: idOf('install') })], [remove('install')]);
    expect(outline(bench, decided(fresh, idOf('new'), 'theirs'))).to.include('new');
    expect(outline(bench, decided(fresh, idOf('new'), 'both'))).to.include('  new');
    expect(refused(fresh, idOf('new'), 'ours')).to.match(/no longer exists/);
  });

  it('gives a contested slug to one page and a number to the other', () => {
    const of = conflicted([page('mine', { slug: 'same' })], [page('yours', { slug: 'same' })]);
    const slugs = (content: Content) => [at(content, 'mine')!.slug, at(content, 'yours')!.slug];
    expect(slugs(decided(of, idOf('yours'), 'ours'))).to.deep.equal(['same', 'same-1']);
    expect(slugs(decided(of, idOf('yours'), 'both'))).to.deep.equal(['same', 'same-1']);
    const [mine, yours] = slugs(decided(of, idOf('yours'), 'theirs'));
    expect([yours, mine]).to.deep.equal(['same', 'same-2']);
    expect(refused(of, idOf('yours'), 'base')).to.match(/the page has no slug on that side/);
    const renamed = conflicted([update('api', { slug: 'same' })], [update('faq', { slug: 'same' })]);
    expect(at(decided(renamed, idOf('faq'), 'base'), 'faq')!.slug).to.equal('faq');
    const other = {
      main: of.main,
      content: bench.after(of.content, update('mine', { slug: 'moved' }), page('third', { slug: 'same' })),
    };
    expect(refused(other, idOf('yours'), 'theirs')).to.match(/another page already has the slug same/);
    const free = { main: of.main, content: bench.after(of.content, update('mine', { slug: 'moved' })) };
    expect(slugs(decided(free, idOf('yours'), 'theirs'))).to.deep.equal(['moved', 'same']);
  });

  it('takes the position among siblings of a side', () => {
    const of = conflicted([update('faq', { at: 0 })], [update('faq', { at: 1 })]);
    const order = (take: ResolutionSide): string =>
      outline(bench, decided(of, idOf('faq'), take))
        .filter((line) => !line.startsWith(' '))
        .join(' ');
    expect([order('ours'), order('theirs'), order('base')]).to.deep.equal([
      'faq guides api',
      'guides faq api',
      'guides api faq',
    ]);
    expect(refused(of, idOf('faq'), 'both')).not.to.equal('accepted');
  });

  it('takes the name or the bytes of a file, or the whole file', () => {
    const file = (more: object): Change => ({ operation: 'update_file', file: idOf('pic'), ...more });
    const of = conflicted(
      [file({ name: 'a.png', blob: blob('b'), size: 2, contentType: 'image/gif' })],
      [
        file({
          name: 'b.png',
          blob: blob('c'),
          size: 3,
          contentType: 'image/png',
          dimensions: { width: 9, height: 9 },
        }),
      ],
    );
    const after = (content: Content) => bench.read(getFile(content, idOf('pic')));
    expect(after(decided(of, idOf('pic'), 'ours'))).to.deep.equal({
      id: idOf('pic'),
      name: 'a.png',
      contentType: 'image/gif',
      size: 2,
      blob: blob('b'),
    });
    const one = decide(of, idOf('pic'), { take: 'base', field: 'blob' });
    expect(after(one)).to.deep.equal({
      id: idOf('pic'),
      name: 'b.png',
      contentType: 'image/png',
      size: 1,
      blob: blob('a'),
      dimensions: { width: 1, height: 1 },
    });
    expect(bench.read(openConflicts(one))).to.have.length(1);

    const deleted = conflicted([file({ name: 'a.png' })], [{ operation: 'delete_file', file: idOf('pic') }]);
    expect(after(decided(deleted, idOf('pic'), 'ours'))!.name).to.equal('a.png');
    expect(after(decided(deleted, idOf('pic'), 'base'))!.name).to.equal('pic.png');
    expect(after(decided(deleted, idOf('pic'), 'theirs'))).to.equal(undefined);
    expect(refused(deleted, idOf('pic'), 'both')).not.to.equal('accepted');
  });

  it('resolves a conflict of a file by an edit of its subject, and by no other', () => {
    const file = (more: object): Change => ({ operation: 'update_file', file: idOf('pic'), ...more });
    const { content } = conflicted(
      [file({ name: 'a.png', blob: blob('b') })],
      [file({ name: 'b.png', blob: blob('c') })],
    );
    const named = bench.after(content, file({ name: 'c.png' }));
    expect(bench.read(openConflicts(named)).map(({ field }) => field)).to.deep.equal(['blob']);
    expect(bench.read(openConflicts(bench.after(named, file({ blob: blob('d') }))))).to.deep.equal([]);
  });

  it('takes the present side of the space, even if it changed without a new conflict', () => {
    const first = conflicted([update('api', { title: 'a' })], [update('api', { title: 'b' })]);
    const main = bench.after(first.main, update('api', { document: bytes('new\n') }), update('faq', { title: 'F' }));
    const { content } = bench.merge(first.main, main, first.content);
    expect(at(decided({ main, content }, idOf('api'), 'ours'), 'api')!.title).to.equal('a');
    const text = conflicted([update('api', { document: bytes('a\n') })], [update('api', { document: bytes('b\n') })]);
    const later = bench.after(text.main, update('api', { document: bytes('a\nmore\n') }));
    expect(
      bench.textAt(
        decided({ main: later, content: bench.merge(text.main, later, text.content).content }, idOf('api'), 'ours'),
        'api',
      ),
    ).to.equal('a\nmore\n');
  });

  it('takes the value of a variable or removes it', () => {
    const set = (version: string | null): Change => ({ operation: 'set_variables', variables: { version } });
    const of = conflicted([set('2')], [set('3')]);
    const value = (content: Content) => bench.read(getVariable(content, 'version'));
    expect((['ours', 'theirs', 'base'] as const).map((take) => value(decided(of, 'version', take)))).to.deep.equal([
      '2',
      '3',
      '1',
    ]);
    expect(value(decided(conflicted([set(null)], [set('3')]), 'version', 'ours'))).to.equal(undefined);
    expect(refused(of, 'version', 'both')).not.to.equal('accepted');
  });

  it('takes the title or the document of a reusable content, or the whole content', () => {
    const set = (more: object): Change => ({
      operation: 'update_reusable_content',
      reusableContent: idOf('note'),
      ...more,
    });
    const of = conflicted([set({ title: 'A', document: bytes('a\n') })], [set({ title: 'B', document: bytes('b\n') })]);
    const after = (content: Content) => {
      const found = bench.read(getReusableContent(content, idOf('note')));
      return found && [found.title, new TextDecoder().decode(bench.objects.get(found.document))];
    };
    expect((['ours', 'theirs', 'base'] as const).map((take) => after(decided(of, idOf('note'), take)))).to.deep.equal([
      ['A', 'a\n'],
      ['B', 'b\n'],
      ['Note', 'note\n'],
    ]);
    expect(after(decide(of, idOf('note'), { take: 'both', kind: 'content' }))).to.deep.equal(['B', 'a\nb\n']);
    const deleted = conflicted(
      [{ operation: 'delete_reusable_content', reusableContent: idOf('note') }],
      [set({ title: 'B' })],
    );
    expect(after(decided(deleted, idOf('note'), 'ours'))).to.equal(undefined);
    expect(after(decided(deleted, idOf('note'), 'theirs'))).to.deep.equal(['B', 'note\n']);
    expect(after(decided(deleted, idOf('note'), 'base'))).to.deep.equal(['Note', 'note\n']);
  });

  it('returns undefined without a conflict of the requested kind', () => {
    const { main, content } = conflicted([update('api', { title: 'a' })], [update('api', { title: 'b' })]);
    const find = (subject: object, decision: object) =>
      bench.read(
        resolveConflicts(content, { id: idOf('api'), ...subject }, { take: 'ours', ...decision }, { now: LATER, main }),
      );
    expect(find({ id: idOf('faq') }, {})).to.equal(undefined);
    expect(find({}, { kind: 'content' })).to.equal(undefined);
    expect(find({}, { field: 'icon' })).to.equal(undefined);
    expect(find({ kind: 'file' }, {})).to.equal(undefined);
    expect(find({ kind: 'page' }, { kind: 'field', field: 'title' })).not.to.equal(undefined);
  });

  it('can always resolve every conflict, and always leaves a valid tree', () => {
    let seen = 0;
    checkProperty(
      fc.property(
        someSteps(3),
        someSteps(12),
        someSteps(12),
        fc.array(fc.constantFrom(...RESOLUTION_SIDES), { minLength: 1, maxLength: 5 }),
        (start, mine, yours, takes) => {
          const own = new Workbench();
          const from = plant(own, [...start, ...start]);
          const main = play(own, from, mine, 'm');
          let content = own.merge(from, main, play(own, from, yours, 'y')).content;
          let open = own.read(openConflicts(content));
          seen += open.length;
          for (let i = 0; open.length > 0; i++) {
            if (i > 200) throw new Error(`stuck at ${JSON.stringify(open)}`);
            const { subject, kind, field } = open[i % open.length]!;
            try {
              const take = takes[i % takes.length]!;
              const resolved = own.read(
                resolveConflicts(
                  content,
                  subject,
                  {
                    take: i > 100 ? RESOLUTION_SIDES[Math.floor(i / open.length) % RESOLUTION_SIDES.length]! : take,
                    kind,
                    ...(field !== undefined && { field }),
                  },
                  { now: LATER, main },
                ),
              )!;
              own.store(resolved.objects);
              content = resolved.content;
              expect(flaws(own, content)).to.deep.equal([]);
              expect(resolved.conflicts.length).to.be.below(open.length);
              expect(own.read(openConflicts(content))).to.deep.equal(resolved.conflicts);
              open = resolved.conflicts;
            } catch (error) {
              if (!(error instanceof NotPossible)) throw error;
            }
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(seen).to.be.above(10);
  });
});
