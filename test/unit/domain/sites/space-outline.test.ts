import { expect } from 'chai';
import fc from 'fast-check';
import { EMPTY_CONTENT } from '../../../../src/domain/content/content.ts';
import { pageTree, type PageNode } from '../../../../src/domain/content/content-reads.ts';
import type { MapChange } from '../../../../src/domain/content/objects/map-diff.ts';
import { diffMaps } from '../../../../src/domain/content/objects/map-diff.ts';
import type { Page } from '../../../../src/domain/content/page.ts';
import { compareSiblings } from '../../../../src/domain/content/siblings.ts';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { PersistentMap } from '../../../../src/domain/sites/content/persistent-map.ts';
import { SpaceOutline } from '../../../../src/domain/sites/content/space-outline.ts';
import { page, Workbench } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

type Model = ReadonlyMap<string, Page>;

const applied = (outline: SpaceOutline, changes: readonly MapChange<Page>[]): SpaceOutline =>
  runToCompletion(outline.applyChanges(changes));

/** Builds the tree of a model's pages. */
function treeOf(model: Model, parent: string | null = null, prefix = ''): PageNode[] {
  return [...model.values()]
    .filter((one) => one.parent === parent)
    .sort(compareSiblings)
    .map((one) => {
      const path = one.slug === undefined ? undefined : prefix + one.slug;
      return { page: one, path, pages: treeOf(model, one.id, path === undefined ? '' : `${path}/`) };
    });
}

/** Returns all data of an outline. */
function said(outline: SpaceOutline): unknown {
  const name = (entry: { id: string } | undefined): string | undefined => entry?.id;
  return {
    home: name(outline.home),
    documents: [...outline.documents()].map(name),
    entries: outline.entries.map((entry) => {
      const { previous, next } = outline.neighbors(entry);
      return {
        ...entry,
        parent: name(entry.parent),
        byId: outline.byId(entry.id) === entry,
        byPath: name(entry.path === undefined ? undefined : outline.byPath(entry.path)),
        inAnyCase: name(entry.path === undefined ? undefined : outline.byPathIgnoringCase(entry.path.toUpperCase())),
        inGit: name(entry.gitPath === undefined ? undefined : outline.byGitPath(entry.gitPath)),
        children: [...outline.childrenOf(entry)].map(name),
        firstIn: name(outline.firstDocumentIn(entry)),
        around: [name(previous), name(next)],
      };
    }),
  };
}

const ids = Array.from({ length: 24 }, (_, i) => `p${i}`);
const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Applies an edit to a page; ignores impossible positions. */
const step = fc.record({
  id: oneOf(...ids),
  gone: fc.boolean(),
  fields: fc.record({
    type: oneOf<Page['type']>('document', 'document', 'group', 'link', 'computed'),
    parent: oneOf<string | null>(null, null, ...ids),
    rank: oneOf('a0', 'a1', 'a2', 'a3'),
    title: oneOf('One', 'Two'),
    hidden: oneOf(undefined, undefined, true),
    noIndex: oneOf(undefined, true),
    condition: oneOf(undefined, undefined, undefined, undefined, 'x'),
    slug: oneOf('a', 'A', 'b', 'B', 'c', 'd'),
    git: oneOf(undefined, { oid: '', path: 'a.md' }, { oid: '', path: 'b.md' }),
    description: oneOf(undefined, 'said'),
  }),
});

function stepped(model: Model, { id, gone, fields }: typeof step extends fc.Arbitrary<infer T> ? T : never): Model {
  const after = new Map(model);
  if (gone) {
    if ([...model.values()].every(({ parent }) => parent !== id)) after.delete(id);
    return after;
  }
  const hasSlug = fields.type === 'document' || fields.type === 'group';
  if (!hasSlug && [...model.values()].some(({ parent }) => parent === id)) return model;
  for (let above = fields.parent; above !== null; above = model.get(above)!.parent) {
    if (above === id || !['document', 'group'].includes(model.get(above)?.type ?? '')) return model;
  }
  if (
    hasSlug &&
    [...model.values()].some((one) => one.id !== id && one.parent === fields.parent && one.slug === fields.slug)
  )
    return model;
  after.set(id, { createdAt: '', updatedAt: '', ...fields, id, slug: hasSlug ? fields.slug : undefined } as Page);
  return after;
}

