import { expect } from 'chai';
import fc from 'fast-check';
import { digestOf } from '../../../../src/domain/content/objects/hash.ts';
import { applyToMap, type MapUpdate } from '../../../../src/domain/content/objects/map-apply.ts';
import { diffMaps } from '../../../../src/domain/content/objects/map-diff.ts';
import { decodeNode, MAX_LEAF_ENTRIES, type MapKind } from '../../../../src/domain/content/objects/map-node.ts';
import {
  countBefore,
  countEntries,
  entries,
  entriesAfter,
  lookup,
  lookupMany,
  slice,
} from '../../../../src/domain/content/objects/map-read.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { runSync, type ObjectQuery } from '../../../../src/domain/content/objects/object-query.ts';
import { buildMap } from '../../../support/content/build-map.ts';
import { CountingStore } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

type Model = Map<string, number>;
const noRefs = (): Hash[] => [];
const KINDS: Record<string, MapKind<number>> = {
  'spread by hash': { path: (key) => digestOf(key).slice(0, 32), refs: noRefs },
  'with long shared prefixes': { path: (key) => 'abcdef0123'.repeat(2) + digestOf(key).slice(0, 4), refs: noRefs },
  'with few paths': { path: (key) => digestOf(key).slice(0, 1), refs: noRefs },
  'with two clusters, one of them small': {
    path: (key) => (Number(key.slice(1)) % 20 === 0 ? 'b' : 'a').repeat(3) + digestOf(key).slice(0, 8),
    refs: noRefs,
  },
  'in the order of keys': {
    path: (key) => `${[...key].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('')}00`,
    refs: noRefs,
  },
};

for (const [name, kind] of Object.entries(KINDS)) {
  describe(`map ${name}`, () => {
    const store = new Map<Hash, Uint8Array>();
    const read = <T>(reading: ObjectQuery<T>): T => runSync(store, reading);
    const keep = ({ root, objects }: MapUpdate): Hash | null => {
      for (const { hash, bytes } of objects) {
        // Decode a copy, because the decoded node of the original bytes is cached.
        const copy = new Uint8Array(bytes);
        expect(decodeNode(copy)).to.deep.equal(decodeNode(bytes));
        store.set(hash, copy);
      }
      return root;
    };
    const build = (model: Model): Hash | null => keep(buildMap(kind, model));
    const apply = (root: Hash | null, changes: ReadonlyMap<string, number | undefined>): Hash | null =>
      keep(read(applyToMap(kind, root, changes)));
    const inOrder = (model: Model): [string, number][] =>
      [...model].sort(([a], [b]) =>
        kind.path(a) < kind.path(b) ? -1 : kind.path(a) > kind.path(b) ? 1 : a < b ? -1 : 1,
      );

    const key = fc.integer({ min: 0, max: 120 }).map((n) => `k${n}`);
    const aModel = fc.array(fc.tuple(key, fc.nat(5)), { maxLength: 120, size: 'max' }).map((pairs) => new Map(pairs));
    const someChanges = fc
      .array(fc.tuple(key, fc.option(fc.nat(5), { nil: undefined })), { maxLength: 60, size: 'max' })
      .map((pairs) => new Map(pairs));
    const clump = fc.constant(
      new Map<string, number | undefined>([0, 20, 40, 60, 80, 100, 120].map((n) => [`k${n}`, undefined])),
    );
    const change = (model: Model, changes: ReadonlyMap<string, number | undefined>): Model => {
      const result = new Map(model);
      for (const [one, value] of changes)
        if (value === undefined) result.delete(one);
        else result.set(one, value);
      return result;
    };

    it('has one root for one set of entries, whatever the order of edits', () => {
      checkProperty(
        fc.property(aModel, fc.array(fc.oneof(someChanges, clump), { maxLength: 4, size: 'max' }), (start, edits) => {
          let model = start;
          let root = build(start);
          for (const edit of edits) {
            model = change(model, edit);
            root = apply(root, edit);
            expect(root).to.equal(build(model));
          }
        }),
        { numRuns: 150 },
      );
    });

    it('returns the written entries', () => {
      checkProperty(
        fc.property(aModel, key, (model, one) => {
          const root = build(model);
          expect(read(entries(root)).map(({ key: k, value }) => [k, value])).to.deep.equal(inOrder(model));
          expect(read(countEntries(root))).to.equal(model.size);
          expect(read(lookup(kind, root, one))).to.equal(model.get(one));
          expect(read(lookupMany(kind, root, ['k1', one, 'none']))).to.deep.equal(
            new Map([...model].filter(([k]) => k === 'k1' || k === one)),
          );
        }),
        { numRuns: 100 },
      );
    });

    it('returns any slice of its entries, by position or after a key', () => {
      checkProperty(
        fc.property(aModel, fc.nat(130), fc.nat(40), key, (model, from, length, after) => {
          const root = build(model);
          const all = inOrder(model).map(([k]) => k);
          expect(read(slice(root, from, from + length)).map((e) => e.key)).to.deep.equal(
            all.slice(from, from + length),
          );
          const before = all.filter(
            (k) => kind.path(k) < kind.path(after) || (kind.path(k) === kind.path(after) && k < after),
          );
          expect(read(countBefore(kind, root, kind.path(after), after))).to.equal(before.length);
          const start = before.length + (model.has(after) ? 1 : 0);
          expect(read(entriesAfter(kind, root, after, length)).map((e) => e.key)).to.deep.equal(
            all.slice(start, start + length),
          );
          expect(read(entriesAfter(kind, root, undefined, length)).map((e) => e.key)).to.deep.equal(
            all.slice(0, length),
          );
        }),
        { numRuns: 100 },
      );
    });

    it('reports exact differences, which transform one map into the other', () => {
      checkProperty(
        fc.property(aModel, fc.oneof(aModel, someChanges, clump), (a, other) => {
          const b = change(a, other);
          const diff = read(diffMaps<number>(build(a), build(b)));
          const expected = [...new Set([...a.keys(), ...b.keys()])].filter((k) => a.get(k) !== b.get(k)).sort();
          expect(diff.map((one) => one.key).sort()).to.deep.equal(expected);
          for (const one of diff) expect([one.before, one.after]).to.deep.equal([a.get(one.key), b.get(one.key)]);
          expect(apply(build(a), new Map(diff.map((one) => [one.key, one.after])))).to.equal(build(b));
        }),
        { numRuns: 150 },
      );
    });

    it('creates only nodes of the result, and none for a change without effect', () => {
      checkProperty(
        fc.property(aModel, someChanges, (model, edit) => {
          const root = build(model);
          const before = new Set(buildMap(kind, model).objects.map(({ hash }) => hash));
          const applied = read(applyToMap(kind, root, edit));
          const needed = new Set(buildMap(kind, change(model, edit)).objects.map(({ hash }) => hash));
          for (const { hash } of applied.objects) expect(needed.has(hash)).to.equal(true);
          for (const hash of needed)
            expect(before.has(hash) || applied.objects.some((o) => o.hash === hash)).to.equal(true);
          expect(read(applyToMap(kind, root, new Map([...model].slice(0, 5)))).objects).to.have.length(0);
        }),
        { numRuns: 100 },
      );
    });
  });
}

