import { expect } from 'chai';
import { MemoryBlobStore } from '../../../../../src/adapters/storage/memory-blob-store.ts';
import { mediaFileInspector } from '../../../../../src/adapters/media-file-inspector.ts';
import { listSnapshot } from '../../../../../src/application/git/import/snapshot-files.ts';
import { storeFiles } from '../../../../../src/application/git/import/store-files.ts';
import { syncReport } from '../../../../../src/application/git/sync-report.ts';
import { GitError, type RepositorySnapshot } from '../../../../../src/ports/git/git-repositories.ts';
import type { ImportPlan, ImportReportEntry } from '../../../../../src/ports/git/repository-format.ts';

/** Commit with these texts; the object id is the text itself. */
const snapshotOf = (
  files: Readonly<Record<string, string>>,
  unsafe: Readonly<Record<string, string>> = {},
): RepositorySnapshot & { readonly requestedOids: string[] } => {
  const requestedOids: string[] = [];
  return {
    requestedOids,
    url: '',
    ref: '',
    commit: { oid: '', message: '', author: { name: '', email: '' }, authoredAt: undefined },
    async *list() {
      for (const [path, text] of Object.entries(files))
        yield {
          path,
          oid: text,
          kind: 'file' as const,
          size: text.length,
          ...(unsafe[path] !== undefined && { unsafe: unsafe[path] }),
        };
    },
    changes: async () => undefined,
    async *read(oids) {
      for (const oid of oids) {
        requestedOids.push(oid);
        yield { oid, bytes: Buffer.from(oid) };
      }
    },
    dispose: async () => {},
  };
};
const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it worked'),
    (error: unknown) => error,
  );
const limits = (maxTextBytes: number, maxTotalBytes: number) => ({ maxTextBytes, maxTotalBytes });

describe('listSnapshot', () => {
  it('skips and reports a text above the size limit', async () => {
    const snapshot = snapshotOf({ 'd/a.md': 'four', 'd/b.md': 'fiver' });
    const { files, report } = await listSnapshot(snapshot, 'd', limits(4, 100));
    expect([...(await files.read(['d/a.md', 'd/b.md'])).keys()]).to.deep.equal(['d/a.md']);
    expect(snapshot.requestedOids).to.deep.equal(['four']);
    expect(report).to.deep.equal([
      {
        level: 'warning',
        code: 'file-too-large',
        path: 'b.md',
        message: 'the text has 5 bytes, more than the limit of 4',
      },
    ]);
  });

  it('limits the total size of texts, counting identical files separately', async () => {
    const same = { 'a.md': 'four', 'b.md': 'four', 'c.md': 'four' };
    const enough = await listSnapshot(snapshotOf(same), '', limits(100, 12));
    expect((await enough.files.read(Object.keys(same))).size).to.equal(3);
    const less = await listSnapshot(snapshotOf(same), '', limits(100, 11));
    await less.files.read(['a.md', 'b.md']);
    expect(await failure(less.files.read(['c.md'])))
      .to.be.instanceOf(GitError)
      .and.include({ code: 'GIT_REFUSED' });
  });

  it('leaves out files with unsafe paths', async () => {
    const { files, report } = await listSnapshot(
      snapshotOf({ 'a.md': 'a', 'b\\c.md': 'b' }, { 'b\\c.md': 'contains a backslash' }),
      '',
    );
    expect(files.list().map(({ path }) => path)).to.deep.equal(['a.md']);
    expect([...(await files.read(['b\\c.md']))]).to.deep.equal([]);
    expect(report.map(({ code, message }) => [code, message])).to.deep.equal([
      ['path-refused', 'the path contains a backslash'],
    ]);
  });
});