const changesOf = (before: Model, after: Model): MapChange<Page>[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((key) => ({
      key,
      ...(before.has(key) && { before: before.get(key)! }),
      ...(after.has(key) && { after: after.get(key)! }),
    }));

describe('SpaceOutline.applyChanges', () => {
  it('equals a new outline after any edits', () => {
    checkProperty(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 12 }), (rounds) => {
        let model: Model = new Map();
        let outline = new SpaceOutline([]);
        for (const steps of rounds) {
          const before = model;
          for (const each of steps) model = stepped(model, each);
          said(outline);
          outline = applied(outline, changesOf(before, model));
          expect(said(outline)).to.deep.equal(said(new SpaceOutline(treeOf(model))));
          const documents = [...outline.documents()];
          const around = documents.map((entry) => outline.neighbors(entry));
          expect(around.map(({ previous, next }) => [previous, next])).to.deep.equal(
            documents.map((_, i) => [documents[i - 1], documents[i + 1]]),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('equals an outline without the holding conditions for another reader', () => {
    const bench = new Workbench();
    const pages = [page('all'), { ...page('staff'), condition: 'staff' }, { ...page('beta'), condition: 'beta' }];
    const content = bench.after(EMPTY_CONTENT, ...pages);
    const outline = bench.read(SpaceOutline.fromContent(content));
    const labels = (of: SpaceOutline) => of.entries.map(({ label }) => label);
    expect(labels(outline)).to.deep.equal(['all']);
    const staff = outline.withConditions((condition) => condition === 'staff');
    expect(labels(staff)).to.deep.equal(['all', 'staff']);
    expect(staff.neighbors(staff.byPath('all')!).next?.label).to.equal('staff');
    expect(labels(applied(staff, []))).to.deep.equal(['all', 'staff']);
    expect(labels(outline)).to.deep.equal(['all']);
  });

  it('returns the same outline after edits that do not affect it', () => {
    const model = stepped(new Map(), {
      id: 'p1',
      gone: false,
      fields: {
        type: 'document',
        parent: null,
        rank: 'a0',
        title: 'One',
        hidden: undefined,
        noIndex: undefined,
        condition: undefined,
        slug: 'a',
        git: undefined,
        description: undefined,
      },
    });
    const outline = new SpaceOutline(treeOf(model));
    const edited = {
      ...model.get('p1')!,
      description: 'new',
      document: 'f'.repeat(64) as never,
      updatedAt: 'later',
      cover: { yPos: 1 },
    };
    expect(applied(outline, [{ key: 'p1', before: model.get('p1')!, after: edited }])).to.equal(outline);
    expect(applied(outline, [])).to.equal(outline);
    expect(
      applied(outline, [{ key: 'p1', before: model.get('p1')!, after: { ...edited, title: 'New' } }]).byId('p1')?.label,
    ).to.equal('New');
    expect(outline.byId('p1')?.label).to.equal('One');
  });

  it('builds equal outlines from a content and from its tree, and follows differences', () => {
    const bench = new Workbench();
    const first = bench.after(EMPTY_CONTENT, ...Array.from({ length: 60 }, (_, i) => page(`page ${i}`)));
    const second = bench.after(first, page('another'));
    const outline = bench.read(SpaceOutline.fromContent(first));
    expect(said(outline)).to.deep.equal(said(new SpaceOutline(bench.read(pageTree(first)))));
    expect(outline.size).to.equal(60);
    const followed = applied(outline, bench.read(diffMaps<Page>(first.pages, second.pages)));
    expect(said(followed)).to.deep.equal(said(bench.read(SpaceOutline.fromContent(second))));
    expect(followed.size).to.equal(61);
  });
});

describe('PersistentMap', () => {
  it('equals a plain map after any changes, and keeps the original unchanged', () => {
    const change = fc.tuple(fc.nat(300), fc.option(fc.nat(9), { nil: undefined }));
    checkProperty(
      fc.property(fc.array(fc.array(change, { maxLength: 40 }), { maxLength: 8 }), (rounds) => {
        const plain = new Map<number, number>(Array.from({ length: 200 }, (_, i) => [i, -1]));
        let layers = PersistentMap.from<number, number>(new Map(plain));
        for (const changes of rounds) {
          const before = layers;
          const was = new Map(plain);
          layers = layers.with(new Map(changes));
          for (const [key, value] of changes) {
            if (value === undefined) plain.delete(key);
            else plain.set(key, value);
          }
          const keys = Array.from({ length: 301 }, (_, key) => key);
          const wrong = keys.filter((key) => layers.get(key) !== plain.get(key) || before.get(key) !== was.get(key));
          expect(wrong).to.deep.equal([]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