describe('structure of maps', () => {
  const kind = KINDS['spread by hash']!;
  const numbered = (n: number): Model => new Map(Array.from({ length: n }, (_, i) => [`k${i}`, i]));

  it('is a single leaf up to 16 entries, and a branch above', () => {
    expect(buildMap(kind, numbered(MAX_LEAF_ENTRIES)).objects).to.have.length(1);
    expect(buildMap(kind, numbered(MAX_LEAF_ENTRIES + 1)).objects.length).to.be.greaterThan(1);
    expect(buildMap(kind, new Map()).root).to.equal(null);
  });

  it('needs few objects per edit, and round trips that grow with the logarithm', async () => {
    const store = new CountingStore();
    const built = buildMap(kind, numbered(20_000));
    await store.put(built.objects);
    const one = await store.measure(applyToMap(kind, built.root, new Map([['k7', -1]])));
    expect(one.value.objects.length).to.be.at.most(5);
    expect(one.batches).to.be.at.most(5);
    const hundred = await store.measure(
      lookupMany(
        kind,
        built.root,
        Array.from({ length: 100 }, (_, i) => `k${i * 7}`),
      ),
    );
    expect(hundred.value.size).to.equal(100);
    expect(hundred.batches).to.be.at.most(5);
    await store.put(one.value.objects);
    const diff = await store.measure(diffMaps(built.root, one.value.root));
    expect(diff.value).to.deep.equal([{ key: 'k7', before: 7, after: -1 }]);
    expect(diff.reads).to.be.at.most(10);
  });

  it('references its children and the objects of its values, each once', () => {
    const file = 'f'.repeat(64) as Hash;
    const { objects } = buildMap({ ...kind, refs: () => [file] }, numbered(40));
    const all = new Set(objects.map(({ hash }) => hash));
    for (const { refs } of objects) {
      expect(new Set(refs).size).to.equal(refs.length);
      expect(refs.every((ref) => ref === file || all.has(ref))).to.equal(true);
    }
  });
});