describe('storeFiles', () => {
  const planned = [
    { path: 'x/a.txt', oid: 'one', size: 3 },
    { path: 'b.txt', oid: 'two', size: 3 },
    { path: 'c.txt', oid: 'one', size: 3 },
  ];
  const services = () => ({ blobs: new MemoryBlobStore(), files: mediaFileInspector });
  async function* read(files: readonly { oid: string }[]) {
    for (const { oid } of files) yield { oid, bytes: Buffer.from(oid) };
  }

  it('reads and counts distinct bytes once, up to the limit', async () => {
    const stored = await storeFiles(services(), planned, read, 6);
    expect([...stored.keys()].sort()).to.deep.equal(['one', 'two']);
    expect(await failure(storeFiles(services(), planned, read, 5)))
      .to.be.instanceOf(GitError)
      .and.include({ code: 'GIT_REFUSED' });
  });

  it('stores all files concurrently or fails with the first error', async () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.txt`, oid: `oid ${i}`, size: 5 }));
    expect((await storeFiles(services(), many, read)).size).to.equal(500);
    const broken = services();
    broken.blobs.put = () => Promise.reject(new Error('the disk is full'));
    expect(await failure(storeFiles(broken, many, read))).to.include({ message: 'the disk is full' });
    expect(
      await failure(
        storeFiles(services(), many, async function* () {
          yield { oid: 'oid 1', bytes: Buffer.from('x') };
          throw new Error('the pack is broken');
        }),
      ),
    ).to.include({ message: 'the pack is broken' });
  });
});

describe('syncReport', () => {
  const plan = (change: Partial<ImportPlan>): ImportPlan => ({
    root: '',
    summaryPath: null,
    pages: [],
    files: [],
    reusableContents: [],
    variables: {},
    tags: [],
    redirects: [],
    report: [],
    ...change,
  });
  const entry = (level: 'warning' | 'info', path: string): ImportReportEntry => ({
    level,
    code: level === 'warning' ? 'missing-file' : 'slug-changed',
    path,
    message: 'm',
  });

  it('keeps 1000 entries, warnings first, and reports the number of further ones', () => {
    const infos = Array.from({ length: 1000 }, (_, i) => entry('info', `${i}`));
    expect(syncReport([], plan({ report: infos }))).to.have.length(1000);
    const report = syncReport([entry('warning', 'w1')], plan({ report: [...infos, entry('warning', 'w2')] }));
    expect(report).to.have.length(1001);
    expect(report.slice(0, 2).map(({ path }) => path)).to.deep.equal(['w1', 'w2']);
    expect(report.at(-1)).to.include({ code: 'report-cut', message: 'and 2 more' });
  });

  it('makes texts storable in every database and limits their length', () => {
    const [warning] = syncReport(
      [
        {
          level: 'info',
          code: 'unlisted-files',
          path: 'a\0\ud800',
          message: 'x'.repeat(5000),
          paths: Array.from({ length: 300 }, (_, i) => `${i}`),
        },
      ],
      plan({}),
    );
    expect(warning!.path).to.equal('a\ufffd\ufffd');
    expect(warning!.message).to.have.length(1000);
    expect(warning!.paths).to.have.length(200);
  });

  it('reports the parts of the project that are not imported', () => {
    const report = syncReport([], plan({ tags: [{ tag: 't', label: 'T' }] }));
    expect(report.map(({ code }) => code)).to.deep.equal(['tags-not-imported']);
  });

  it('reports the pages that sites hide from visitors without claims', () => {
    const page = (path: string, condition?: string) => ({
      type: 'document' as const,
      key: path,
      parent: null,
      title: path,
      slug: path,
      path,
      oid: null,
      fields: condition === undefined ? {} : { condition },
      frontMatterSource: null,
      markdown: new Uint8Array(),
    });
    const pages = [page('a.md', 'visitor.claims.beta'), page('b.md'), page('c.md', 'visitor.claims.staff')];
    const [entry] = syncReport([], plan({ pages }));
    expect([entry!.code, entry!.paths]).to.deep.equal(['pages-with-condition', ['a.md', 'c.md']]);
    expect(entry!.message).to.match(/^2 pages have conditions: .* while adaptive content is off$/);
    expect(syncReport([], plan({ pages: [page('b.md')] }))).to.deep.equal([]);
  });

  it('reports the imported redirects and those with a missing file', () => {
    const web = { source: '/a', target: { kind: 'url' as const, url: 'https://x/' }, destination: 'https://x/' };
    const file = { source: '/b', target: { kind: 'file' as const, path: 'x.pdf' }, destination: 'x.pdf' };
    const report = syncReport([], plan({ redirects: [web, file] }), [file]);
    expect(report.map(({ level, code, paths }) => [level, code, paths])).to.deep.equal([
      ['warning', 'redirect-without-target', undefined],
      ['info', 'redirects-imported', ['/a']],
    ]);
    expect(report[0]!.message).to.include('"/b"').and.include('"x.pdf"');
    expect(syncReport([], plan({ redirects: [file] }), [file]).map(({ code }) => code)).to.deep.equal([
      'redirect-without-target',
    ]);
  });
});
